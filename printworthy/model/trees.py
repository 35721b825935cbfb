"""Judge: matrix → scores, by oblivious trees held in plain arrays."""

from __future__ import annotations

import numpy as np

from printworthy.data.model import Floats, Forests, Trees

_BITS = 8  # a leaf's number in so many fits a byte
_CHUNK = 512  # columns at a time: what one step makes stays in the cache


def score(trees: Trees, matrix: Floats) -> Floats:
    """The raw score of each column of a matrix whose rows are features."""
    out = np.empty(matrix.shape[1], np.float32)
    for start in range(0, matrix.shape[1], _CHUNK):
        out[start : start + _CHUNK] = _score(trees, matrix[:, start : start + _CHUNK])
    return out


def totals(forests: Forests, features: Floats) -> list[float]:
    """The raw scores of one row of features by several sets of trees."""
    above = features.take(forests.feature) > forests.threshold
    leaf = above[0].astype(np.int64)
    for level in above[1:]:
        leaf += leaf
        leaf += level
    leaf += forests.start
    found: list[float] = (forests.leaves.take(leaf).sum(1) + forests.bias).tolist()
    return found


def probability(trees: Trees, matrix: Floats) -> Floats:
    """The logistic of the score."""
    return logistic(score(trees, matrix))


def logistic(scores: Floats) -> Floats:
    """Log-odds as probabilities."""
    return 1 / (1 + np.exp(-np.minimum(np.maximum(scores, -30), 30)))


def _score(trees: Trees, matrix: Floats) -> Floats:
    asks = trees.questions
    # All places are there: not to look whether they are takes less time.
    above = (matrix.take(asks.feature, 0, mode="clip") > asks.threshold).view(np.uint8)
    leaf = above.take(asks.asked[0], 0, mode="clip")
    leaf = leaf if len(asks.asked) <= _BITS else leaf.astype(np.int16)
    for level in asks.asked[1:]:
        leaf += leaf
        leaf |= above.take(level, 0, mode="clip")
    places = np.add(leaf, asks.start, dtype=np.int64)
    total: Floats = np.add.reduce(trees.leaves.ravel().take(places, mode="clip"), 0) + np.float32(trees.bias)
    return total
