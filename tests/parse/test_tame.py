"""Pages that hurt the parser are rewritten, all others pass untouched, and no text is lost.

Covers: printworthy.parse.rewrite, printworthy.parse.tokens.
"""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printworthy.data.tree import Node
from printworthy.parse.lexbor import parse
from printworthy.parse.rewrite import DEEPEST, MOST_ATTRIBUTES, rewrite
from printworthy.parse.tame import MOST_OPTIONS, MOST_TAGS, tame
from printworthy.parse.tokens import TAIL, TOKEN
from tests.html_strategies import near_html

PARAGRAPH = b"<div class='a b' id=x><p>Some <b>bold</b> words &amp; a <a href='/x'>link</a>.</p></div>"
ARTICLE = b"<html><body>" + PARAGRAPH * 400


def letters(html: bytes) -> str:
    """The text that the parser finds, without white space."""
    tree = parse(html)
    return "".join((tree.body.text() if tree.body else "").split())


def depth(html: bytes) -> int:
    """The deepest element of the parsed page."""
    deepest, todo = 0, [(parse(html).root, 1)]
    while todo:
        first, level = todo.pop()
        node: Node | None = first
        while node is not None:
            deepest = max(deepest, level)
            if node.child is not None:
                todo.append((node.child, level + 1))
            node = node.next
    return deepest


def test_a_normal_page_is_returned_as_it_is() -> None:
    assert tame(ARTICLE) is ARTICLE


def test_a_large_well_nested_page_is_returned_as_it_is() -> None:
    page = ARTICLE + b"<ul>" + b"<li>x<p>y" * MOST_TAGS + b"</ul>"
    assert tame(page) is page


def test_tags_that_close_are_no_depth() -> None:
    page = ARTICLE + b"<div>x</u></div>" * 5_000
    assert tame(page) is page
    assert depth(tame(b"<x>y" * 9_000 + b"</z>" * 18_000)) < 2 * DEEPEST


@pytest.mark.parametrize(
    "page",
    [
        b"<div>x" * MOST_TAGS * 2,
        b"<div>x" * 20_001,
        b"<ul><li>x" * MOST_TAGS,
        b"<b><div>x</b>" * MOST_TAGS,
        b'<div a="</div>">x' * MOST_TAGS * 2,
        b"<div><!--</div>-->x" * MOST_TAGS,
        b"<div><style></div></style>x" * MOST_TAGS,
        b"<svg><title><div></title></svg>x" * MOST_TAGS,
        b"<table><td></div>x<div>" * MOST_TAGS,
        b"<div/>x" * MOST_TAGS * 2,
    ],
    ids=lambda page: page[:24].decode(),
)
def test_depth_is_capped_and_text_is_kept(page: bytes) -> None:
    tamed = tame(page)
    assert depth(tamed) < 2 * DEEPEST  # the parser adds `tbody` and `tr` of its own
    assert letters(tamed).count("x") == page.count(b"x")


@pytest.mark.parametrize("between", [b" ", b"/", b'="" ', b"\n"], ids=repr)
def test_attributes_are_capped(between: bytes) -> None:
    page = b"<p " + between.join(b"a%d" % number for number in range(30_000)) + b">text</p>"
    tamed = tame(page)
    node = parse(tamed).root.css_first("p")
    assert node is not None
    assert len(node.attributes) == MOST_ATTRIBUTES
    assert node.text() == "text"


def test_a_long_attribute_is_no_fault() -> None:
    page = b"<p>x</i><div a=1 data-all='" + b"a=1 / " * 10_000 + b"' b>text</div>"
    assert tame(page) is page


def test_attributes_do_not_add_up_over_many_bodies() -> None:
    page = b"".join(b"<body a%d=1>x" % number for number in range(3_000))
    body = parse(tame(page)).body
    assert body is not None
    assert len(body.attributes) == 1


def test_options_are_capped() -> None:
    page = b"<select>" + b"<option selected>x" * (MOST_OPTIONS + 1) + b"</select><p>after</p>"
    assert tame(page).count(b"<option") < MOST_OPTIONS
    assert "after" in letters(tame(page))


def test_unclosed_formatting_is_not_opened_again_and_again() -> None:
    page = b"".join(b"<p><b id=%d>x" % number for number in range(3_000))
    tamed = parse(tame(page))
    assert len(tamed.root.css("b")) < 10_000


@given(near_html)
def test_rewriting_keeps_the_text_of_any_page(page: str) -> None:
    html = f"<body>start {page}".encode()
    rewritten = rewrite(html)
    assert rewrite(rewritten) is not None
    assert letters(rewritten).startswith("start")


@given(near_html)
def test_every_tag_written_is_a_token(page: str) -> None:
    rewritten = rewrite(page.encode())
    assert rewritten == page.encode() or len(re.findall(b"<", rewritten)) == len(list(TOKEN.finditer(rewritten)))


@given(st.text(" \n/=>\"'ab", max_size=14))
def test_tail_ends_a_tag_where_the_parser_does(inside: str) -> None:
    html = b"<i " + inside.encode() + b">rest"
    found = TAIL.match(html, 2)
    node = parse(b"<body>" + html).root.css_first("i")
    assert (found is None) == (node is None)
    if found and node is not None:
        assert node.text() == html[found.end() :].decode()


@given(st.text(" \n/=>\"'ab", max_size=14))
def test_token_ends_a_tag_where_tail_does(inside: str) -> None:
    html = b"<i " + inside.encode() + b">rest"
    token, tail = TOKEN.match(html), TAIL.match(html, 2)
    assert token is not None
    assert token.end() == (tail.end() if tail else len(html))


def test_a_frame_left_open_where_no_browser_reads_does_not_swallow_the_page() -> None:
    html = b'<body><noscript><iframe src="https://tags.example/ns.html" /></noscript><p>The text.</p></body>'
    tree = parse(tame(html))
    assert tree.body is not None
    assert [node.text() for node in tree.body.css("p")] == ["The text."]


def test_what_page_builders_leave_behind_is_no_text() -> None:
    page = b'<p>[vc_row css=".a{margin:0}"][vc_column width="1/2"]Of clocks[/vc_column][/vc_row]</p>'
    assert tame(page) == b"<p>Of clocks</p>"
    told = b"<p>Write <code>[vc_row]</code> and [see below].</p>"
    assert tame(told) == told
