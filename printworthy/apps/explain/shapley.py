"""Which features made a score: oblivious trees + matrix → how much each feature adds to each column's score.

Shapley values, exact for each tree. A question that is not asked is answered as the page's segments answer it on
average, so that the values tell a segment from the others of its page. They add up to its score less the page's base.
"""

from __future__ import annotations

from math import factorial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from printworthy.data.model import Floats, Trees

_CHUNK = 256  # columns at a time: memory grows with them


def contributions(trees: Trees, matrix: Floats) -> tuple[Floats, float]:
    """What each row of a matrix (feature × column) adds to each column's score, and the score without any."""
    asked = np.empty((*trees.feature.shape, matrix.shape[1]), bool)
    for level in range(trees.feature.shape[1]):
        asked[:, level] = matrix[trees.feature[:, level]] > trees.threshold[:, level, None]
    tables = _tables(trees, asked.mean(2))
    out = np.zeros((matrix.shape[0], matrix.shape[1]), np.float32)
    for start in range(0, matrix.shape[1], _CHUNK):
        part = slice(start, start + _CHUNK)
        for level, gain in enumerate(_gains(tables, asked[:, :, part].astype(np.int64))):
            np.add.at(out[:, part], trees.feature[:, level], gain)
    return out, float(tables[0].sum()) + trees.bias


def _tables(trees: Trees, usual: Floats) -> list[NDArray[Any]]:
    """For each set of questions that are asked (a bit a level) the leaves, averaged over the others: tree × answers."""
    count, depth = trees.feature.shape
    leaves = trees.leaves.astype(np.float64).reshape(count, *(2,) * depth)
    found = []
    for chosen in range(1 << depth):
        table = leaves
        for level in range(depth):
            if not chosen >> level & 1:
                share = usual[:, level].reshape(-1, *(1,) * depth)
                below, above = np.split(table, 2, axis=level + 1)
                table = below * (1 - share) + above * share
        found.append(table.reshape(count, -1))
    return found


def _gains(tables: list[NDArray[Any]], asked: NDArray[np.int64]) -> list[Floats]:
    """For each level the mean gain of asking its question, over all orders of asking."""
    depth = asked.shape[1]
    values = [_value(table, asked, chosen) for chosen, table in enumerate(tables)]
    gains = []
    for level in range(depth):
        gain = np.zeros_like(values[0])
        for chosen in range(1 << depth):
            if not chosen >> level & 1:
                size = chosen.bit_count()
                share = factorial(size) * factorial(depth - size - 1) / factorial(depth)
                gain += share * (values[chosen | 1 << level] - values[chosen])
        gains.append(gain)
    return gains


def _value(table: NDArray[Any], asked: NDArray[np.int64], chosen: int) -> Floats:
    """What the trees say when only the chosen questions are answered: tree × column."""
    place = np.zeros((asked.shape[0], asked.shape[2]), np.int64)
    for level in range(asked.shape[1]):
        if chosen >> level & 1:
            place = place << 1 | asked[:, level]
    value: Floats = np.take_along_axis(table, place, axis=1)
    return value
