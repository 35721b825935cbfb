"""Headings: `h1` to `h6`, and elements that say they are one → `Heading`."""

from __future__ import annotations

from typing import Final

from printworthy.base.tags import HEADING
from printworthy.build.code import is_code_area, open_code
from printworthy.build.scene import Scene
from printworthy.data.blocks import Heading, Inline
from printworthy.data.tree import Node

# An element that was never closed holds half the page: that is no heading.
_MOST_SEGMENTS: Final = 4


def open_heading(scene: Scene, node: Node, element: int) -> bool:
    """`h1` to `h6`."""
    if scene.count(element) <= _MOST_SEGMENTS:
        scene.outline.open_flat("heading", _close, int((node.tag or "h2")[1]))
    return False


def open_div(scene: Scene, node: Node, element: int) -> bool:
    """`div`: a container, unless it says that it is a heading or a highlighter left its lines in it."""
    columns = scene.columns
    if columns.flags[element] & HEADING:
        attributes = node.attributes
        if attributes.get("role") == "heading" and scene.count(element) <= _MOST_SEGMENTS:
            scene.outline.open_flat("heading", _close, _level(attributes.get("aria-level"), 2))
        return False
    key = columns.key[element]
    return bool(key) and is_code_area(key) and open_code(scene, node, element)


def _close(children: tuple[Inline, ...], data: object) -> Heading | None:
    return Heading(data if isinstance(data, int) else 2, children) if children else None


def _level(value: str | None, default: int) -> int:
    """A level between 1 and 6."""
    return min(6, max(1, int(value))) if value and value.isdecimal() and len(value) < 3 else default
