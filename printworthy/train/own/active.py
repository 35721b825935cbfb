"""Active learning: probabilities → which segments to ask a person about next (the future work of Rangarajan 2016, 6.1).

Those near the decision boundary teach most, but not the nearest alone: among these the odd ones gather, about which
people differ, too. So they are drawn by lot, the doubtful ones with the better chances.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.floating[Any]]
Ints = NDArray[np.integer[Any]]
_LEAST = 1e-4  # nobody is without a chance


def doubt(likely: Floats) -> Floats:
    """1 at the decision boundary, 0 where the model is sure."""
    found: Floats = 4 * likely * (1 - likely)
    return found


def nearest(likely: Floats) -> Ints:
    """The numbers of all segments, those nearest to the boundary first."""
    return np.argsort(-doubt(likely), kind="stable")


def ask(likely: Floats, count: int, seed: int) -> Ints:
    """The next segments to ask about, nearest first: drawn by the square of their doubt.

    How to draw with such chances and without repeating is told by Efraimidis and Spirakis (2006).
    """
    chances = doubt(likely) ** 2 + _LEAST
    keys = np.random.default_rng(seed).random(len(likely)) ** (1 / chances)
    drawn = np.argsort(-keys, kind="stable")[:count]
    return drawn[nearest(likely[drawn])]
