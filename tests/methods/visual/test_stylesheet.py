"""How a page probably looks, without a browser.

Covers: printworthy.parse.css.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printworthy.data.looks import ElementStyle
from printworthy.methods.visual.stylesheet import approximate, color, font_size, legacy_size, weight
from printworthy.parse.css import read_declarations, read_rules, specificity
from printworthy.parse.lexbor import parse


def style(html: str, query: str = "#it") -> ElementStyle:
    tree = parse(html.encode())
    node = tree.root.css_first(query)
    assert node is not None
    return approximate(tree).style(node)


DISPLAYS = [
    ("<p id=it>", "block"),
    ("<span id=it>", "inline"),
    ("<ul><li id=it></ul>", "list-item"),
    ("<table><tr><td id=it></table>", "table-cell"),
    ("<p id=it hidden>", "none"),
    ("<body><noscript><p id=it></noscript>", "none"),
    ("<div style='display:none'><p id=it></div>", "none"),
    ("<p id=it style='display: Inline !important'>", "inline"),
    ("<style>p { display: inline }</style><p id=it>", "inline"),
    ("<style>p { display: inline } .a { display: block }</style><p id=it class=a>", "block"),
    ("<style>.a { display: block } p { display: inline }</style><p id=it class=a>", "block"),
    ("<style>p { display: inline !important } #it { display: block }</style><p id=it>", "inline"),
    ("<style>p { display: inline !important }</style><p id=it style='display: block'>", "inline"),
    ("<style>@media print { p { display: none } }</style><p id=it>", "block"),
    ("<style>@media (max-width: 600px) { p { display: none } }</style><p id=it>", "block"),
    ("<style>@media screen and (min-width: 600px) { p { display: flex } }</style><p id=it>", "flex"),
    ("<style>@media (prefers-color-scheme: dark) { p { display: none } }</style><p id=it>", "block"),
    ("<style>@import url(x.css); /* p { */ p, a:hover { display: grid }</style><p id=it>", "grid"),
    ("<style>p:hover { display: none } p::before { display: none }</style><p id=it>", "block"),
    ("<style>p { content: '}'; display: flex }</style><p id=it>", "flex"),
    ("<style media=print>p { display: none }</style><p id=it>", "block"),
    ("<style>p[[ { display: none } p { display: grid }</style><p id=it>", "grid"),
]


@pytest.mark.parametrize(("html", "display"), DISPLAYS)
def test_display(html: str, display: str) -> None:
    assert style(html).display == display


SIZES = [
    ("<h1 id=it>", 32.0),
    ("<h1><small id=it>", 32 * 5 / 6),
    ("<div style='font-size: 20px'><p id=it>", 20.0),
    ("<div style='font-size: 20px'><p style='font-size: 1.5em' id=it>", 30.0),
    ("<div style='font-size: 150%'><p style='font-size: 2rem' id=it>", 32.0),
    ("<p style='font: bold 12px/18px serif' id=it>", 12.0),
    ("<font size=5 id=it>", 24.0),
    ("<font size=-1 id=it>", 13.0),
    ("<p style='font-size: x-large' id=it>", 24.0),
    ("<p style='font-size: calc(1vw + 2vh)' id=it>", 16.0),
]


@pytest.mark.parametrize(("html", "size"), SIZES)
def test_size(html: str, size: float) -> None:
    assert style(html).size == pytest.approx(size)


INKS = [
    ("<p id=it>", "rgb(0, 0, 0)"),
    ("<a href=/ id=it>", "rgb(0, 0, 238)"),
    ("<a id=it>", "rgb(0, 0, 0)"),
    ("<body text=#333333><p id=it>", "rgb(51, 51, 51)"),
    ("<div style='color: #345'><p id=it>", "rgb(51, 68, 85)"),
    ("<p style='color: RED' id=it>", "rgb(255, 0, 0)"),
    ("<p style='color: rgba(1, 2, 3, .5)' id=it>", "rgb(1, 2, 3)"),
    ("<p style='color: hotpink' id=it>", "hotpink"),
    ("<div style='color: red'><p style='color: inherit' id=it>", "rgb(255, 0, 0)"),
    ("<font color=green id=it>", "rgb(0, 128, 0)"),
]


@pytest.mark.parametrize(("html", "ink"), INKS)
def test_color(html: str, ink: str) -> None:
    assert style(html).color == ink


def test_visibility_weight_and_background() -> None:
    assert not style("<div style='visibility: hidden'><p id=it>").visible
    assert style("<div style='visibility: hidden'><p style='visibility: visible' id=it>").visible
    assert style("<p><b id=it>").weight == 700
    assert style("<b><i style='font-weight: normal' id=it>").weight == 400
    assert style("<p style='background: #fff' id=it>").background == "rgb(255, 255, 255)"
    assert style("<table><tr bgcolor=silver id=it></table>").background == "rgb(192, 192, 192)"


def test_no_boxes_and_it_says_so() -> None:
    looks = approximate(parse(b"<p>x"))
    assert (looks.source, dict(looks.boxes)) == ("stylesheet", {})


@pytest.mark.parametrize(
    ("selector", "wanted"),
    [("p", (0, 0, 1)), ("#a .b p", (1, 1, 1)), ("ul > li.x[href='#y']:first-child", (0, 3, 2)), ("*", (0, 0, 0))],
)
def test_specificity(selector: str, wanted: tuple[int, int, int]) -> None:
    assert specificity(selector) == wanted


@given(st.text(alphabet="pa{}@;:,.#()'\"/* \n-media0123!", max_size=60))
def test_any_stylesheet_can_be_read(css: str) -> None:
    list(read_rules(css))
    read_declarations(css)


@given(st.text(max_size=12))
def test_any_value_can_be_read(value: str) -> None:
    font_size(value, 16)
    legacy_size(value, 16)
    weight(value, 400)
    color(value, "rgb(0, 0, 0)")
