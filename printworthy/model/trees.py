"""Judge: matrix → scores, by oblivious trees held in plain arrays."""

from __future__ import annotations

from collections.abc import Sequence

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


def totals(forests: Sequence[Trees], matrix: Floats) -> list[float]:
    """The raw scores of a matrix of one column by several sets of trees of one size, asked together."""
    feature, threshold, leaves = (
        np.array([getattr(trees, name) for trees in forests]) for name in ("feature", "threshold", "leaves")
    )
    above = matrix[:, 0].take(feature) > threshold
    leaf = above @ (1 << np.arange(feature.shape[2])[::-1])
    found = np.take_along_axis(leaves, leaf[:, :, None], 2).sum((1, 2))
    return [float(one) + trees.bias for one, trees in zip(found, forests, strict=True)]


def probability(trees: Trees, matrix: Floats) -> Floats:
    """The logistic of the score."""
    return logistic(score(trees, matrix))


def logistic(scores: Floats) -> Floats:
    """Log-odds as probabilities."""
    return 1 / (1 + np.exp(-np.minimum(np.maximum(scores, -30), 30)))


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
