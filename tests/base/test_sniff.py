"""Bytes that are no text are refused; text is not, in any encoding."""

from __future__ import annotations

import base64
import quopri
import random

import pytest

import printworthy
from printworthy.base.encoding import to_utf8
from printworthy.base.sniff import format_of, is_archive, page_of
from printworthy.errors import InputError

TEXTS = {
    "utf-8": "The tower clock strikes: Größe, часы, 钟楼里的旧钟",
    "utf-16": "钟楼里的旧钟在走，声音传得很远",
    "utf-16-le": "Of clocks",
    "gb18030": "钟楼里的旧钟在走，声音传得很远",
    "big5": "鐘樓裡的舊鐘在走，聲音傳得很遠",
    "shift_jis": "時計の話を聞いた人々",
    "euc_jp": "時計の話を聞いた人々",
    "iso2022_jp": "時計の話を聞いた人々",
    "iso2022_kr": "시계 이야기",
    "euc_kr": "시계 이야기",
    "koi8_r": "Часы на башне бьют",
    "cp1255": "השעון על המגדל",
    "cp874": "นาฬิกา",
    "cp1258": "đồng hồ".replace("ồ", "ô"),
}
STORY = "Die Fähre kam um neun, wie seit dem Krieg an jedem Tag, und die Männer auf dem Steg nahmen die Taue. " * 4
PAGE = f"<html><head><title>Die Fähre</title></head><body><article><h1>Die Fähre</h1><p>{STORY}</p></article></body>"


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("size", [300, 4096, 50_000])
def test_random_bytes_are_binary_data(seed: int, size: int) -> None:
    data = random.Random(seed).randbytes(size)
    assert format_of(data)[0]
    with pytest.raises(InputError, match="this is no HTML but"):
        to_utf8(data)


@pytest.mark.parametrize("codec", TEXTS)
def test_text_of_any_encoding_may_be_a_page(codec: str) -> None:
    page = "<html><head><title>t</title></head><body>" + f"<p>{TEXTS[codec]}</p>\r\n\t" * 30
    assert format_of(page.encode(codec)) == ("", "")


@pytest.mark.parametrize(
    "start",
    [
        '<?xml version="1.0"?>\n<rss version="2.0">',
        '\ufeff<?xml version="1.0" encoding="utf-8"?><!-- made by hand --><feed xmlns="http://www.w3.org/2005/Atom">',
        '\n<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
        "<opml version='2.0'>",
    ],
)
def test_feeds_are_told_from_pages(start: str) -> None:
    with pytest.raises(InputError, match="but a feed or a list of feeds: name one of its pages, or have 'printworthy"):
        to_utf8(f"{start}<channel><title>Of clocks</title></channel>".encode())


@pytest.mark.parametrize("start", ['<?xml version="1.0"?><!doctype html><html>', "<p>", "<feedback>", "<rssx>"])
def test_pages_that_begin_like_feeds(start: str) -> None:
    assert format_of(f"{start}<rss>".encode()) == ("", "")


def test_stray_control_characters_do_not_make_a_page_binary() -> None:
    assert format_of(b"<p>a\x01b\x02\x03</p>") == ("", "")


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
