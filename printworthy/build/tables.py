"""Tables: `table` and what stands in it → `Table`. Tables that only lay out the page are dissolved into blocks."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, replace
from typing import Final, cast

from printworthy.base.tags import CODE
from printworthy.build.code import is_code_table, open_code
from printworthy.build.outline import Outline, tidy
from printworthy.build.scene import Scene
from printworthy.data.blocks import Cell, Inline, Paragraph, Table
from printworthy.data.tree import Node

_MAX_COLSPAN: Final = 100
_MAX_ROWSPAN: Final = 1000
_MAX_WIDTH: Final = 500
# A cell of data is short; a column of a page is not.
_LONG_CELL: Final = 700
_TABLE, _TR, _TD, _TH, _CAPTION, _THEAD = (CODE[name] for name in ("table", "tr", "td", "th", "caption", "thead"))
_PAGE_PARTS: Final = frozenset(CODE[name] for name in "h1 h2 article section main nav aside form header footer".split())
_LAYOUT_ROLES: Final = frozenset(("presentation", "none"))


@dataclass(frozen=True, slots=True)
class Row:
    """A row on its way into a `Table`; `number` is its place on the page, `head` that it stands in a `thead`."""

    cells: tuple[Cell, ...]
    number: int
    head: bool


@dataclass(frozen=True, slots=True)
class TableCaption:
    """A caption on its way into a `Table`."""

    children: tuple[Inline, ...]


@dataclass(slots=True)
class Counter:
    """Where the rows of an open table are counted."""

    first: int
    rows: list[int]


def open_table(scene: Scene, node: Node, element: int) -> bool:
    """`table`: code with line numbers, data, or layout."""
    if is_code_table(scene, element):
        return open_code(scene, node, element)
    rows = _data_rows(scene, node, element)
    if rows:
        scene.outline.open("table", _close_table, Counter(element, rows))
    return False


def open_row(scene: Scene, node: Node, element: int) -> bool:
    """`tr`."""
    outline = scene.outline
    if outline.top == "table":
        counter = cast(Counter, outline.frames[-1][2])
        above = scene.columns.parent[element]
        head = above >= 0 and scene.columns.tag[above] == _THEAD
        outline.open("row", _close_row, (bisect_left(counter.rows, element), head))
    return False


def open_cell(scene: Scene, node: Node, element: int) -> bool:
    """`td`, `th`."""
    if scene.outline.top == "row":
        scene.outline.open("cell", _close_cell, empty_cell(node))
    return False


def open_caption(scene: Scene, node: Node, element: int) -> bool:
    """`caption`."""
    if scene.outline.top == "table":
        scene.outline.open_flat("caption", _close_caption)
    return False


def empty_cell(node: Node) -> Cell:
    """The cell that `td` or `th` makes, without its content."""
    attributes = node.attributes
    header = node.tag == "th" or attributes.get("role") in ("columnheader", "rowheader")
    wide, high = _span(attributes.get("colspan"), _MAX_COLSPAN), _span(attributes.get("rowspan"), _MAX_ROWSPAN)
    return Cell((), header, wide, high)


def _data_rows(scene: Scene, node: Node, element: int) -> list[int]:
    """The rows of a table of data, as element numbers; none for a layout."""
    columns = scene.columns
    rows: list[int] = []
    cells = headers = captions = parts = 0
    for at in range(element + 1, scene.end(element)):
        code = columns.tag[at]
        if code == _TABLE:
            return []
        if code == _TR:
            rows.append(at)
        elif code == _TD:
            cells += 1
        elif code == _TH:
            headers += 1
        elif code in (_CAPTION, _THEAD):
            captions += 1
        elif code in _PAGE_PARTS:
            parts += 1
    both = cells + headers
    if len(rows) < 2 or both < len(rows) * 1.5 or parts > len(rows):
        return []
    if node.attributes.get("role") in _LAYOUT_ROLES:
        return []
    if headers or captions:
        return rows
    length = sum(map(len, columns.text[columns.first[element] : columns.last[element]]))
    return [] if parts or length / both > _LONG_CELL else rows


def _close_row(outline: Outline, parts: list[object], data: object) -> Row | None:
    number, head = cast("tuple[int, bool]", data)
    cells: list[Cell] = []
    width = 0
    for part in parts:
        cell = part if isinstance(part, Cell) else Cell(tidy([part]))
        width += cell.colspan
        cells.append(cell if width <= _MAX_WIDTH else replace(cell, colspan=1))
    return Row(tuple(cells), number, head) if any(cell.blocks for cell in cells) else None


def _close_cell(outline: Outline, parts: list[object], data: object) -> Cell:
    cell = cast(Cell, data)
    return Cell(tidy(parts), cell.header, cell.colspan, cell.rowspan)


def _close_caption(children: tuple[Inline, ...], data: object) -> TableCaption | None:
    return TableCaption(children) if children else None


def _close_table(outline: Outline, parts: list[object], data: object) -> Table | None:
    caption: tuple[Inline, ...] = ()
    rows: list[Row] = []
    for part in parts:
        if isinstance(part, Row):
            rows.append(part)
        elif isinstance(part, TableCaption) and not caption:
            caption = part.children
        else:
            # What the parser found between the rows stands before the table.
            outline.out.append(Paragraph(part.children) if isinstance(part, TableCaption) else part)
    filled = [cell for row in rows for cell in row.cells if cell.blocks]
    if len(filled) < 2:
        outline.out.extend((Paragraph(caption),) if caption else ())
        outline.out.extend(block for cell in filled for block in cell.blocks)
        return None
    head = 0
    while head < len(rows) - 1 and (rows[head].head or all(cell.header for cell in rows[head].cells)):
        head += 1
    return Table(_clamped(rows), head, caption)


def _clamped(rows: list[Row]) -> tuple[tuple[Cell, ...], ...]:
    """The rows' cells, with spans counted over the rows that are left."""
    numbers = [row.number for row in rows]
    found: list[tuple[Cell, ...]] = []
    for at, row in enumerate(rows):
        if any(cell.rowspan > 1 for cell in row.cells):
            spans = [bisect_left(numbers, row.number + cell.rowspan) - at for cell in row.cells]
            cells = zip(row.cells, spans, strict=True)
            found.append(tuple(replace(cell, rowspan=max(1, span)) for cell, span in cells))
        else:
            found.append(row.cells)
    return tuple(found)


def _span(value: str | None, most: int) -> int:
    """A span between 1 and `most`."""
    if not value or not value.strip().isdecimal():
        return 1
    return max(1, min(most, int(value.strip()[:6])))
