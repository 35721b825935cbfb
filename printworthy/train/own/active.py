"""Active learning: probabilities → which segments to ask a person about next (the future work of Rangarajan 2016, 6.1).

Those nearest to the decision boundary teach most; but what stands on one page is alike, so a page gives few of them.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.floating[Any]]
Ints = NDArray[np.integer[Any]]


def doubt(likely: Floats) -> Floats:
    """1 at the decision boundary, 0 where the model is sure."""
    found: Floats = 4 * likely * (1 - likely)
    return found


def nearest(likely: Floats) -> Ints:
    """The numbers of all segments, those nearest to the boundary first."""
    return np.argsort(-doubt(likely), kind="stable")


def ask(likely: Floats, page: Ints, count: int, each: int = 1) -> list[int]:
    """The next segments to ask about: the most doubtful ones, at most so many of each page, while pages last."""
    chosen: list[int] = []
    left = nearest(likely).tolist()
    while left and len(chosen) < count:
        seen: dict[int, int] = {}
        later = []
        for number in left:
            where = int(page[number])
            if seen.get(where, 0) < each and len(chosen) < count:
                seen[where] = seen.get(where, 0) + 1
                chosen.append(number)
            else:
                later.append(number)
        left = later
    return chosen
