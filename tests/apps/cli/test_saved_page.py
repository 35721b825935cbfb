from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from printworthy.apps.cli.saved_page import SavedPage, meant_address, read_source
from printworthy.errors import InputError, PrintworthyError, UsageError

PAGE = b"<p>\xe9t\xe9</p>"


def test_file(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_bytes(PAGE)
    found = read_source(str(tmp_path / "page.html"), "https://a.example/")
    assert found == SavedPage(PAGE, "https://a.example/", tmp_path)


def test_standard_input_is_read_as_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(PAGE), encoding="ascii"))
    assert read_source("-") == SavedPage(PAGE, "", None)


@pytest.mark.parametrize(
    ("source", "url", "error", "says"),
    [
        ("no-such-page.html", "", InputError, "there is no file no-such-page.html: check the name"),
        (".", "", InputError, "is a folder: name a page inside it"),
        ("empty.html", "", InputError, "empty.html is empty"),
        ("blank.html", "", InputError, "blank.html is empty"),
        ("x\0y", "", InputError, "check the name"),
        ("x" * 5000, "", InputError, "check the name"),
        ("page.html/inside", "", InputError, "cannot read|no file"),
        ("ftp://a.example/story", "", UsageError, "give a file"),
        ("file:///etc/passwd", "", UsageError, "give a file"),
        ("page.html", "a.example", UsageError, "begins with http"),
        ("page.html", "javascript:alert(1)", UsageError, "begins with http"),
        ("htps://www.paper.example/a", "", UsageError, r"did you mean https://www\.paper\.example/a\?$"),
        (
            "paper.example",
            "",
            InputError,
            r"no file paper\.example; if you mean the address, write https://paper\.example$",
        ),
    ],
)
def test_refused(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    source: str,
    url: str,
    error: type[PrintworthyError],
    says: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, content in {"page.html": PAGE, "empty.html": b"", "blank.html": b" \n\t"}.items():
        Path(name).write_bytes(content)
    with pytest.raises(error, match=says):
        read_source(source, url)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("bbc.co.uk", "https://bbc.co.uk"),
        ("www.paper.example/news/a.html?b=1", "https://www.paper.example/news/a.html?b=1"),
        ("https:/paper.example/a", "https://paper.example/a"),
        ("https//paper.example/a", "https://paper.example/a"),
        ("htps://paper.example", "https://paper.example"),
        ("http;//paper.example", "http://paper.example"),
        ("localhost:8731/walk", "http://localhost:8731/walk"),
        ("192.168.0.7/walk", "http://192.168.0.7/walk"),
        ("bücher.example/a", "https://bücher.example/a"),
        ("missing.html", ""),
        ("saved/missing.html", ""),
        ("../missing.html", ""),
        ("/home/me/missing.html", ""),
        ("README.md", ""),
        ("ftp://paper.example/a", ""),
        ("a page.html", ""),
    ],
)
def test_addresses_typed_in_haste(typed: str, meant: str) -> None:
    assert meant_address(typed) == meant


def test_unreadable_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path) -> bytes:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "read_bytes", refuse)
    with pytest.raises(InputError, match="may not be read: check its permissions"):
        read_source(str(tmp_path / "page.html"))


@pytest.mark.parametrize(
    ("head", "url"),
    [
        (b'<link rel="canonical" href="https://a.example/s?a=1&amp;b=2">', "https://a.example/s?a=1&b=2"),
        (b"<link href='https://a.example/s' rel='canonical'>", "https://a.example/s"),
        (b"<LINK REL=canonical HREF=https://a.example/s>", "https://a.example/s"),
        (b"<!-- saved from url=(0019)https://b.example/p -->", "https://b.example/p"),
        (b'<link rel="alternate" href="https://a.example/feed">', ""),
        (b'<link rel="canonical" href="/story">', ""),
        (b'<link rel="canonical" href="javascript:alert(1)">', ""),
        (b"<title>No address</title>", ""),
    ],
)
def test_a_page_names_its_address(tmp_path: Path, head: bytes, url: str) -> None:
    path = tmp_path / "page.html"
    path.write_bytes(b"<html>" + head + b"<body>text")
    assert read_source(str(path)).url == url
    assert read_source(str(path), "https://mine.example/").url == "https://mine.example/"
