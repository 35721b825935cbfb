"""Holding: how many chosen words stand before each segment → the boxes that hold some of them, but not too many.

And the words that the name of a box, a class or an id, is made of.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from printworthy.data.columns import Columns

Mask: TypeAlias = NDArray[np.bool_]
_WORD: Final = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


def chosen_before(words: NDArray[np.integer], kept: Mask) -> list[float]:
    """Prefix sums of the words of kept segments, with a leading zero."""
    return [0.0, *np.add.accumulate(words * kept).tolist()]


def elements_of(columns: Columns, code: int) -> list[int]:
    """The elements of one tag; bytes are searched much faster than a list is."""
    tags = bytes(columns.tag)
    found: list[int] = []
    at = tags.find(code)
    while at >= 0:
        found.append(at)
        at = tags.find(code, at + 1)
    return found


def naming(keys: list[str], piece: str, other: str) -> list[int]:
    """The elements with one of two pieces of words in their names: it is found faster than the words of all names."""
    return [element for element, key in enumerate(keys) if key and (piece in key or other in key)]


def holding(columns: Columns, elements: Iterable[int], before: list[float], share: float) -> list[int]:
    """Those of the elements that hold kept segments, at most such a share of all their words."""
    most = share * before[-1]
    first, last = columns.first, columns.last
    return [element for element in elements if 0 < before[last[element]] - before[first[element]] <= most]


def name_words(name: str) -> set[str]:
    """The words of one name, as its hyphens and capitals part them, in small letters."""
    return {part.lower() for part in _WORD.findall(name)}
