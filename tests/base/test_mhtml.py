"""Pages that a browser saved as one file are read; what is no such file is left alone."""

from __future__ import annotations

import base64
import quopri

import pytest

import printworthy
from printworthy.base.mhtml import is_archive, page_of
from printworthy.errors import InputError

STORY = "Die Fähre kam um neun, wie seit dem Krieg an jedem Tag, und die Männer auf dem Steg nahmen die Taue. " * 4
PAGE = f"<html><head><title>Die Fähre</title></head><body><article><h1>Die Fähre</h1><p>{STORY}</p></article></body>"


def archive(body: bytes, encoding: str, charset: str = "utf-8", end: str = "\r\n") -> bytes:
    """As Chromium writes it."""
    head = [
        "From: <Saved by Blink>", "Snapshot-Content-Location: https://a.example/ferry",
        "Subject: Die F=?utf-8?Q?=C3=A4hre?=", "MIME-Version: 1.0", "Content-Type: multipart/related;",
        '\ttype="text/html";', '\tboundary="----Part--9--"', "", "",
        "------Part--9--", f"Content-Type: text/html; charset={charset}", f"Content-Transfer-Encoding: {encoding}",
        "Content-Location: https://a.example/ferry", "", "",
    ]  # fmt: skip
    tail = f"{end}------Part--9--{end}Content-Type: image/png{end}{end}iVBOR{end}------Part--9----{end}"
    return end.join(head).encode() + body + tail.encode()


@pytest.mark.parametrize("end", ["\r\n", "\n"])
@pytest.mark.parametrize(
    "saved",
    [
        (quopri.encodestring(PAGE.encode()), "quoted-printable", "utf-8"),
        (base64.encodebytes(PAGE.encode()), "base64", "utf-8"),
        (PAGE.encode("latin-1"), "8bit", "iso-8859-1"),
        (quopri.encodestring(PAGE.encode("latin-1")), "quoted-printable", "windows-1252"),
    ],
)
def test_saved_pages(saved: tuple[bytes, str, str], end: str) -> None:
    article = printworthy.extract(archive(*saved, end=end))
    assert article.title == "Die Fähre"
    assert STORY.strip() in article.text
    assert "iVBOR" not in article.text


def test_letters_that_are_no_pages() -> None:
    assert not is_archive(b"<pre>MIME-Version: 1.0\nContent-Type: multipart/related</pre>")
    assert not is_archive(PAGE.encode())
    with pytest.raises(InputError, match="holds no page"):
        page_of(b"Content-Type: multipart/related; boundary=x\n\n--x\nContent-Type: image/png\n\nx--x--")
    with pytest.raises(InputError, match="holds no page"):
        page_of(b"MIME-Version: 1.0\nContent-Type: multipart/related\n\n")


def test_a_damaged_one_is_told() -> None:
    with pytest.raises(InputError, match="damaged"):
        printworthy.extract(archive(b"QUJDR", "base64"))
