from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from printworthy.apps.cli.sources import Source, read_source
from printworthy.errors import InputError, PrintworthyError, UsageError

PAGE = b"<p>\xe9t\xe9</p>"


def test_file(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_bytes(PAGE)
    found = read_source(str(tmp_path / "page.html"), "https://a.example/")
    assert found == Source(PAGE, "https://a.example/", tmp_path)


def test_standard_input_is_read_as_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(PAGE), encoding="ascii"))
    assert read_source("-") == Source(PAGE, "", None)


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
