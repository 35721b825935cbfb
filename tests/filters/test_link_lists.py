"""The paper's rule: links against words outside of links, in cells and in the lists of today."""

from __future__ import annotations

import pytest

LINKS = '<a href="/1">One</a> <a href="/2">Two</a> <a href="/3">Three</a>'
TEXT = "A text of twelve words stands here, and none of them is linked."
CARD = '<a href="/{0}"><h3>One</h3><p>' + TEXT * 3 + "</p></a>"
CARDS = CARD.format(1) + CARD.format(2) + CARD.format(3)
ON = {"enabled": True}


def table(*cells: str) -> str:
    return "<table><tbody><tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr></tbody></table>"


CASES = [
    # (settings, before, after)
    ({}, table(LINKS, TEXT), table("", TEXT)),
    ({"cells": True}, table(LINKS, TEXT), table(TEXT)),
    ({"containers": ["td"]}, f"<ul><li>{LINKS}</li></ul>", f"<ul><li>{LINKS}</li></ul>"),
    ({}, f"<ul><li>{LINKS}</li></ul>", ""),
    ({}, f"<nav>{LINKS}</nav><p>{TEXT}</p>", f"<p>{TEXT}</p>"),
    ({}, f"<aside><h4>More</h4>{LINKS}</aside>", ""),
    ({}, f"<div>{LINKS}</div>", ""),
    ({"links": 4}, f"<div>{LINKS}</div>", f"<div>{LINKS}</div>"),
    # 13 words with 3 links: 3 / (52 letters / 5) = 0.29
    ({"ratio": 0.28}, f"<div>{LINKS} {TEXT}</div>", ""),
    ({"ratio": 0.30}, f"<div>{LINKS} {TEXT}</div>", f"<div>{LINKS} {TEXT}</div>"),
    ({"ratio": 0.30, "word_length": 6}, f"<div>{LINKS} {TEXT}</div>", ""),
    # A paragraph beside a list is kept, whatever holds both.
    ({"ratio": 0.2}, f"<div><ul><li>{LINKS}</li></ul><p>{TEXT * 2}</p></div>", f"<div><p>{TEXT * 2}</p></div>"),
    # Cards are links with all that they tell; the paper would have it otherwise.
    ({}, f"<div>{CARDS}</div>", f"<div>{CARDS}</div>"),
    ({"prose": 1000}, f"<div>{CARDS}</div>", ""),
    # The first level of a menu goes with the second.
    ({}, f'<ul><li><a href="/n">News</a><ul><li>{LINKS}</li></ul></li></ul>', ""),
    # What holds the headline is the page.
    ({}, f"<header><h1>Title</h1>{LINKS}</header>", f"<header><h1>Title</h1>{LINKS}</header>"),
    # Links that hold pictures are a gallery, unless they are to be counted.
    (
        {},
        '<div><a href="/1"><img></a><a href="/2"><img></a><a href="/3"><img></a></div>',
        '<div><a href="/1"><img></a><a href="/2"><img></a><a href="/3"><img></a></div>',
    ),
    ({"pictures": True}, '<div><a href="/1"><img></a><a href="/2"><img></a><a href="/3"><img></a></div>', ""),
    # Places to jump to are no links with words.
    (
        {},
        '<div><a name="1"></a><a name="2"></a><a name="3"></a>x</div>',
        '<div><a name="1"></a><a name="2"></a><a name="3"></a>x</div>',
    ),
    # Six characters of Chinese are three words.
    ({"ratio": 1.01}, f"<div>{LINKS} 今天天气很好</div>", f"<div>{LINKS} 今天天气很好</div>"),
]


@pytest.mark.parametrize(("settings", "before", "after"), CASES)
def test_cases(chain, settings: dict[str, object], before: str, after: str) -> None:
    assert chain(before, link_lists=ON | settings) == after


def test_nested_tables_are_judged_from_the_inside(chain) -> None:
    inner = table(LINKS, TEXT)
    assert chain(table(inner, LINKS), link_lists=ON) == table(table("", TEXT), "")
