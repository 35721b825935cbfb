"""Judge: matrix → scores, by a small network that sees each segment among its neighbours and the page as a whole.

Where trees ask one question after the other, it weighs all features at once; both err on other pages, and together they
err less.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from printworthy.data.model import Floats, Net, Trees
from printworthy.model.trees import logistic, score

REACH = 2  # neighbours on each side that a layer looks at
STEPS = (1, 4)  # how far these stand apart, layer by layer
GAP = REACH * max(STEPS)
# Segments that are multiplied at a time: from some size on numpy sets all cores to work, for nothing at these sizes.
_STACK = 20
# The segments of a page are misjudged together rather than each by itself, so that all at once are less sure than each.
_TEMPER = np.float32(0.85)


def net_score(net: Net, matrix: Floats, words: Floats) -> Floats:
    """The raw score of each column of a matrix whose rows are features."""
    count = matrix.shape[1]
    full = -(-count // _STACK) * _STACK
    tags = matrix[net.tags].astype(np.int64)
    hidden = _entered(_limited(matrix, net, full), net.enter)[:count] + net.enter_bias
    hidden += net.owner.take(tags[0], axis=0)
    hidden += net.parent.take(tags[1], axis=0)
    np.maximum(hidden, 0, out=hidden)
    whole = (words / words.sum()).astype(np.float32) @ hidden @ net.whole + net.near_bias
    for step, weights, bias in ((STEPS[0], net.near, whole), (STEPS[1], net.far, net.far_bias)):
        beside = neighbours(hidden, step, full).reshape(-1, _STACK, len(weights)) @ weights
        hidden += np.maximum(beside.reshape(full, -1)[:count] + bias, 0)
    found: Floats = hidden @ net.leave + np.float32(net.bias)
    return found


def neighbours(hidden: Floats, step: int, full: int) -> Floats:
    """Each row with those before and after it, side by side, in `full` rows; nothing stands beyond the ends."""
    count, width = hidden.shape
    padded = np.zeros((full + 2 * REACH * step, width), np.float32)
    padded[REACH * step : REACH * step + count] = hidden
    return np.concatenate([padded[at : at + full] for at in range(0, 2 * REACH * step + 1, step)], axis=1)


def _limited(matrix: Floats, net: Net, full: int) -> Floats:
    """Features without what is far beyond the usual, in `full` columns."""
    rows = np.zeros((len(matrix), full), np.float32)
    inside = rows[:, : matrix.shape[1]]
    np.maximum(matrix, net.low[:, None], out=inside)
    np.minimum(inside, net.high[:, None], out=inside)
    return rows


def _entered(rows: Floats, weights: Floats) -> Floats:
    """The product of features' columns and weights, a row for each column."""
    stacks = rows.reshape(len(rows), -1, _STACK).transpose(1, 0, 2)
    return (weights.T @ stacks).transpose(0, 2, 1).reshape(-1, weights.shape[1])


def late_probability(trees: Trees, nets: Sequence[Net], matrix: Floats, words: Floats) -> Floats:
    """The logistic of the mean of what the trees say and what the networks say between them, tempered."""
    total = score(trees, matrix)
    if nets:
        total = (total + np.mean([net_score(net, matrix, words) for net in nets], axis=0)) / 2
    return logistic(_TEMPER * total)
