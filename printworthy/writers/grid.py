"""Tables laid out: rows of cells with spans go in, a rectangle comes out that says which cell stands where."""

from __future__ import annotations

from typing import Final, TypeAlias

from printworthy.data.blocks import Cell, Table

Grid: TypeAlias = list[list[Cell | None]]

# Spans of a hostile table could ask for millions of places; when they are used up, each cell takes one.
_SPARE_PLACES: Final = 20_000
_WIDEST: Final = 1_000


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
