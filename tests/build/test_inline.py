"""Inline content: marks nest, spaces stay single and outside of links, line breaks part lines and paragraphs."""

from __future__ import annotations

import pytest

from printworthy.data.blocks import Break, Link, Paragraph, Style, Text
from tests.building import blocks, document

CASES = [
    ("<p>  Zwei\n Wörter </p>", (Text("Zwei Wörter"),)),
    ("<p>a <b>bold</b> word</p>", (Text("a "), Style("strong", (Text("bold"),)), Text(" word"))),
    ("<p>x<i> y </i>z</p>", (Text("x "), Style("emphasis", (Text("y"),)), Text(" z"))),
    ("<p>H<sub>2</sub>O</p>", (Text("H"), Style("subscript", (Text("2"),)), Text("O"))),
    (
        "<p><b>one <i>two</i></b></p>",
        (Style("strong", (Text("one "), Style("emphasis", (Text("two"),)))),),
    ),
    ("<p><b>a <strong>b</strong></b></p>", (Style("strong", (Text("a b"),)),)),
    (
        "<p>Press <kbd>Ctrl</kbd>, <del>not</del> <mark>this</mark> <q>ja</q></p>",
        (
            Text("Press "), Style("keyboard", (Text("Ctrl"),)), Text(", "), Style("strike", (Text("not"),)), Text(" "),
            Style("mark", (Text("this"),)), Text(" "), Style("quote", (Text("ja"),)),
        ),
    ),
    ("<p><a href='/a'>one</a> <a href='/b'>two</a></p>", (
        Link("https://example.org/a", (Text("one"),)), Text(" "), Link("https://example.org/b", (Text("two"),)),
    )),
    ("<p>see<a href='b.html'> there </a>now</p>", (
        Text("see "), Link("https://example.org/news/b.html", (Text("there"),)), Text(" now"),
    )),
    ("<p><a href='javascript:x()'>no</a> <a href='data:text/html,x'>way</a></p>", (Text("no way"),)),
    ("<p>Rosen<br>sind rot</p>", (Text("Rosen"), Break(), Text("sind rot"))),
    ("<p>one<br>DROPPED<br>two</p>", (Text("one"), Break(), Text("two"))),
    ("<p><br>one<br></p>", (Text("one"),)),
]  # fmt: skip


@pytest.mark.parametrize(("html", "expected"), CASES)
def test_inline_content(html, expected):
    assert blocks(html) == (Paragraph(expected),)


def test_two_line_breaks_part_paragraphs():
    assert blocks("<div>eins<br><br>zwei<br> <br/>drei</div>") == tuple(
        Paragraph((Text(word),)) for word in ("eins", "zwei", "drei")
    )


def test_marks_go_into_blocks():
    html = "<a href='/x'><div>first</div><div>second</div></a>"
    assert blocks(html) == tuple(
        Paragraph((Link("https://example.org/x", (Text(word),)),)) for word in ("first", "second")
    )


def test_base_href_moves_relative_links():
    html = "<head><base href='https://cdn.example.net/a/'></head><p><a href='b'>x</a> <a href='mailto:a@b.c'>m</a></p>"
    assert blocks(html) == (
        Paragraph((
            Link("https://cdn.example.net/a/b", (Text("x"),)), Text(" "), Link("mailto:a@b.c", (Text("m"),)),
        )),
    )  # fmt: skip


def test_without_links_the_words_stay():
    html = "<p>see <a href='/b'>there</a></p>"
    bare = document(html, links=False)
    assert bare.blocks == (Paragraph((Text("see there"),)),)
    assert bare.text == document(html).text
