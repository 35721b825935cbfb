"""Captions of embeds: a player's element → what the page says under it, as a line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from printworthy.base.tags import CODE
from printworthy.build.scene import Scene
from printworthy.data.blocks import Inline, Text
from printworthy.data.columns import Columns
from printworthy.data.tree import Node

_FIGURE, _FIGCAPTION = CODE["figure"], CODE["figcaption"]
_TOO_WIDE: Final = frozenset(CODE[name] for name in ("body", "article", "main", "section"))
_CLIMB: Final = 5
_LONGEST, _MOST_SEGMENTS = 1200, 20
# What buttons and counters may add to the text of a player's box.
_SLACK: Final = 40


def embed_caption(scene: Scene, player: Node) -> tuple[Inline, ...]:
    """The caption in the figure around a player, or in another box that holds nothing but the two."""
    if scene.captions is None:
        scene.captions = _captions(scene.columns)
    up = player.parent
    for _ in range(_CLIMB):
        if up is None:
            break
        box, caption = scene.captions.get(up.mem_id, (0, ""))
        if caption and _is_all(scene.columns, box, caption):
            return (Text(caption),)
        up = up.parent
    return ()


def _captions(columns: Columns) -> dict[int, tuple[int, str]]:
    """The boxes that hold a caption, by the identity of their nodes, each with its first one; one look at the page."""
    found: dict[int, tuple[int, str]] = {}
    for element, tag in enumerate(columns.tag):
        if (tag == _FIGCAPTION or "aption" in columns.key[element]) and (caption := _words(columns, element)):
            for box in _boxes(columns, element):
                found.setdefault(columns.node[box].mem_id, (box, caption))
    return found


def _boxes(columns: Columns, caption: int) -> Iterator[int]:
    """The elements around a caption that may be a box of its own, up to a figure."""
    box = columns.parent[caption]
    for _ in range(_CLIMB):
        if box <= 0 or columns.tag[box] in _TOO_WIDE:
            return
        yield box
        box = columns.parent[box] if columns.tag[box] != _FIGURE else 0


def _is_all(columns: Columns, box: int, caption: str) -> bool:
    """Is there little but the caption in a box? In a figure there may be more."""
    if columns.tag[box] == _FIGURE:
        return True
    first, last = columns.first[box], columns.last[box]
    return last - first <= _MOST_SEGMENTS and sum(map(len, columns.text[first:last])) <= len(caption) + _SLACK


def _words(columns: Columns, element: int) -> str:
    """The text of an element that is short enough for a caption, else nothing."""
    first, last = columns.first[element], columns.last[element]
    if last - first > _MOST_SEGMENTS or sum(map(len, columns.text[first:last])) > _LONGEST:
        return ""
    return " ".join(" ".join(columns.text[first:last]).split())
