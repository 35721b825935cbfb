"""Bytes that are no text are refused; text is not, in any encoding."""

from __future__ import annotations

import random

import pytest

from printworthy.base.encoding import to_utf8
from printworthy.base.sniff import format_of
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
