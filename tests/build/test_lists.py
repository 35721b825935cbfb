"""Lists keep their nesting, numbers and terms, and never hold an empty item."""

from __future__ import annotations

import pytest

from printworthy.data.blocks import Definition, Definitions, Heading, Item, List, Paragraph, Text
from tests.building import blocks


def said(text):
    return Paragraph((Text(text),))


def item(*parts):
    return Item(tuple(said(part) if isinstance(part, str) else part for part in parts))


CASES = [
    ("<ul><li>a</li><li>b</li></ul>", List(False, (item("a"), item("b")))),
    ("<ol start=3><li>c<li>d</ol>", List(True, (item("c"), item("d")), 3)),
    ("<ol><li value=7>c</li></ol>", List(True, (item("c"),), 7)),
    ("<ol start='99999999999'><li>c</li></ol>", List(True, (item("c"),))),
    ("<ul><li>a<ul><li>b</li></ul></li></ul>", List(False, (item("a", List(False, (item("b"),))),))),
    ("<ul><li>a</li><ul><li>b</li></ul></ul>", List(False, (item("a", List(False, (item("b"),))),))),
    ("<ul><li>a</li><li>DROPPED</li><li> </li><li>c</li></ul>", List(False, (item("a"), item("c")))),
    ("<ul><li><p>a</p><p>b</p></li></ul>", List(False, (item("a", "b"),))),
    ("<ul><div><li>a</li></div>stray</ul>", List(False, (item("a"), item("stray")))),
    (
        "<dl><dt>Wort</dt><dt>Vokabel</dt><dd>Erklärung</dd><div><dt>Satz</dt><dd>x</dd><dd>y</dd></div></dl>",
        Definitions((
            Definition(((Text("Wort"),), (Text("Vokabel"),)), (said("Erklärung"),)),
            Definition(((Text("Satz"),),), (said("x"), said("y"))),
        )),
    ),
    ("<dl><dd>only indented</dd></dl>", said("only indented")),
    ("<dl><dt>DROPPED</dt><dd>left</dd></dl>", said("left")),
    ("<li>no list</li>", said("no list")),
]  # fmt: skip


@pytest.mark.parametrize(("html", "expected"), CASES)
def test_list(html, expected):
    assert blocks(html) == (expected,)


def test_item_with_heading():
    html = "<ol><li><h3>Schritt</h3>Tun.</li></ol>"
    assert blocks(html) == (List(True, (item(Heading(3, (Text("Schritt"),)), "Tun."),)),)
