"""Pages whose text stands in data for their scripts: the article is found by its prose, and by the page's title."""

from __future__ import annotations

import json

import pytest

import printworthy
from printworthy.parse.embedded import embedded_page
from printworthy.parse.lexbor import parse

TITLE = "The river that kept its promise"
LINES = [
    f"In the spring of {year} the water came as far as the {place}, and the people of the village carried their "
    "furniture upstairs, as their parents had done. Nobody was hurt, and nobody was surprised."
    for year, place in zip(
        range(1901, 1910), "mill church school inn bakery bridge forge green well".split(), strict=True
    )
]
SHELL = '<html lang=en><head><title>{} | The Courier</title></head><body><div id="__next">Loading</div>{}</body></html>'
BLOCKS = [{"type": "paragraph", "content": [{"type": "text", "value": line}]} for line in LINES]
NEXT = '<script id="__NEXT_DATA__" type="application/json">{}</script>'


def page(data: object, script: str = NEXT) -> str:
    return SHELL.format(TITLE, script.format(json.dumps(data)))


SHAPES = {
    "blocks": page({"props": {"story": {"headline": TITLE, "body": BLOCKS}}}),
    "nested": page(
        [{"type": "p", "children": [{"type": "text", "data": line[:30]}, {"text": line[30:]}]} for line in LINES]
    ),
    "html": page({"post": {"title": TITLE, "rendered": "".join(f"<p>{line}</p>" for line in LINES)}}),
    "lines": page(
        {"@type": "NewsArticle", "articleBody": "\n".join(LINES)}, '<script type="application/ld+json">{}</script>'
    ),
    "assigned": page({"a": {"title": TITLE, "body": BLOCKS}}, "<script>window.__APOLLO_STATE__ = {};</script>"),
}


@pytest.mark.parametrize("html", SHAPES.values(), ids=SHAPES)
def test_the_article_of_a_shell(html: str) -> None:
    article = printworthy.extract(html)
    assert [line for line in LINES if line not in article.text] == []
    assert "Loading" not in article.text
    assert any("data" in note for note in article.trace.notes)


def test_the_story_beside_the_title_counts_more_than_a_longer_one() -> None:
    other = [{"type": "p", "text": f"Quite another story, number {number}. " * 9} for number in range(20)]
    html = page(
        {"more": [{"headline": "Another one entirely", "body": other}], "story": {"title": TITLE, "body": BLOCKS}}
    )
    text = printworthy.extract(html).text
    assert LINES[0] in text
    assert "another story" not in text


def test_a_page_with_text_of_its_own_is_left_alone() -> None:
    body = "".join(f"<p>{line.replace('water', 'snow')}</p>" for line in LINES)
    html = page({"body": BLOCKS}).replace("Loading", f"<article>{body}</article>")
    assert "water" not in printworthy.extract(html).text


@pytest.mark.parametrize("data", ["{", "[" * 100_000, '{"a": "b"}' + " " * 2_000, json.dumps([{"text": "x" * 2_000}])])
def test_data_without_an_article(data: str) -> None:
    assert embedded_page(parse(SHELL.format(TITLE, NEXT.replace("{}", data)).encode())) is None


def test_what_the_data_says_is_text_and_no_script() -> None:
    mean = [
        {"type": "p", "text": f"<script>alert({number})</script> Some words, and a sentence. " * 3}
        for number in range(9)
    ]
    assert "<script" not in printworthy.extract(page(mean)).text


def test_what_next_js_pushes_piece_by_piece_is_read() -> None:
    sentence = "The clock in the tower had stopped, and nobody could say when. "
    paragraphs = [["$", "p", None, {"children": [sentence * 3, ["$", "em", None, {"children": "Really."}]]}]] * 8
    stream = (
        '1:"$Sreact"\n:HL["/a.css","style"]\n2:I[7,[],""]\n3:'
        + json.dumps(["$", "div", None, {"children": paragraphs}])
        + "\n"
    )
    cut = len(stream) // 2
    pushes = "".join(
        f"<script>self.__next_f.push([1,{json.dumps(piece)}])</script>" for piece in (stream[:cut], stream[cut:])
    )
    made = embedded_page(parse(f"<title>Of clocks</title><body><div id=app></div>{pushes}".encode()))
    assert made is not None
    assert made.count(b"<p>The clock") == 8
    assert b"Really." in made
