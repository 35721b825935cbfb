"""Tables laid out: rows of cells with spans go in, a rectangle comes out that says which cell stands where. And text
laid out: how many columns of a terminal it takes, and lines broken by that measure.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from typing import Final, TypeAlias

from printworthy.data.blocks import Cell, Table

Grid: TypeAlias = list[list[Cell | None]]

# Spans of a hostile table could ask for millions of places; when they are used up, each cell takes one.
_SPARE_PLACES: Final = 20_000
_WIDEST: Final = 1_000
# A place where a line may end: after a space, and between wide characters (before no closing mark of theirs).
_WIDE: Final = r"\u2e80-\u9fff\uff00-\uffef\U00020000-\U0003ffff"
_CHUNK: Final = re.compile(rf"[ \t]+|[{_WIDE}][、。，．：；？！」』）〉》】〕ー]*|[^ \t{_WIDE}]+")


def lay_out(table: Table) -> Grid:
    """The table as a rectangle: a cell at its first place, None where it spans on or where nothing stands."""
    spare = _SPARE_PLACES
    taken: set[tuple[int, int]] = set()
    placed: list[dict[int, Cell]] = []
    for y, row in enumerate(table.rows):
        places: dict[int, Cell] = {}
        x = 0
        for cell in row:
            while (y, x) in taken:
                x += 1
            places[x] = cell
            columns, rows = _spans(cell, len(table.rows) - y)
            if columns * rows > spare:
                columns = rows = 1
            elif rows > 1:
                spare -= columns * rows
                taken.update((y + down, x + right) for down in range(1, rows) for right in range(columns))
            x += columns
        placed.append(places)
    return _squeezed(placed)


def is_plain(table: Table) -> bool:
    """Does every cell take one place?"""
    return all(cell.colspan <= 1 and cell.rowspan <= 1 for row in table.rows for cell in row)


def _spans(cell: Cell, rows_left: int) -> tuple[int, int]:
    """The cell's columns and rows, within reason."""
    return max(1, min(cell.colspan, _WIDEST)), max(1, min(cell.rowspan, rows_left))


def _squeezed(placed: list[dict[int, Cell]]) -> Grid:
    """Rows of equal length, without the columns in which no cell begins (a span over "all" columns makes such)."""
    used = sorted({x for places in placed for x in places})
    return [[places.get(x) for x in used] for places in placed]


def width(text: str) -> int:
    """The columns that the text takes: 2 for a wide character, 0 for one that combines with the one before."""
    return len(text) if text.isascii() else sum(map(_char_width, text))


def _char_width(char: str) -> int:
    if char < "\u0300":
        return 1
    if unicodedata.combining(char) or unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def pad(text: str, columns: int) -> str:
    """The text filled with spaces up to so many columns."""
    return text + " " * (columns - width(text))


def wrap(line: str, columns: float, measure: Callable[[str], float] = width) -> list[str]:
    """The line broken into lines of at most so many columns; a word that is longer stands alone, whole."""
    lines: list[str] = []
    current, used = "", 0.0
    for chunk in _CHUNK.findall(line):
        size = measure(chunk)
        if current and used + size > columns and not chunk.isspace():
            lines.append(current.rstrip())
            current, used = "", 0.0
        if current or not chunk.isspace():
            current, used = current + chunk, used + size
    return [*lines, current.rstrip()] if current.strip() or not lines else lines
