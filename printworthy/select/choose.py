"""Select: probabilities → the article's segments, each with a reason.

The set with the highest expected F1 is kept, and repeated text is taken out of it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from printworthy.base.expected import best_set
from printworthy.data.model import Floats

_COPY_WORDS = 8


@dataclass(frozen=True, slots=True)
class Choice:
    """The segments kept, those dropped as copies, and the F1 that is expected of it."""

    kept: NDArray[np.bool_]
    copies: NDArray[np.bool_]
    expected: float


def choose(probability: Floats, words: Floats, whole: NDArray[np.uint32], texts: Sequence[str]) -> Choice:
    """The article. `whole` is a hash of each text, by which copies are known; to it, all figures are alike."""
    likely, expected = best_set(probability, words)
    copies = _copies(likely & (words >= _COPY_WORDS), whole, texts)
    return Choice(likely & ~copies, copies, expected)


def reasons(choice: Choice) -> list[tuple[str, str]]:
    """For each segment the step that decided about it, and why."""
    pairs = zip(choice.kept.tolist(), choice.copies.tolist(), strict=True)
    return [_COPY if copy else _KEPT if kept else _DROPPED for kept, copy in pairs]


def _copies(longer: NDArray[np.bool_], whole: NDArray[np.uint32], texts: Sequence[str]) -> NDArray[np.bool_]:
    """Segments whose words stand in an earlier one: pages carry copies for phones and for no script."""
    copies = np.zeros(len(whole), bool)
    places = longer.nonzero()[0]
    ranked = np.sort(whole[places])
    if not np.count_nonzero(ranked[1:] == ranked[:-1]):
        return copies
    kind = np.unique(whole[places], return_inverse=True)[1]
    seen: set[tuple[int, str]] = set()
    repeated = np.bincount(kind)[kind] > 1
    for place, one in zip(places[repeated].tolist(), kind[repeated].tolist(), strict=True):
        figures = one, "".join(_FIGURES.findall(texts[place]))
        copies[place] = figures in seen
        seen.add(figures)
    return copies


_FIGURES = re.compile(r"\d+")
_KEPT = ("select", "likely enough to belong to the article")
_DROPPED = ("select", "not likely enough to belong to the article")
_COPY = ("copies", "repeats text that is already in the article")
