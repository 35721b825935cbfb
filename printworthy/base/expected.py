"""The set of segments with the highest expected F1: probabilities and word counts → set, score.

Sorted by probability, the best set is a prefix; its score needs no threshold and serves as a first confidence.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.floating[Any]]


def best_set(probability: Floats, words: Floats) -> tuple[NDArray[np.bool_], float]:
    """The segments to keep, and the expected F1 of keeping them."""
    order = (-probability).argsort(kind="stable")
    count, mass = words[order], (probability * words)[order]
    score = 2 * np.add.accumulate(mass) / (np.add.accumulate(count) + mass.sum())
    best = int(score.argmax())
    kept = np.zeros(len(words), bool)
    kept[order[: best + 1]] = True
    return kept, float(score[best])
