"""Threads: which parts of a page are posts, who wrote them, and how deep they stand.

Covers: printworthy.build.threads, printworthy.build.posts, printworthy.build.post_heads
"""

from __future__ import annotations

import pytest

from printworthy.build.post_heads import ends_of, find_places
from printworthy.build.posts import Head, tidy_thread
from printworthy.build.threads import find_thread
from printworthy.data.blocks import Paragraph, Post, Rule, Text
from printworthy.data.columns import Columns
from printworthy.parse.lexbor import parse_page
from printworthy.segment.walk import segment

UNIT = (
    '<div class="post" id="p{n}"><a class="username" href="/u/{n}">{name}</a> '
    '<time datetime="2024-05-0{n}">{n} May</time>'
    '<div class="body">What number {n} wrote about the matter at hand.</div>{inner}</div>'
)


def unit(number: int, name: str, inner: str = "") -> str:
    return UNIT.format(n=number, name=name, inner=inner)


def columns_of(body: str) -> Columns:
    return segment(parse_page(f"<html><body><main>{body}</main></body></html>".encode()))


def heads(body: str) -> list[Head]:
    columns = columns_of(body)
    kept = [text.startswith("What") for text in columns.text]
    return list(find_thread(columns, kept).posts.values())


def test_posts_beside_each_other() -> None:
    found = heads(unit(1, "Ada") + unit(2, "Bo") + unit(3, "Cy"))
    assert [(head.author, head.date, head.depth) for head in found] == [
        ("Ada", "2024-05-01", 0),
        ("Bo", "2024-05-02", 0),
        ("Cy", "2024-05-03", 0),
    ]


def test_replies_inside_posts_are_deeper() -> None:
    found = heads(unit(1, "Ada", unit(2, "Bo", unit(3, "Cy"))))
    assert [head.depth for head in found] == [0, 1, 2]


@pytest.mark.parametrize(
    "body",
    [
        "<p>What a page without names and dates says.</p>" * 3,
        unit(1, "Ada"),
        "".join(unit(n, "Ada").replace("<a class", "<h2><a href='/story'>A story</a></h2><a class") for n in (1, 2, 3)),
    ],
)
def test_no_thread(body: str) -> None:
    assert not heads(body)


def test_a_quoted_name_is_not_the_author() -> None:
    quote = '<blockquote><a class="username" href="/u/9">Zed</a> said</blockquote>'
    bodies = [
        unit(n, name).replace('<a class="username"', f'{quote}<a class="username"', 1)
        for n, name in ((1, "Ada"), (2, "Bo"))
    ]
    assert [head.author for head in heads("".join(bodies))] == ["Ada", "Bo"]


def test_ends_and_places() -> None:
    columns = columns_of(unit(1, "Ada") + unit(2, "Bo"))
    ends = ends_of(columns)
    assert ends[0] == len(columns.tag)
    places = find_places(columns, 0, len(columns.text), in_lines=False)
    assert {place.text for rank in places.authors for place in rank} >= {"Ada", "Bo"}


def test_the_own_post_comes_first_and_rules_go() -> None:
    posts = [Post((Paragraph((Text(name),)),), name, "") for name in ("Ada", "Bo")]
    assert tidy_thread((posts[0], Rule(), posts[1], Rule()), Head("Bo", "")) == (posts[1], posts[0])
