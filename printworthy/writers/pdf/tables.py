"""Tables for the typesetter: a `Table` goes in; placed cells, widths, and whether to shrink or turn it come out."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, NamedTuple

from printworthy.data.blocks import Block, Cell, Heading, Paragraph, Table
from printworthy.writers.body import plain
from printworthy.writers.grid import Grid, lay_out, width
from printworthy.writers.pdf.lines import Node

_MOST_ROWS: Final = 1500
_MOST_COLUMNS: Final = 40
_SAMPLE: Final = 300
_NUMBER: Final = re.compile(r"[-+−–±~<>≈$€£¥₹]{0,2}\s?\d[\d.,\s\u00a0\u202f']*\s?(?:%|[$€£¥₹]|[a-zA-Zµ°]{1,3})?|[-–—]")
# The type of a table beside that of the text, and how much of the line's letters one of its letters takes.
_TYPE: Final = 0.86
_LETTER: Final = 0.93
_PADDING: Final = 2.4
_BOLD: Final = 1.24
_LONGEST_WORD: Final = 18
# A turned table has more letters in a line. Rows that fit on a page when they lie, and rows that may float.
_TURNED: Final = 1.45
_SHORT: Final = 18
_FLOATING: Final = 30
# Lines that had better not wrap, and letters that a line of sentences should hold at least.
_SHORT_LINE: Final = 18
_DECENT: Final = 24
# Rows that widths are judged by.
_FEW: Final = 24
# Letters of a head that is no head, but the first rows of a layout.
_LONG_HEAD: Final = 600
# A table of so few rows and letters stays on one page.
_WHOLE: Final = (6, 300)


class Room(NamedTuple):
    """Letters in a line of one column, letters across the page, and how many columns there are."""

    letters: float
    full: float
    columns: int


class TableLayout:
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
        if _letters(grid[:head]) > _LONG_HEAD:  # a head is never broken, and stands on every page
            head = 0
        left = len(table.rows) - len(grid)
        return {
            "t": "table",
            "rows": len(grid),
            "head": head,
            "caption": caption,
            "cells": self._cells(grid, head),
            "note": cut.replace("{n}", f"{left}") if left else "",
            "whole": len(grid) <= _WHOLE[0] and all(map(_is_plain, grid)) and _letters(grid) <= _WHOLE[1],
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
        wide = self._columns > 1 and comfortable > room * 1.6 and len(grid) <= _FLOATING
        spread = self._columns == 1 and comfortable > room
        across = self._full / _LETTER if wide or spread else room
        turned = least > across * 1.4 or comfortable > across * 3
        across = across * _TURNED if turned else across
        scale = max(0.6, min(1.0, across / max(least, 1)))
        fits = sum(lines) + _PADDING * len(lines) <= across / scale
        columns = [0.0] * len(words) if fits else _shares(grid, words, lines, across / scale)
        hyphens = least > across / scale or max(words) >= _LONGEST_WORD
        kind = {"wide": wide, "spread": spread, "turned": turned, "short": len(grid) <= _SHORT, "hyphens": hyphens}
        return {"scale": round(scale * _TYPE, 3), "columns": columns, **kind}


def _shares(grid: Grid, words: list[float], lines: list[float], room: float) -> list[float]:
    """Widths in letters: each column holds its longest word, and the rest goes where it saves most lines."""
    rows = _lengths(grid)
    widths = _short_ones(words, lines, room - _PADDING * len(words))
    spare = room - sum(widths) - _PADDING * len(words)
    while spare >= 1:
        step, column = _best_step(rows, widths, lines, spare)
        if not step:
            break
        widths[column] += step
        spare -= step
    longest = max(range(len(lines)), key=lambda x: lines[x] - widths[x])
    widths[longest] += max(0.0, spare)
    # A column whose lines are whole takes what it needs (0), and those that wrap share the rest; but what a cell over
    # several columns needs would all be taken by such ones.
    spans = any(cell is not None and cell.colspan > 1 for row in grid for cell in row)
    whole = [not spans and widths[x] >= line and x != longest for x, line in enumerate(lines)]
    return [0.0 if done else round(width + _PADDING, 2) for done, width in zip(whole, widths, strict=True)]


def _short_ones(words: list[float], lines: list[float], room: float) -> list[float]:
    """The least widths, but of columns of dates and names the whole lines, if sentences keep a decent width."""
    long = [x for x, line in enumerate(lines) if line > _SHORT_LINE]
    wished = [max(words[x], min(lines[x], _DECENT)) if x in long else lines[x] for x in range(len(lines))]
    if sum(wished) > room:
        return list(words)
    return [words[x] if x in long else lines[x] for x in range(len(lines))]


def _best_step(rows: list[list[float]], widths: list[float], lines: list[float], spare: float) -> tuple[float, int]:
    """The widening that saves most lines a letter, and its column; nothing if none saves any."""
    now = [_heights(row, widths) for row in rows]
    best, gain = (0.0, 0), 0.0
    for x, width_now in enumerate(widths):
        others = [max((*heights[:x], *heights[x + 1 :]), default=1) for heights in now]
        before = sum(max(other, heights[x]) for other, heights in zip(others, now, strict=True))
        for step in (one for one in (1.0, 2.0, 4.0, 8.0, 16.0) if one <= spare and width_now + one <= lines[x] + 1):
            after = sum(max(other, _height(row[x], width_now + step)) for other, row in zip(others, rows, strict=True))
            if (before - after) / step > gain:
                best, gain = (step, x), (before - after) / step
    return best


def _heights(row: list[float], widths: list[float]) -> list[int]:
    return [_height(text, room) for text, room in zip(row, widths, strict=True)]


def _height(text: float, room: float) -> int:
    """Lines of a text; lines end with a word, and so a little early."""
    return 1 if text <= room else int(text / (room * 0.92)) + 1


def _lengths(grid: Grid) -> list[list[float]]:
    """How long the texts of a few rows are; a cell over several columns counts as none."""
    every = max(1, len(grid) // _FEW)
    return [
        [0.0 if cell is None or cell.colspan > 1 else float(width(_text(cell))) for cell in row]
        for row in grid[::every][:_FEW]
    ]


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
            longest = max((min(width(word), _LONGEST_WORD) for word in text.split()), default=0)
            words[x] = max(words[x], longest * bold)
    return words, lines


def _is_plain(row: list[Cell | None]) -> bool:
    """Is there nothing but lines of text in the row?"""
    return all(isinstance(block, Paragraph | Heading) for cell in row if cell for block in cell.blocks)


def _letters(grid: Grid) -> int:
    return sum(width(_text(cell)) for row in grid for cell in row if cell)


def _text(cell: Cell) -> str:
    return " ".join(plain(block.children) for block in cell.blocks if isinstance(block, Paragraph | Heading))


def _numeric_columns(grid: Grid, head: int) -> set[int]:
    """The columns whose cells are numbers, so that they are set flush."""
    found = set()
    for x in range(len(grid[0])):
        texts = [_text(cell).strip() for row in grid[head : head + _SAMPLE] if (cell := row[x]) and cell.colspan == 1]
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
