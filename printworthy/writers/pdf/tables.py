"""Tables for the typesetter: a `Table` goes in; placed cells, widths, and whether to shrink or turn it come out."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, NamedTuple

from printworthy.data.article import Block, Cell, Heading, Paragraph, Table
from printworthy.writers.grid import Grid, lay_out
from printworthy.writers.parts import plain
from printworthy.writers.pdf.lines import Node
from printworthy.writers.width import width

_MOST_ROWS: Final = 1500
_MOST_COLUMNS: Final = 40
_SAMPLE: Final = 300
_NUMBER: Final = re.compile(r"[-+−–±~<>≈$€£¥₹]{0,2}\s?\d[\d.,\s\u00a0\u202f']*\s?(?:%|[$€£¥₹]|[a-zA-Zµ°]{1,3})?|[-–—]")
# How much of the line's letters a letter of a table takes: smaller type, and a face that runs narrow.
_LETTER: Final = 0.86
_PADDING: Final = 2.4
_BOLD: Final = 1.24


class Room(NamedTuple):
    """Letters in a line of one column, letters across the page, and how many columns there are."""

    letters: float
    full: float
    columns: int


class Tables:
    """Lays tables out for columns whose lines hold so many letters, on a page that holds `full` of them."""

    def __init__(self, room: Room, blocks: Callable[[tuple[Block, ...]], list[Node]]) -> None:
        self._letters, self._full, self._columns = room
        self._blocks = blocks

    def render(self, table: Table, caption: list[str | Node], cut: str) -> Node | None:
        """The table as a node; None if nothing is in it."""
        grid = lay_out(Table(table.rows[:_MOST_ROWS], table.head))
        if not grid or not grid[0]:
            return None
        grid = [row[:_MOST_COLUMNS] for row in grid]
        head = max(0, min(table.head, len(grid) - 1))
        left = len(table.rows) - len(grid)
        return {
            "t": "table",
            "rows": len(grid),
            "head": head,
            "caption": caption,
            "cells": self._cells(grid, head),
            "note": cut.replace("{n}", f"{left}") if left else "",
            **self._shape(grid),
        }

    def _cells(self, grid: Grid, head: int) -> list[Node]:
        numeric = _numeric_columns(grid, head)
        taken: set[tuple[int, int]] = set()
        cells = []
        for y, row in enumerate(grid):
            for x, cell in enumerate(row):
                if cell is None or (x, y) in taken:
                    continue
                cols, rows = _span(grid, x, y, cell, taken, head)
                cells.append(self._cell(cell, (x, y, cols, rows), x in numeric, y < head))
        return cells

    def _cell(self, cell: Cell, place: tuple[int, int, int, int], number: bool, head: bool) -> Node:
        x, y, cols, rows = place
        bold = head or cell.header
        blocks = self._blocks(cell.blocks)
        return {"x": x, "y": y, "cols": cols, "rows": rows, "number": number, "head": bold, "blocks": blocks}

    def _shape(self, grid: Grid) -> Node:
        """Scale, widths and direction, from the longest word and the longest line of each column."""
        words, lines = _extents(grid)
        least = sum(words) + _PADDING * len(words)
        wished = (min(line, max(word, 28)) for word, line in zip(words, lines, strict=True))
        comfortable = sum(wished) + _PADDING * len(words)
        room = self._letters / _LETTER
        wide = self._columns > 1 and comfortable > room
        spread = self._columns == 1 and comfortable > room
        across = self._full / _LETTER if wide or spread else room
        turned = least > across * 1.4 or comfortable > across * 3
        across = across * 1.45 if turned else across
        scale = max(0.6, min(1.0, across / max(least, 1))) * _LETTER
        fits = sum(lines) + _PADDING * len(lines) <= across
        columns = [0.0] * len(words) if fits else _fractions(words, lines)
        kind = {"wide": wide and len(grid) <= 30, "spread": spread, "turned": turned}
        return {"scale": round(scale, 3), "columns": columns, **kind}


def _fractions(words: list[float], lines: list[float]) -> list[float]:
    """Shares of the line: short columns get what they need, sentences share the rest by the root of their length."""
    wished = [min(line, 22) + max(0, line - 22) ** 0.62 * 1.6 for line in lines]
    return [round(max(word, wish) + _PADDING, 2) for word, wish in zip(words, wished, strict=True)]


def _extents(grid: Grid) -> tuple[list[float], list[float]]:
    """For each column, the width of its longest word and of its longest line, in letters."""
    count = len(grid[0])
    words, lines = [1.0] * count, [1.0] * count
    for row in grid[:_SAMPLE]:
        for x, cell in enumerate(row):
            if cell is None or cell.colspan > 1:
                continue
            text, bold = _text(cell), _BOLD if cell.header else 1.0
            lines[x] = max(lines[x], width(text) * bold)
            longest = max((min(width(word), 18) for word in text.split()), default=0)
            words[x] = max(words[x], longest * bold)
    return words, lines


def _text(cell: Cell) -> str:
    return " ".join(plain(block.children) for block in cell.blocks if isinstance(block, Paragraph | Heading))


def _numeric_columns(grid: Grid, head: int) -> set[int]:
    """The columns whose cells are numbers, so that they are set flush."""
    found = set()
    for x in range(len(grid[0])):
        texts = [_text(cell).strip() for row in grid[head : head + _SAMPLE] if (cell := row[x]) is not None]
        texts = [text for text in texts if text]
        if texts and sum(_NUMBER.fullmatch(text) is not None for text in texts) >= 0.8 * len(texts):
            found.add(x)
    return found


def _span(grid: Grid, x: int, y: int, cell: Cell, taken: set[tuple[int, int]], head: int) -> tuple[int, int]:
    """Columns and rows that the cell may take: free places only, and never from the repeated head into the body."""
    last = head if y < head else len(grid)
    cols, rows = 1, 1
    while cols < cell.colspan and x + cols < len(grid[0]) and grid[y][x + cols] is None and (x + cols, y) not in taken:
        cols += 1
    while rows < cell.rowspan and y + rows < last and _free(grid[y + rows][x : x + cols]):
        rows += 1
    taken.update((x + right, y + down) for right in range(cols) for down in range(rows))
    return cols, rows


def _free(places: list[Cell | None]) -> bool:
    return all(place is None for place in places)
