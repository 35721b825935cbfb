"""Refine: the chosen segments → also what belongs to one of them: the rest of a listing of code, the term defined.

A listing may have an element for each line, and a line such as `}` looks like nothing; a term is one word. Without them
what was chosen cannot be read.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from printworthy.base.tags import CODE
from printworthy.data.columns import Columns

Mask = NDArray[np.bool_]
REASON = ("refine", "belongs to what was kept")
_PRE, _DT, _DD = CODE["pre"], CODE["dt"], CODE["dd"]
_LEAST: Final = 0.1


def wholes(columns: Columns, kept: Mask) -> Mask:
    """Dropped lines of listings of which some were kept, and dropped terms right before a kept definition."""
    whole = kept.copy()
    if _PRE in columns.tag or _DT in columns.tag:
        # From the end, so that of several terms each finds the next one kept.
        for element in range(len(columns.tag) - 1, -1, -1):
            first, last = columns.first[element], columns.last[element]
            if columns.tag[element] == _PRE:
                if last - first > 1 and kept[first:last].mean() >= _LEAST:
                    whole[first:last] = True
            elif columns.tag[element] == _DT and first < last < len(kept) and whole[last]:
                whole[first:last] |= _defines(columns, element, last)
    return whole & ~kept


def _defines(columns: Columns, term: int, segment: int) -> bool:
    """Does a segment stand in a definition, or in a term, of the same list as this term?"""
    element, inside = columns.owner[segment], columns.parent[term]
    while element > inside and columns.parent[element] != inside:
        element = columns.parent[element]
    return element > inside and columns.tag[element] in (_DT, _DD)
