"""Pages to look at: the typesetter's drawings and marks go in; `Pages` with the place of every block come out.

A block may go on in the next column or on the next page: it then has several places. Lengths are points of the paper.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from printworthy.writers.pdf.typesetter_client import DrawnPages

# What is lower than this holds no line: the block began or ended at the edge of its column.
_LOWEST: Final = 5.0
_SIZE: Final = re.compile(rb'<svg[^>]*? width="([\d.]+)pt" height="([\d.]+)pt"')
# The typesetter writes "&" and "<" of an address as they are, and no browser shows a drawing that is not well-formed.
_TARGET: Final = re.compile(rb'(<a transform="[^"]*") href="[^"]*" xlink:href="[^"]*"')
# Between the text and the line above its notes.
_CLEAR: Final = 10.0
HEADLINE: Final = -1


@dataclass(frozen=True, slots=True)
class BlockPosition:
    """Where a block, by its number in `body(article)`, stands on a page; pages count from 0."""

    block: int
    page: int
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Pages:
    """The pages as SVG, the width and height of each, and the places of the blocks in the order of the document."""

    drawings: tuple[bytes, ...]
    sizes: tuple[tuple[float, float], ...]
    places: tuple[BlockPosition, ...]

    @classmethod
    def drawn(cls, drawn: DrawnPages) -> Pages:
        """From what the typesetter made and told."""
        sizes = tuple(_size(page, drawn.marks) for page in drawn.pages)
        places = list(_places(drawn.marks, sizes))
        return cls(tuple(map(_unlinked, drawn.pages)), sizes, tuple(_beside(place, places) for place in places))


@dataclass(frozen=True, slots=True)
class _Mark:
    """A point on a page; `column` counts in the direction of reading."""

    page: int
    column: int
    x: float
    y: float


def _unlinked(page: bytes) -> bytes:
    """The drawing without where its links lead: it is looked at as a picture, in which none can be followed."""
    return _TARGET.sub(rb"\1", page)


def _size(page: bytes, told: dict[str, Any]) -> tuple[float, float]:
    """A drawing's own size: wide tables turn their pages."""
    found = _SIZE.match(page)
    return (float(found[1]), float(found[2])) if found else (told["width"], told["height"])


def _places(told: dict[str, Any], sizes: Sequence[tuple[float, float]]) -> Iterator[BlockPosition]:
    """The places of all blocks that have both their marks."""
    starts: dict[int, _Mark] = {}
    below = 0.0  # the headline, under which the columns of the first page begin
    for block, edge, page, x, y in told["marks"]:
        mark = _Mark(page - 1, _column(told, x), x, y)
        if edge == 0:
            starts.setdefault(block, mark)
        elif block == HEADLINE:
            below = y if mark.page == 0 and told["columns"] > 1 else 0.0
        elif block in starts:
            ends = (starts.pop(block), mark)
            found = list(_parts(told, block, ends, below))
            yield from found or _turned(told, block, ends, sizes)


def _column(told: dict[str, Any], x: float) -> int:
    """The column that a point stands in."""
    at = int((x - told["left"]) / (told["column"] + told["gap"]) + 0.05)
    last = int(told["columns"]) - 1
    at = max(0, min(at, last))
    return last - at if told["rtl"] else at


def _parts(told: dict[str, Any], block: int, ends: tuple[_Mark, _Mark], below: float) -> Iterator[BlockPosition]:
    """The parts of a block, column by column."""
    start, end = ends
    page, column = start.page, start.column
    while (page, column) <= (end.page, end.column):
        top = start.y if (page, column) == (start.page, start.column) else max(told["top"], 0 if page else below)
        bottom = end.y if (page, column) == (end.page, end.column) else _bottom(told, page, column)
        if bottom - top >= _LOWEST:
            yield BlockPosition(block, page, _left(told, column), top, told["column"], bottom - top)
        page, column = (page, column + 1) if column + 1 < told["columns"] else (page + 1, 0)


def _turned(
    told: dict[str, Any], block: int, ends: tuple[_Mark, _Mark], sizes: Sequence[tuple[float, float]]
) -> Iterator[BlockPosition]:
    """A table that lies on its side ends beside or above its beginning: it has the whole page, or pages."""
    start, end = ends
    if abs(end.x - start.x) > _LOWEST or end.y < start.y:
        for page in range(start.page, min(end.page + 1, len(sizes))):
            width, height = sizes[page]
            yield BlockPosition(
                block, page, told["left"], told["top"], width - 2 * told["left"], height - 2 * told["top"]
            )


def _bottom(told: dict[str, Any], page: int, column: int) -> float:
    """Where the text of a column ends: above its notes, and above what makes the last columns equal."""
    feet = [y - _CLEAR for at, x, y in told["feet"] if at - 1 == page and _column(told, x) == column]
    fills = [y for at, y in told["fills"] if at - 1 == page]
    return float(min([told["bottom"], *feet, *fills]))


def _beside(place: BlockPosition, others: list[BlockPosition]) -> BlockPosition:
    """The place without what floats at its head or its foot: text that goes on there stands below or above that."""
    top, bottom = place.y, place.y + place.height
    for other in others:
        same = other.block != place.block and (other.page, other.x) == (place.page, place.x)
        if same and top - 1 <= other.y and other.y + other.height <= bottom + 1 and other.height < bottom - top:
            if other.y - top < bottom - other.y - other.height:
                top = other.y + other.height
            else:
                bottom = other.y
    return replace(place, y=top, height=bottom - top)


def _left(told: dict[str, Any], column: int) -> float:
    """Where a column begins on paper."""
    at = told["columns"] - 1 - column if told["rtl"] else column
    return float(told["left"] + at * (told["column"] + told["gap"]))
