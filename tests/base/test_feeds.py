from __future__ import annotations

import pytest

from printworthy.base.feeds import Entry, list_title, newest, read_list

RSS = b"""<?xml version="1.0"?><rss version="2.0"><channel><link>https://a.example/</link>
<item><title>Old &amp; new</title><link>https://a.example/1</link>
<pubDate>Sat, 18 Apr 2026 06:00:00 +0100</pubDate></item>
<item><title>Two</title><link>/2</link><pubDate>Sun, 19 Apr 2026 06:00:00 GMT</pubDate></item>
<item><title>No link</title></item></channel></rss>"""
ATOM = b"""<feed xmlns="http://www.w3.org/2005/Atom"><entry><title>One</title><link rel="self" href="https://a.example/s"/>
<link href="https://a.example/one"/><updated>2026-04-18T06:00:00Z</updated></entry></feed>"""
OPML = b"""<?xml version="1.0"?><opml version="2.0"><body><outline text="News">
<outline text="A" xmlUrl="https://a.example/feed"/>
<outline text="B" xmlUrl="javascript:x"/></outline></body></opml>"""
TEXT = b"# my list\nhttps://a.example/1\n\nhttps://a.example/2 A title\nhttps://a.example/1\n"


@pytest.mark.parametrize(
    ("content", "entries"),
    [
        (
            RSS,
            [
                Entry("https://a.example/1", "Old & new", "2026-04-18T05:00:00Z"),
                Entry("https://a.example/2", "Two", "2026-04-19T06:00:00Z"),
            ],
        ),
        (ATOM, [Entry("https://a.example/one", "One", "2026-04-18T06:00:00Z")]),
        (OPML, [Entry("https://a.example/feed", "A", feed=True)]),
        (TEXT, [Entry("https://a.example/1"), Entry("https://a.example/2", "A title")]),
        (b"<html><body>x</body></html>", None),
        (b"just a note", None),
        (b"\xff\xfe", None),
        (b"", None),
        (b'<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY a "b">]><rss/>', None),
        (b"<rss><channel>", None),
    ],
)
def test_lists(content: bytes, entries: list[Entry] | None) -> None:
    assert read_list(content, "https://a.example/feed") == entries


def test_newest() -> None:
    entries = [
        Entry("a", date="2026-04-18T00:00:00Z"),
        Entry("b", date="2026-04-20T00:00:00Z"),
        Entry("c", date="2026-04-19T00:00:00Z"),
    ]
    assert [one.url for one in newest(entries, 2)] == ["b", "c"]
    assert [one.url for one in newest(entries, since="2026-04-19")] == ["b", "c"]
    assert [one.url for one in newest([Entry("x"), *entries], since="2026-04-19")] == ["x", "b", "c"]


@pytest.mark.parametrize(
    ("content", "title"),
    [
        (RSS.replace(b"<channel>", b"<channel><title>The Upland\n Courier</title>"), "The Upland Courier"),
        (ATOM.replace(b"<entry>", b"<title>Of clocks</title><entry>"), "Of clocks"),
        (OPML.replace(b"<body>", b"<head><title>Mine</title></head><body>"), "Mine"),
        (RSS, ""),
        (ATOM, ""),
        (TEXT, ""),
        (b"<rss><channel><title>Cut", ""),
    ],
)
def test_what_lists_call_themselves(content: bytes, title: str) -> None:
    assert list_title(content) == title
