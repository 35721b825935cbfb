"""Which styles hide text, one by one.

Covers: printworthy.parse.hiding.
"""

from __future__ import annotations

import pytest

from printworthy.parse.hiding import MAY_HIDE, alike, colour, declarations, ground, hidden_by

HIDES = [
    "display:none", "DISPLAY : NONE !important", "visibility:hidden", "visibility: collapse", "opacity:0", "opacity:0.00",
    "opacity:0%", "font-size:0", "font-size:0px", "font-size:1px", "height:0;overflow:hidden", "max-height:0;overflow:clip",
    "width:1px;height:1px;overflow:hidden;position:absolute", "position:absolute;left:-9999px", "position:fixed;top:-100em",
    "margin-left:-9999px", "text-indent:-9999px", "text-indent:100%;white-space:nowrap;overflow:hidden",
    "position:absolute;clip:rect(0,0,0,0)", "position:absolute;clip:rect(1px 1px 1px 1px)", "clip-path:inset(50%)",
    "clip-path:inset(100%)", "clip-path:circle(0)", "transform:scale(0)", "transform:translateX(-9999px)", "color:transparent",
    "color:rgba(1,2,3,0)", "color:rgb(0 0 0 / 0%)", "color:#fff0", "filter:opacity(0)", "content-visibility:hidden",
]  # fmt: skip
SHOWS = [
    "", "display:block", "opacity:.5", "opacity:0;transition:opacity 1s", "opacity:0;transform:translateY(20px)", "font-size:0.9em",
    "font-size:12px", "height:0", "max-height:0", "left:-9999px", "margin-left:-20px", "text-indent:-1em", "clip:rect(0,0,0,0)",
    "clip-path:inset(5%)", "transform:translateX(-50%)", "color:rgb(0, 0, 0)", "color:rgba(0,0,0,.87)",
    "color:transparent;-webkit-background-clip:text", "height:200px;overflow:hidden", "width:100%;overflow:hidden",
]  # fmt: skip


@pytest.mark.parametrize("style", HIDES)
def test_hides(style: str) -> None:
    assert MAY_HIDE.search(style)
    assert hidden_by(declarations(style)) is not None


@pytest.mark.parametrize("style", SHOWS)
def test_shows(style: str) -> None:
    assert hidden_by(declarations(style)) is None


def test_an_important_value_is_not_overruled_by_a_later_one() -> None:
    assert declarations("display:none!important;display:block")["display"] == ("none", True)


def test_colours() -> None:
    assert colour("White") == ""  # declarations are in lower case
    assert colour("#FFF".lower()) == colour("rgb(255, 255, 255)") == colour("white") == "#ffffff"
    assert alike("#ffffff", "#fdfdfd")
    assert not alike("#ffffff", "#000000")
    assert not alike("#ffffff", "?")


def test_a_picture_behind_text_is_not_known() -> None:
    assert ground(declarations("background:url(a.png) #fff")) == "?"
    assert ground(declarations("background-color:#fff")) == "#ffffff"
    assert ground(declarations("margin:0")) == ""
