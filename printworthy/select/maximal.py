"""Maximal: a sequence of scores → all its maximal scoring runs, in linear time (Ruzzo and Tompa, 1999).

A run is maximal if each run inside it scores less, and no longer run around it is like that. The highest of them is the
maximum scoring subsequence; the others are what is left of it on either side: further articles, comments.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Run(NamedTuple):
    """`scores[start:stop]`, and their sum."""

    start: int
    stop: int
    score: float


class _Candidate(NamedTuple):
    """A run with the sums of all scores before it (`low`) and up to its end (`high`).

    `back` is the place of the nearest candidate before it with a smaller `low`: the search jumps along these, and no
    step of it is ever taken twice.
    """

    start: int
    stop: int
    low: float
    high: float
    back: int


def maximal_runs(scores: Sequence[float]) -> list[Run]:
    """All maximal runs, in their order; they never touch. Only positive scores are in any."""
    found: list[_Candidate] = []
    total = 0.0
    for place, score in enumerate(scores):
        before, total = total, total + score
        if score > 0:
            _integrate(found, place, place + 1, before, total)
    return [Run(one.start, one.stop, one.high - one.low) for one in found]


def maximum_run(scores: Sequence[float]) -> Run:
    """The run with the highest sum, the first if there are several; an empty one if no score is positive."""
    return max(maximal_runs(scores), key=lambda run: run.score, default=Run(0, 0, 0.0))


def _integrate(found: list[_Candidate], start: int, stop: int, low: float, high: float) -> None:
    """Add a run to the candidates; it swallows those that it makes longer (steps 1 to 4 of the paper)."""
    at = len(found) - 1
    while True:
        while at >= 0 and found[at].low >= low:
            at = found[at].back
        if at < 0 or found[at].high >= high:
            found.append(_Candidate(start, stop, low, high, at))
            return
        start, low, back = found[at].start, found[at].low, found[at].back
        del found[at:]
        at = back
