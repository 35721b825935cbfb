"""All that a page leads to, in one value."""

from __future__ import annotations

import pytest

from printworthy.follow.parts import Links, PartNumber, find_links, find_part
from printworthy.parse.lexbor import parse

URL = "https://a.example/long-story"
NEXT = '<a href="?page=2">2</a>'
WHOLE = '<a href="/long-story?page=all">View on one page</a>'


def links(body: str, head: str = "") -> Links:
    return find_links(parse(f"<head><title>Story</title>{head}</head><body>{body}".encode()), URL)


def test_nowhere() -> None:
    assert links("<p>Words</p>") == Links()


def test_everywhere() -> None:
    found = links(
        f'<a href="/long-story/print">Print this article</a>{NEXT}{WHOLE}',
        '<link rel="amphtml" href="/long-story/amp">',
    )
    assert found.amp == f"{URL}/amp"
    assert found.printed is not None
    assert found.printed.url == f"{URL}/print"
    assert found.onward == f"{URL}?page=2"
    assert found.whole == f"{URL}?page=all"
    assert found.place == PartNumber(1, 2)


def test_the_whole_is_looked_for_only_where_there_is_a_next_part() -> None:
    assert links(NEXT + WHOLE).whole == f"{URL}?page=all"
    assert links(WHOLE).whole == ""


PAGER = '<a href="/long-story">1</a> <a href="/long-story?page=2">2</a> <a href="/long-story?page=3">3</a>'


@pytest.mark.parametrize(
    ("body", "urls", "place"),
    [
        (PAGER, [f"{URL}?page=2"], PartNumber(2, 3, URL)),
        (PAGER, ["https://a.example/other", f"{URL}?page=3"], PartNumber(3, 3, URL)),
        (PAGER, ["https://a.example/other"], PartNumber()),
        ("<p>Words</p>", [URL], PartNumber()),
        (PAGER, [], PartNumber()),
    ],
)
def test_part(body: str, urls: list[str], place: PartNumber) -> None:
    assert find_part(parse(f"<body>{body}".encode()), *urls) == place
