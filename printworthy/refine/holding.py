"""Holding: how many chosen words stand before each segment → the boxes that hold some of them, but not too many."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from printworthy.data.columns import Columns

Mask: TypeAlias = NDArray[np.bool_]


def chosen_before(words: NDArray[np.integer], kept: Mask) -> list[float]:
    """Prefix sums of the words of kept segments, with a leading zero."""
    return [0.0, *np.add.accumulate(words * kept).tolist()]


def holding(columns: Columns, before: list[float], share: float) -> list[int]:
    """The named elements that hold kept segments, at most such a share of all their words."""
    most = share * before[-1]
    found: list[int] = []
    for element, key in enumerate(columns.key):
        if key:
            held = before[columns.last[element]] - before[columns.first[element]]
            if 0 < held <= most:
                found.append(element)
    return found
