"""The text: kept segments → one string. Nothing is added but the white space between them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from printworthy.base.tags import CODE, OTHER, PRE
from printworthy.base.words import is_amount
from printworthy.data.columns import Columns

PARAGRAPH: Final = "\n\n"
LINE: Final = "\n"
CELL: Final = "\t"

_ITEMS: Final = frozenset(CODE[name] for name in ("li", "dt", "dd"))
_CELLS: Final = frozenset(CODE[name] for name in ("td", "th"))
_PRES: Final = frozenset(CODE[name] for name in ("pre", "listing", "xmp"))
_LINES: Final = _ITEMS | _CELLS
_ITEM: Final = CODE["li"]
# Amount, unit and thing.
_AMOUNT_PARTS: Final = 3
_TABLES: Final = frozenset((CODE["table"],))
# How far above a segment's own element its list item or cell may stand.
_REACH: Final = 4


def join_text(columns: Columns, kept: Sequence[bool]) -> str:
    """The kept segments: paragraphs apart, lines of one list, table or paragraph together."""
    text = columns.text
    chosen = [segment for segment, wanted in enumerate(kept) if wanted]
    if not chosen:
        return ""
    lines: dict[int, int] = {}
    lists: dict[int, int] = {}
    parts = [text[chosen[0]]]
    for before, segment in pairwise(chosen):
        parts.append(_between(columns, before, segment, lines, lists))
        parts.append(text[segment])
    return "".join(parts)


def _between(columns: Columns, before: int, segment: int, lines: dict[int, int], lists: dict[int, int]) -> str:
    """The white space between two kept segments."""
    one, other = columns.owner[before], columns.owner[segment]
    if one == other:
        return LINE if columns.soft[segment] else PARAGRAPH
    if columns.flags[one] & columns.flags[other] & PRE:
        return LINE if _above(columns, one, _PRES) == _above(columns, other, _PRES) else PARAGRAPH
    if columns.tag[one] == OTHER or columns.tag[other] == OTHER:
        return _around_custom(columns, one, other)
    first, second = _line(columns, one, lines), _line(columns, other, lines)
    if first < 0 or second < 0 or first == second:
        return _inside_item(columns, before, segment, first) if first == second >= 0 else PARAGRAPH
    if columns.tag[first] in _CELLS or columns.tag[second] in _CELLS:
        return _between_cells(columns, first, second)
    return LINE if _outer_list(columns, first, lists) == _outer_list(columns, second, lists) else PARAGRAPH


def _inside_item(columns: Columns, before: int, segment: int, item: int) -> str:
    """The lines of one item are paragraphs, but an amount stands before what it is of."""
    if columns.tag[item] != _ITEM or columns.last[item] - columns.first[item] > _AMOUNT_PARTS:
        return PARAGRAPH
    first = columns.text[columns.first[item]]
    return " " if is_amount(first, columns.text[segment]) else PARAGRAPH


def _line(columns: Columns, element: int, lines: dict[int, int]) -> int:
    """The list item or table cell that an element is, or stands in, or -1."""
    found = lines.get(element)
    if found is None:
        found, steps = element, 0
        while found >= 0 and columns.tag[found] not in _LINES:
            steps += 1
            found = columns.parent[found] if steps < _REACH else -1
        lines[element] = found
    return found


def _outer_list(columns: Columns, item: int, lists: dict[int, int]) -> int:
    """The outermost of the lists that stand directly in each other's items; `lists` remembers it for each."""
    found, passed = columns.parent[item], []
    while found not in lists and found > 0 and columns.tag[columns.parent[found]] in _ITEMS:
        passed.append(found)
        found = columns.parent[columns.parent[found]]
    found = lists.setdefault(found, found)
    lists.update(dict.fromkeys(passed, found))
    return found


def _between_cells(columns: Columns, first: int, second: int) -> str:
    """Cells of one row stand in one line, rows below each other; cells with paragraphs are layout."""
    for cell in (first, second):
        if columns.last[cell] - columns.first[cell] != 1:
            return PARAGRAPH
    row, below = columns.parent[first], columns.parent[second]
    if row == below:
        return CELL
    return LINE if _above(columns, row, _TABLES) == _above(columns, below, _TABLES) else PARAGRAPH


def _above(columns: Columns, element: int, tags: frozenset[int]) -> int:
    """The nearest element of one of these tags, from `element` upwards."""
    while element >= 0 and columns.tag[element] not in tags:
        element = columns.parent[element]
    return element


def _around_custom(columns: Columns, one: int, other: int) -> str:
    """A formula's container stands in the sentence, other unknown elements are blocks."""
    for inner, outer in ((one, other), (other, one)):
        if columns.tag[inner] == OTHER and columns.parent[inner] == outer:
            return " " if (columns.node[inner].tag or "").startswith("mjx-") else PARAGRAPH
    return PARAGRAPH
