"""Refine: the chosen segments → lists as a whole: the rest of one that was mostly chosen, and no strays of another.

The items of a list are of one kind, but each is judged alone. A list that holds much of the article is the frame of a
page (posts, goods), whose items are not of one kind inside; nothing is added to it. So are the cells of a table's row:
a figure alone is judged unlikely, or a copy of another cell, and would leave a hole.
"""

from __future__ import annotations

from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from printworthy.base.tags import CODE
from printworthy.data.columns import Columns
from printworthy.data.model import Floats
from printworthy.refine.holding import chosen_before, elements_of

Mask: TypeAlias = NDArray[np.bool_]
REST_REASON = ("refine", "belongs to a list that was mostly kept")
STRAY_REASON = ("refine", "is of a list that was mostly dropped")
ROW_REASON = ("refine", "belongs to a table row that was mostly kept")
AMOUNT_REASON = ("refine", "is the number of a kept item")
_LI: Final = CODE["li"]
_UL: Final = CODE["ul"]
_OL: Final = CODE["ol"]
_TR: Final = CODE["tr"]
_DL: Final = CODE["dl"]
_PRE: Final = CODE["pre"]
ANNOUNCED_REASON = ("refine", "is announced by what was kept, or stands between it")
_MOST_ANNOUNCED: Final = 200
_LIKELY_ANNOUNCED: Final = 0.12
_LINKED: Final = 0.5
_FEWEST: Final = 3
_MOSTLY, _HARDLY = 0.4, 0.2
_LIKELY: Final = 0.25
_MOST_OF_ALL: Final = 0.3
# A row of data, and no row of a layout.
_MOST_CELLS, _MOST_LINES, _MOST_WORDS = 12, 2, 80
_LIKELY_CELL: Final = 0.2


def lists(columns: Columns, words: NDArray[np.integer], kept: Mask, probability: Floats) -> tuple[Mask, Mask]:
    """What to add, and what to take away."""
    rest, stray = np.zeros(len(kept), bool), np.zeros(len(kept), bool)
    every, chosen = chosen_before(words, np.ones(len(kept), bool)), chosen_before(words, kept)
    for element in elements_of(columns, _UL) + elements_of(columns, _OL):
        first, last = columns.first[element], columns.last[element]
        size, part = every[last] - every[first], chosen[last] - chosen[first]
        if last - first < _FEWEST or not 0 < part < size:
            continue
        if part <= _HARDLY * size:
            stray[first:last] = True
        elif part >= _MOSTLY * size and part <= _MOST_OF_ALL * chosen[-1]:
            rest[first:last] = probability[first:last] >= _LIKELY
    return rest & ~kept, stray & kept


def announced(columns: Columns, words: NDArray[np.integer], kept: Mask, probability: Floats) -> Mask:
    """Lists, terms and code that kept text announces by a colon, or that stand between kept text in the same box."""
    found = np.zeros(len(kept), bool)
    every = chosen_before(words, np.ones(len(kept), bool))
    for element in [one for code in (_UL, _OL, _DL, _PRE) for one in elements_of(columns, code)]:
        first, last = columns.first[element], columns.last[element]
        if not 0 < first < last or every[last] - every[first] > _MOST_ANNOUNCED or kept[first:last].all():
            continue
        box = _around(columns, element)
        if not kept[first - 1] or not _stands_in(columns, first - 1, box):
            continue
        enclosed = last < len(kept) and kept[last] and _stands_in(columns, last, box)
        if not (enclosed or columns.text[first - 1][-1:] in ":："):
            continue
        letters = sum(map(len, columns.text[first:last]))
        linked = sum(columns.link_chars[first:last])
        if linked <= _LINKED * letters and probability[first:last].mean() >= _LIKELY_ANNOUNCED:
            found[first:last] = True
    return found & ~kept


def _around(columns: Columns, element: int) -> int:
    """The box in which something stands beside others, not the ones that hold nothing else."""
    box, first, last = columns.parent[element], columns.first[element], columns.last[element]
    while box > 0 and columns.first[box] == first and columns.last[box] == last:
        box = columns.parent[box]
    return box


def _stands_in(columns: Columns, segment: int, box: int) -> bool:
    """Does a segment stand directly in a box, or in one that holds nothing else?"""
    return columns.owner[segment] == box or _around(columns, columns.owner[segment]) == box


def rows(columns: Columns, words: NDArray[np.integer], kept: Mask, probability: Floats) -> Mask:
    """The other cells of table rows of which half or more were chosen."""
    rest = np.zeros(len(kept), bool)
    found = elements_of(columns, _TR)
    if not found:
        return rest
    every, chosen = chosen_before(words, np.ones(len(kept), bool)), chosen_before(np.ones(len(kept), int), kept)
    for element in found:
        first, last = columns.first[element], columns.last[element]
        size, part = last - first, chosen[last] - chosen[first]
        if not part < size <= min(2 * part, _MOST_CELLS) or every[last] - every[first] > _MOST_WORDS:
            continue
        if _fullest_cell(columns, element) <= _MOST_LINES:
            rest[first:last] = probability[first:last] >= _LIKELY_CELL
    return rest & ~kept


def _fullest_cell(columns: Columns, row: int) -> int:
    """The segments of the cell that has most of them."""
    parent, most, at = columns.parent, 0, row + 1
    while at < len(parent) and parent[at] >= row:
        if parent[at] == row:
            most = max(most, columns.last[at] - columns.first[at])
        at += 1
    return most


def amounts(columns: Columns, kept: Mask) -> Mask:
    """Numbers in kept items of lists: "1" beside "cup of flour", where both have elements of their own."""
    found = np.zeros(len(kept), bool)
    before = [0, *kept.cumsum().tolist()]
    for segment in np.flatnonzero(~kept).tolist():
        text = columns.text[segment]
        if len(text) <= _AMOUNT and text[0].isnumeric():
            item = columns.owner[segment]
            for _ in range(_CLIMB):
                if item <= 0 or columns.tag[item] == _LI:
                    break
                item = columns.parent[item]
            first, last = columns.first[item], columns.last[item]
            if columns.tag[item] == _LI and last - first <= _PARTS and before[last] > before[first]:
                found[segment] = True
    return found


_AMOUNT: Final = 24
_CLIMB: Final = 3
_PARTS: Final = 4
