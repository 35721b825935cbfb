"""Tidying a list of blocks: rules only between content, pictures that stand together as a gallery."""

from __future__ import annotations

from typing import cast

from printworthy.data.blocks import Block, Figure, Gallery, Rule


def tidy(parts: list[object]) -> tuple[Block, ...]:
    """Blocks that were gathered one by one, as the content of what holds them."""
    if not any(type(part) is Rule or type(part) is Figure for part in parts):
        return cast("tuple[Block, ...]", tuple(parts))
    found: list[Block] = []
    pictures: list[Figure] = []
    for part in cast("list[Block]", parts):
        if isinstance(part, Figure) and not part.lead:
            pictures.append(part)
            continue
        _hang(pictures, found)
        if not isinstance(part, Rule) or found and not isinstance(found[-1], Rule):
            found.append(part)
    _hang(pictures, found)
    if found and isinstance(found[-1], Rule):
        found.pop()
    return tuple(found)


def _hang(pictures: list[Figure], found: list[Block]) -> None:
    """Put the pictures that stood together among the blocks."""
    if len(pictures) > 1:
        found.append(Gallery(tuple(pictures)))
    elif pictures:
        found.append(pictures[0])
    pictures.clear()
