"""Captions of embeds: a player's element → what the page says under it, as a line."""

from __future__ import annotations

from typing import Final

from printworthy.base.tags import CODE
from printworthy.build.scene import Scene
from printworthy.data.blocks import Inline, Text
from printworthy.data.columns import Columns
from printworthy.data.tree import Node

_FIGURE, _FIGCAPTION = CODE["figure"], CODE["figcaption"]
_TOO_WIDE: Final = frozenset(CODE[name] for name in ("body", "article", "main", "section"))
_CLIMB: Final = 5
_LONGEST: Final = 1200
# What buttons and counters may add to the text of a player's box.
_SLACK: Final = 40


def embed_caption(scene: Scene, player: Node) -> tuple[Inline, ...]:
    """The caption in the figure around a player, or in another box that holds nothing but the two."""
    columns, above = scene.columns, _above(player)
    for element, tag in enumerate(columns.tag):
        if tag == _FIGCAPTION or "aption" in columns.key[element]:
            box = _box(columns, element, above)
            caption = _words(columns, element)
            if box > 0 and 0 < len(caption) <= _LONGEST and _is_all(columns, box, caption):
                return (Text(caption),)
    return ()


def _above(player: Node) -> frozenset[int]:
    """The identities of the elements right around a player."""
    found: list[int] = []
    up = player.parent
    while up is not None and len(found) < _CLIMB:
        found.append(up.mem_id)
        up = up.parent
    return frozenset(found)


def _box(columns: Columns, caption: int, above: frozenset[int]) -> int:
    """The element that holds both a caption and the player; 0 if that is no box of theirs."""
    box = columns.parent[caption]
    for _ in range(_CLIMB):
        if box <= 0 or columns.tag[box] in _TOO_WIDE:
            return 0
        if columns.node[box].mem_id in above:
            return box
        box = columns.parent[box] if columns.tag[box] != _FIGURE else 0
    return 0


def _is_all(columns: Columns, box: int, caption: str) -> bool:
    """Is there little but the caption in a box? In a figure there may be more."""
    return columns.tag[box] == _FIGURE or len(_words(columns, box)) <= len(caption) + _SLACK


def _words(columns: Columns, element: int) -> str:
    return " ".join(" ".join(columns.text[columns.first[element] : columns.last[element]]).split())
