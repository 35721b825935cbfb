"""Judge: matrix → scores, by oblivious trees held in plain arrays."""

from __future__ import annotations

import numpy as np

from printworthy.data.model import Floats, Trees

_BITS = 8  # a leaf's number in so many fits a byte
_CHUNK = 512  # columns at a time: what one step makes stays in the cache


def score(trees: Trees, matrix: Floats) -> Floats:
    """The raw score of each column of a matrix whose rows are features."""
    out = np.empty(matrix.shape[1], np.float32)
    for start in range(0, matrix.shape[1], _CHUNK):
        out[start : start + _CHUNK] = _score(trees, matrix[:, start : start + _CHUNK])
    return out


def probability(trees: Trees, matrix: Floats) -> Floats:
    """The logistic of the score."""
    return 1 / (1 + np.exp(-np.minimum(np.maximum(score(trees, matrix), -30), 30)))


def _score(trees: Trees, matrix: Floats) -> Floats:
    count, depth = trees.feature.shape
    asked = matrix.take(trees.feature.T.ravel(), axis=0) > trees.threshold.T.reshape(-1, 1)
    above = asked.view(np.uint8).reshape(depth, count, -1)
    leaf = above[0].astype(np.uint8 if depth <= _BITS else np.int16)
    for level in above[1:]:
        leaf += leaf
        leaf |= level
    places = leaf + (np.arange(count)[:, None] << depth)
    total: Floats = trees.leaves.ravel().take(places).sum(0) + np.float32(trees.bias)
    return total
