from __future__ import annotations

from pathlib import Path

import pytest

from printworthy.apps.cli.saved_page import local_pictures
from printworthy.data.article import Article, Resource
from printworthy.data.blocks import Figure

URL = "https://a.example/news/story.html"
PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A saved page's folder, with a secret beside it."""
    page = tmp_path / "saved"
    (page / "story_files").mkdir(parents=True)
    for name in ("a.png", "story_files/b c.png", "notes.txt"):
        (page / name).write_bytes(PNG)
    (tmp_path / "secret.png").write_bytes(b"secret")
    (page / "link.png").symlink_to(tmp_path / "secret.png")
    return page


@pytest.mark.parametrize(
    ("src", "found"),
    [
        ("https://a.example/news/a.png", True),
        ("https://a.example/news/a.png?width=3#x", True),
        ("https://a.example/news/story_files/b%20c.png", True),
        ("https://a.example/news/none.png", False),
        ("https://a.example/news/notes.txt", False),
        ("https://a.example/news/story_files", False),
        ("https://a.example/a.png", False),
        ("https://b.example/news/a.png", False),
        ("https://a.example/news/../secret.png", False),
        ("https://a.example/news/%2e%2e/secret.png", False),
        ("https://a.example/news//etc/passwd.png", False),
        ("https://a.example/news/link.png", False),
        ("https://a.example/news/a%00.png", False),
    ],
)
def test_only_pictures_beside_the_page(folder: Path, src: str, found: bool) -> None:
    pictures = local_pictures(Article(blocks=(Figure(src),)), URL, folder)
    assert pictures == ({src: Resource(PNG, "image/png")} if found else {})


@pytest.mark.parametrize(("url", "here"), [("", True), (URL, False)])
def test_none_without_address_or_folder(folder: Path, url: str, here: bool) -> None:
    article = Article(blocks=(Figure("https://a.example/news/a.png"),))
    assert local_pictures(article, url, folder if here else None) == {}


@pytest.mark.parametrize(
    ("src", "found"),
    [
        ("a.png", True),
        ("story_files/b%20c.png", True),
        ("../secret.png", False),
        ("/etc/passwd.png", False),
        ("link.png", False),
    ],
)
def test_pictures_beside_a_page_whose_address_nobody_knows(folder: Path, src: str, found: bool) -> None:
    pictures = local_pictures(Article(blocks=(Figure(src),)), "", folder)
    assert pictures == ({src: Resource(PNG, "image/png")} if found else {})
