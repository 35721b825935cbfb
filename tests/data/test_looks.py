"""Styles and boxes: of an element itself, or of the nearest one that has some."""

from __future__ import annotations

from printworthy.data.looks import INITIAL, Box, ElementStyle, Looks
from printworthy.data.tree import Node
from printworthy.parse.lexbor import parse

TREE = parse(b"<body><div><p>Words</p></div>")
LARGE, BOX = ElementStyle(size=30.0), Box(10, 20, 110, 50)


def node(name: str) -> Node:
    found = TREE.root.css_first(name)
    assert found is not None
    return found


def text() -> Node:
    found = node("p").first_child
    assert found is not None
    return found


def test_boxes_have_sides() -> None:
    assert (BOX.width, BOX.height) == (100, 30)


def test_styles_are_those_of_the_nearest_element() -> None:
    looks = Looks("browser", {node("div").mem_id: LARGE})
    assert [looks.style(one) for one in (node("div"), node("p"), text())] == [LARGE] * 3
    assert looks.style(node("body")) == INITIAL


def test_a_text_has_the_box_of_its_element() -> None:
    looks = Looks("browser", boxes={node("p").mem_id: BOX})
    assert (looks.box(node("p")), looks.box(text())) == (BOX, BOX)
    assert looks.box(node("div")) is None
    assert Looks("browser", boxes={node("div").mem_id: BOX}).box(node("p")) is None


def test_a_text_may_have_a_box_of_its_own() -> None:
    own = Box(0, 0, 1, 1)
    assert Looks("browser", boxes={node("p").mem_id: BOX, text().mem_id: own}).box(text()) == own
