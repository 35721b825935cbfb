"""A table in Markdown: a `Table` goes in; a GFM table comes out, or an HTML one where GFM cannot hold it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from printworthy.data.blocks import Block, Cell, Figure, Heading, Paragraph, Table
from printworthy.writers.grid import is_plain, lay_out
from printworthy.writers.html import blocks as html_blocks
from printworthy.writers.notes import NumberedNotes

# An HTML block ends at the first blank line (4.6).
_BLANK: Final = re.compile(r"\n(?=[ \t]*\n)")


def fits(table: Table) -> bool:
    """Can GFM hold it: no spans, and in each cell nothing but lines of text and pictures?"""
    return is_plain(table) and all(_is_line(block) for row in table.rows for cell in row for block in cell.blocks)


def _is_line(block: Block) -> bool:
    if isinstance(block, Figure):
        return not block.caption and not block.credit
    return isinstance(block, Paragraph | Heading)


def gfm(table: Table, content: Callable[[Block], str]) -> str:
    """The table in pipes; `content` gives a block on one line. Without a head of its own it gets an empty one."""
    grid = lay_out(table)
    if not grid or not grid[0]:
        return ""
    rows = [[_cell(cell, content) for cell in row] for row in grid]
    named = table.head > 0 or all(cell is not None and cell.header for cell in grid[0])
    head, *rest = rows if named else [[""] * len(rows[0]), *rows]
    return "\n".join([_row(head), _row(["---"] * len(head)), *map(_row, rest)])


def _cell(cell: Cell | None, content: Callable[[Block], str]) -> str:
    parts = [content(block) for block in cell.blocks] if cell else []
    return "<br>".join(part for part in parts if part).replace("|", "\\|").replace("\n", " ")


def _row(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def html(table: Table, notes: NumberedNotes) -> str:
    """The table as an HTML block, which Markdown passes through."""
    page = html_blocks.HtmlBlocks(html_blocks.HtmlContext(notes, linked_notes=False, mathml=False))
    return _BLANK.sub("&#10;", page.table(table, with_caption=False))
