"""Lines: `Tree` + `Looks` → text segments as Luo et al. (2009, section 3) define them.

A line-break node is displayed as a block, or is a br or hr (definition 1). Successive leaves of the page with the same
nearest line-break node (definition 2) are one segment (definition 3); leaves that are no text part segments, and are
left out of them. What is not displayed is not there.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, NamedTuple

from printworthy.base.tags import KINDS, SKIP
from printworthy.data.looks import ElementStyle, Looks
from printworthy.data.tree import Node, Tree

BLOCK_DISPLAYS: Final = frozenset({"block"})
_SINGLE: Final = frozenset({"br", "hr"})


class Piece(NamedTuple):
    """A text leaf: its node, its length without needless white space, its style, and whether it is in a link."""

    node: Node
    length: int
    style: ElementStyle
    linked: bool


@dataclass(frozen=True, slots=True)
class Line:
    """A text segment: the nearest line-break node that its leaves share, and the leaves."""

    breaker: Node
    pieces: list[Piece] = field(default_factory=list)

    @property
    def length(self) -> int:
        """Characters in all its leaves."""
        return sum(piece.length for piece in self.pieces)


class _Place(NamedTuple):
    """A node that is next, and what holds around it."""

    node: Node
    breaker: Node
    style: ElementStyle
    linked: bool


def is_line_break(tag: str, style: ElementStyle) -> bool:
    """Definition 1."""
    return style.display in BLOCK_DISPLAYS or tag in _SINGLE


def lines(tree: Tree, looks: Looks) -> list[Line]:
    """The page's text segments, in their order."""
    if tree.body is None:
        return []
    found: list[Line] = []
    last = 0
    todo = [_Place(tree.body, tree.body, looks.style(tree.body), linked=False)]
    while todo:
        place = todo.pop()
        tag = place.node.tag or ""
        if tag == "-text":
            piece = _piece(place)
            if piece is None:
                continue
            if last != place.breaker.mem_id or not found:
                found.append(Line(place.breaker))
            found[-1].pieces.append(piece)
            last = place.breaker.mem_id
        elif KINDS.get(tag) != SKIP or tag in _SINGLE:
            inside = _enter(place, tag, looks)
            if inside is None:
                continue
            children = _children(place.node)
            if not children:
                last = inside.breaker.mem_id  # a leaf that is no text
            todo.extend(inside._replace(node=child) for child in reversed(children))
    return found


def _piece(place: _Place) -> Piece | None:
    """A text leaf that is displayed and more than white space."""
    length = len(" ".join((place.node.text_content or "").split()))
    return Piece(place.node, length, place.style, place.linked) if length and place.style.visible else None


def _enter(place: _Place, tag: str, looks: Looks) -> _Place | None:
    """What holds inside an element; None if it is not displayed."""
    style = looks.styles.get(place.node.mem_id) or place.style._replace(display="inline")
    if style.display == "none":
        return None
    breaker = place.node if is_line_break(tag, style) else place.breaker
    return _Place(place.node, breaker, style, place.linked or tag == "a")


def _children(node: Node) -> list[Node]:
    found = []
    child = node.child
    while child is not None:
        if child.tag != "-comment":
            found.append(child)
        child = child.next
    return found
