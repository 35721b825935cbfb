"""The walk: headings, quotes, rules and pictures in place; nothing dropped shows; depth is no danger.

Covers: printworthy.build.document, printworthy.build.quotes.
"""

from __future__ import annotations

import time

import pytest

from printworthy.build.document import BuildBase, build
from printworthy.data.blocks import Code, Embed, Figure, Gallery, Heading, Paragraph, Quote, Rule, Text
from tests.building import blocks, document, read


def said(text):
    return Paragraph((Text(text),))


CASES = [
    ("<h2>Ein <b>Titel</b></h2>", (Heading(2, (Text("Ein Titel"),)),)),
    ("<h1><div>One</div><div>Two</div></h1>", (Heading(1, (Text("One Two"),)),)),
    ('<h2>Titel<a class="headerlink" href="#titel">¶</a></h2>', (Heading(2, (Text("Titel"),)),)),
    ("<h2>One<br>Two</h2>", (Heading(2, (Text("One Two"),)),)),
    ('<div role="heading" aria-level="4">Sub</div>', (Heading(4, (Text("Sub"),)),)),
    ('<div role="heading" aria-level="99999">Sub</div>', (Heading(2, (Text("Sub"),)),)),
    ("<h3>Open" + "<p>text</p>" * 6 + "</h3>", (said("Open"), *[said("text")] * 6)),
    ("<b>Short and bold</b><p>x</p>", None),
    ("<blockquote cite='/src'><p>Wort</p></blockquote>", (Quote((said("Wort"),), "https://example.org/src"),)),
    ("<blockquote><p>DROPPED</p></blockquote><p>x</p>", (said("x"),)),
    ("<blockquote><p>Wort</p><footer>— DROPPED</footer></blockquote>", (Quote((said("Wort"), said("— DROPPED"))),)),
    ("<blockquote><p>DROPPED</p><footer>— DROPPED</footer></blockquote><p>x</p>", (said("x"),)),
    ("<figure><blockquote>Wort</blockquote><figcaption>Ann, DROPPED</figcaption></figure><p>x</p>",
     (Quote((said("Wort"), said("Ann, DROPPED"))), said("x"))),
    ("<figure><figcaption>Ann</figcaption><blockquote>Wort</blockquote></figure>",
     (said("Ann"), Quote((said("Wort"),)))),
    ("<blockquote>Wort</blockquote><figure><figcaption>Ann</figcaption><pre>x</pre></figure>",
     (Quote((said("Wort"),)), said("Ann"), Code("x"))),
    ("<div>One<div></div>Two</div>", (said("One"), said("Two"))),
    ("<div>One<div>DROPPED</div>Two</div>", (said("One"), said("Two"))),
    ("<h2>One<div></div>Two</h2>", (Heading(2, (Text("One Two"),)),)),
    ("<div>One, <table align=left><tr><td></table>two</div>", (said("One, two"),)),
    ("<p>A <x-source>large</x-source> study</p>", (said("A large study"),)),
    ("<hr><p>a</p><hr><hr><p>b</p><hr>", (said("a"), Rule(), said("b"))),
    ("<p>a</p><hr><p>DROPPED</p>", (said("a"),)),
    ("<my-card><my-text>a</my-text><my-text>b</my-text></my-card>", (said("a"), said("b"))),
    ("<div>loose <span>text</span><p>para</p>tail</div>", (said("loose text"), said("para"), said("tail"))),
    ("<details><summary>Frage</summary>Antwort</details>", (said("Frage"), said("Antwort"))),
    ("<p>" + "lang " * 30 + "</p><p>" + "lang " * 30 + "</p>", (said(("lang " * 30).strip()),)),
    ("<p>DROPPED</p>", ()),
    ("", ()),
]  # fmt: skip


@pytest.mark.parametrize(("html", "expected"), CASES)
def test_blocks(html, expected):
    found = blocks(html)
    if expected is None:
        assert all(isinstance(block, Paragraph) for block in found)
    else:
        assert found == expected


def with_figures(html, captions):
    """The blocks of a page with a figure for each `img`, by its `src`."""
    tree, columns, kept = read(html)
    figures = {
        node.mem_id: Figure(node.attributes["src"], caption=(Text(captions[number]),) if captions[number] else ())
        for number, node in enumerate(tree.root.css("img"))
    }
    made = build(tree, columns, kept, BuildBase(figures=figures))
    assert made.text == build(tree, columns, kept, BuildBase()).text
    return made.blocks


FIGURES = [
    ("<p>a</p><figure><img src=x><figcaption>Bild</figcaption></figure><p>b</p>", ["Bild"],
     lambda x: (said("a"), x, said("b"))),
    ("<p>a</p><figure><figcaption>Bild</figcaption><img src=x></figure><p>b</p>", ["Bild"],
     lambda x: (said("a"), x, said("b"))),
    ("<p>a</p><figure><img src=x><figcaption>DROPPED</figcaption></figure><p>b</p>", [""],
     lambda x: (said("a"), x, said("b"))),
    ("<p>a <img src=x> b</p><p>c</p>", [""], lambda x: (said("a b"), x, said("c"))),
    ("<p><img src=x> a</p>", [""], lambda x: (x, said("a"))),
    ("<p>a</p><div><div><a href=/y><img src=x></a></div></div>", [""], lambda x: (said("a"), x)),
    ("<h2><img src=x>Titel</h2>", [""], None),
]  # fmt: skip


@pytest.mark.parametrize(("html", "captions", "expected"), FIGURES)
def test_figures(html, captions, expected):
    found = with_figures(html, captions)
    figure = Figure("x", caption=(Text(captions[0]),) if captions[0] else ())
    if expected is None:
        assert set(found) == {figure, Heading(2, (Text("Titel"),))}
    else:
        assert found == expected(figure)


def test_pictures_side_by_side_are_a_gallery():
    found = with_figures("<p>a</p><div><img src=x><img src=y></div><p>b</p><img src=z>", ["", "", ""])
    assert found == (said("a"), Gallery((Figure("x"), Figure("y"))), said("b"), Figure("z"))


@pytest.mark.parametrize("tag", ["div", "blockquote", "ul><li", "b", "span", "table><tr><td", "dl><dd", "section"])
def test_deep_pages_are_built_in_bounded_depth_and_time(tag):
    begin = time.process_time()
    opened = "".join(f"<{name}>" for name in tag.replace("><", " ").split())
    made = document(opened * 1200 + "deep" + "<p>deeper</p>")
    assert made.text.split() == ["deep", "deeper"]
    assert "deeper" in repr(made.blocks)
    assert time.process_time() - begin < 5


def test_no_dropped_word_and_every_kept_word():
    html = "".join(
        f"<div><h3>k{n}a</h3><p>k{n}b <a href=/x>k{n}c</a> <i>k{n}d</i></p><p>DROPPED{n}</p><ul><li>k{n}e</li><li>DROPPED</ul></div>"  # noqa: E501
        for n in range(30)
    )
    made = document(html)
    shown = repr(made.blocks)
    assert "DROPPED" not in shown
    assert all(f"'k{n}{part}" in shown or f"{n}{part}" in shown for n in range(30) for part in "abcde")
    assert not any(isinstance(block, Embed) for block in made.blocks)
