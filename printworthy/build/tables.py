"""Tables: `table` and what stands in it → `Table`. Tables that only lay out the page are dissolved into blocks."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Final, cast

from printworthy.base.tags import CODE, GRID
from printworthy.build.code import is_code_table, open_code
from printworthy.build.outline import Outline, tidy
from printworthy.build.scene import Scene
from printworthy.data.blocks import Cell, Inline, Paragraph, Style, Table
from printworthy.data.columns import Columns
from printworthy.data.tree import Node

_MAX_COLSPAN: Final = 100
_MAX_ROWSPAN: Final = 1000
_MAX_WIDTH: Final = 500
# A cell of data is short; a column of a page is not.
_LONG_CELL: Final = 700
# A table of which so much was chosen is part of the article.
_GOOD_PART: Final = 0.35
_NEAR: Final = 3
_LINKED: Final = 0.5
_NAVIGATION: Final = re.compile(r"nav|menu|calendar|cookie|login|search|footer|share", re.I)
_CELL_ROLES: Final = frozenset(("cell", "gridcell", "columnheader", "rowheader"))
_TABLE, _TR, _TD, _TH, _CAPTION, _THEAD = (CODE[name] for name in ("table", "tr", "td", "th", "caption", "thead"))
_FIGURE, _FIGCAPTION = CODE["figure"], CODE["figcaption"]
_PAGE_PARTS: Final = frozenset(CODE[name] for name in "h1 h2 article section main nav aside form header footer".split())
_GRIDS: Final = frozenset(("table", "grid", "treegrid"))
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
    rows = _data_rows(scene.columns, element)
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


def open_grid(scene: Scene, node: Node, element: int) -> bool:
    """An element of a table that is one by its roles only; False leaves it to the opener of its tag."""
    role, outline = node.attributes.get("role") or "", scene.outline
    if role in _GRIDS:
        rows = [at for at in range(element + 1, end_of(scene.columns, element)) if _role(scene, at) == "row"]
        if len(rows) > 1:
            outline.open("table", _close_table, Counter(element, rows))
    elif role == "row" and outline.top == "table":
        counter = cast(Counter, outline.frames[-1][2])
        outline.open("row", _close_row, (bisect_left(counter.rows, element), False))
    elif role in _CELL_ROLES and outline.top == "row":
        outline.open("cell", _close_cell, empty_cell(node))
    else:
        return False
    return True


def open_inline_cell(scene: Scene, node: Node) -> bool:
    """A cell that is an inline element, in a row that is one by its role."""
    if node.attributes.get("role") not in _CELL_ROLES:
        return False
    scene.outline.open("cell", _close_cell, empty_cell(node))
    return True


def _role(scene: Scene, element: int) -> str:
    return scene.columns.node[element].attributes.get("role") or ""


def empty_cell(node: Node) -> Cell:
    """The cell that `td` or `th` makes, without its content."""
    attributes = node.attributes
    header = node.tag == "th" or attributes.get("role") in ("columnheader", "rowheader")
    wide = _span(attributes.get("colspan") or attributes.get("aria-colspan"), _MAX_COLSPAN)
    high = _span(attributes.get("rowspan") or attributes.get("aria-rowspan"), _MAX_ROWSPAN)
    return Cell((), header, wide, high)


def _data_rows(columns: Columns, element: int) -> list[int]:
    """The rows of a table of data, as element numbers; none for a layout."""
    shape = _shape(columns, element)
    both, count = shape.cells + shape.headers, len(shape.rows)
    named = shape.headers > 0 or shape.captions > 0
    if not count or both < 2 or shape.parts > count or shape.tables and not named:
        return []
    if count < 2 and not (shape.headers and shape.cells) or both < count * 1.5 and not shape.headers:
        return []
    if columns.node[element].attributes.get("role") in _LAYOUT_ROLES:
        return []
    if named:
        return shape.rows
    length = sum(map(len, columns.text[columns.first[element] : columns.last[element]]))
    return [] if shape.parts or length / both > _LONG_CELL else shape.rows


@dataclass(slots=True)
class _Shape:
    """What a table is made of, without the tables in its cells."""

    rows: list[int]
    cells: int = 0
    headers: int = 0
    captions: int = 0
    parts: int = 0
    tables: int = 0


def _shape(columns: Columns, element: int) -> _Shape:
    tags, parent, shape = columns.tag, columns.parent, _Shape([])
    inner = -1  # the end of a nested table
    at, end = element + 1, end_of(columns, element)
    while at < end:
        code = tags[at]
        if code == _TABLE:
            shape.tables += 1
            inner = end_of(columns, at)
            at = inner
            continue
        if code == _TR:
            shape.rows.append(at)
        elif code == _TD:
            shape.cells += 1
        elif code == _TH:
            shape.headers += 1
        elif code == _CAPTION or code == _THEAD and parent[at] == element:
            shape.captions += 1
        elif code in _PAGE_PARTS:
            shape.parts += 1
        at += 1
    return shape


def end_of(columns: Columns, element: int) -> int:
    """The number after the last element inside `element`."""
    parent = columns.parent
    at = element + 1
    while at < len(parent) and parent[at] >= element:
        at += 1
    return at


def with_whole_tables(columns: Columns, kept: Sequence[bool]) -> Sequence[bool]:
    """What was kept, and the rest of the tables of which a good part was, or that stand between kept paragraphs."""
    tables = [element for element, tag in enumerate(columns.tag) if tag == _TABLE or _is_grid(columns, element)]
    if not tables:
        return kept
    before, whole = [0, *accumulate(kept)], list(kept)
    for element in tables:
        first, last = columns.first[element], columns.last[element]
        some = before[last] - before[first]
        good = some >= _GOOD_PART * (last - first) if some else False
        if (good or _is_between(columns, element, before)) and (
            columns.tag[element] != _TABLE or _data_rows(columns, element)
        ):
            whole[first:last] = [True] * (last - first)
            some = last - first
        if some and (caption := _figcaption(columns, element)):
            first, last = columns.first[caption], columns.last[caption]
            whole[first:last] = [True] * (last - first)
    return whole


def _is_grid(columns: Columns, element: int) -> bool:
    """Does an element say that it is a table, and is none by its tag?"""
    if not columns.flags[element] & GRID or columns.flags[columns.parent[element]] & GRID:
        return False
    return columns.tag[element] != _TABLE


def _figcaption(columns: Columns, element: int) -> int:
    """The caption of the figure around a table; 0 for none."""
    figure = columns.parent[element]
    for _ in range(2):
        if figure > 0 and columns.tag[figure] != _FIGURE:
            figure = columns.parent[figure]
    if figure <= 0 or columns.tag[figure] != _FIGURE:
        return 0
    inside = range(figure + 1, end_of(columns, figure))
    return next((at for at in inside if columns.tag[at] == _FIGCAPTION and columns.parent[at] == figure), 0)


def _is_between(columns: Columns, element: int, before: list[int]) -> bool:
    """Does a table with headings stand between kept text, and hold more than links?"""
    first, last = columns.first[element], columns.last[element]
    if before[first] == before[max(0, first - _NEAR)] or before[min(len(before) - 1, last + _NEAR)] == before[last]:
        return False
    headed = columns.tag[element] != _TABLE or _TH in columns.tag[element : end_of(columns, element)]
    if not headed or _NAVIGATION.search(columns.key[element]):
        return False
    length = sum(map(len, columns.text[first:last]))
    return sum(columns.link_chars[first:last]) < _LINKED * length


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
    if not head and len(rows) > 1 and _is_bold(rows[0]) and not _is_bold(rows[1]):
        head = 1
    return Table(_clamped(rows), head, caption)


def _is_bold(row: Row) -> bool:
    """Is everything in a row bold, as in a head without header cells?"""
    blocks = [block for cell in row.cells for block in cell.blocks]
    return bool(blocks) and all(
        isinstance(block, Paragraph) and all(isinstance(one, Style) and one.kind == "strong" for one in block.children)
        for block in blocks
    )


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
