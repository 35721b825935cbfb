"""A table in plain text: a `Table` goes in, its lines come out: in columns, or as records where columns do not fit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from printworthy.data.blocks import Cell, Table
from printworthy.writers.grid import Grid, lay_out
from printworthy.writers.width import pad, width, wrap

_GAP: Final = "  "
_WIDEST_LINE: Final = 120


def lines(table: Table, content: Callable[[Cell], str], limit: int) -> list[str]:
    """The table's lines; `content` gives a cell's text on one line, `limit` is the width to keep (0: a usual one)."""
    grid = lay_out(table)
    texts = [[content(cell) if cell else "" for cell in row] for row in grid]
    sizes = [max(map(width, column)) for column in zip(*texts, strict=True)]
    head = _head_rows(table, grid)
    if sum(sizes) + len(_GAP) * (len(sizes) - 1) <= (limit or _WIDEST_LINE):
        return _in_columns(texts, sizes, head)
    return _as_records(texts, head, limit)


def _head_rows(table: Table, grid: Grid) -> int:
    """How many rows name the columns: those the page says, else a first row of nothing but header cells."""
    if table.head or not grid:
        return min(table.head, len(grid))
    return int(len(grid) > 1 and all(cell is None or cell.header for cell in grid[0]))


def _in_columns(texts: list[list[str]], sizes: list[int], head: int) -> list[str]:
    """Rows with their cells under each other, and a line below the head."""
    rows = [_GAP.join(map(pad, row, sizes)).rstrip() for row in texts]
    ruler = [_GAP.join("-" * size for size in sizes)] if 0 < head < len(rows) else []
    return rows[:head] + ruler + rows[head:]


def _as_records(texts: list[list[str]], head: int, limit: int) -> list[str]:
    """Each row as lines "column: value", with a blank line between rows."""
    names = [" ".join(filter(None, column)) for column in zip(*texts[:head], strict=True)] if head else []
    records = []
    for row in texts[head:] or texts:
        named = zip(names or [""] * len(row), row, strict=True)
        fields = [f"{name}: {value}" if name else value for name, value in named if value]
        records.append([part for line in fields for part in (wrap(line, limit) if limit else [line])])
    return "\n\n".join("\n".join(record) for record in records if record).split("\n") if any(records) else []
