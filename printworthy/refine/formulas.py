"""Refine: the chosen segments → also the formulas beside them, which look like nothing a method knows."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from printworthy.data.columns import Columns

Mask = NDArray[np.bool_]
REASON = ("refine", "is a formula beside parts of the article")


def formulas_beside(columns: Columns, kept: Mask) -> Mask:
    """Dropped formulas in a row of formulas that kept text stands before or after."""
    found = np.zeros(len(kept), bool)
    if not columns.formulas:
        return found
    row: list[int] = []
    for segment in columns.formulas:
        if row and segment != row[-1] + 1:
            _keep(row, kept, found)
            row = []
        row.append(segment)
    _keep(row, kept, found)
    return found & ~kept


def _keep(row: list[int], kept: Mask, found: Mask) -> None:
    """Keep a row of formulas if anything beside or among them is kept."""
    if kept[max(0, row[0] - 1) : row[-1] + 2].any():
        found[row] = True
