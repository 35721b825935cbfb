"""Judge: stage two's matrix → probabilities, by trees and networks together."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from printworthy.data.model import Floats, Net, Trees
from printworthy.model.net import net_score
from printworthy.model.trees import logistic, score

# The segments of a page are misjudged together rather than each by itself, so that all at once are less sure than each.
_TEMPER = np.float32(0.85)


def late_probability(trees: Trees, nets: Sequence[Net], matrix: Floats, words: Floats) -> Floats:
    """The logistic of the mean of what the trees say and what the networks say between them, tempered."""
    total = score(trees, matrix)
    if nets:
        total = (total + np.mean([net_score(net, matrix, words) for net in nets], axis=0)) / 2
    return logistic(_TEMPER * total)
