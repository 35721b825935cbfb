"""Stage two's features: `PageView` + stage one's probabilities → rows. What the rest of the page says of a segment.

Means of the first verdicts over containers, templates and sections, and where a segment stands to their mass.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from printworthy.base.expected import best_set
from printworthy.features.page_view import PageView
from printworthy.features.segments import Row, holders, in_groups, limited, of_containers, prefix, shifted, window
from printworthy.features.text import Floats

# Of which of an owner's ancestors what is told.
_CONTAINER = {"p": (0, 1, 5), "odds": (0, 1, 2, 3, 5, 6, 7), "sure": (0, 3, 4, 5), "mass": (1, 2, 3, 7)}
_CONTAINER_NAMES = [f"{label}_in{level}" for label, levels in _CONTAINER.items() for level in levels]
_CONTAINER_ROWS = np.array([row for row, levels in enumerate(_CONTAINER.values()) for _ in levels])
_CONTAINER_LEVELS = np.array([level for levels in _CONTAINER.values() for level in levels])
_EPS = np.float32(1e-6)
_HELD = (0.3, 0.6, 0.9)


def context_features(view: PageView, p: Floats) -> dict[str, NDArray[Any]]:
    """The features of stage two that come from stage one's probabilities, by their names."""
    p = limited(p, 1e-4, 1 - 1e-4)
    odds = np.log(p / (1 - p))
    mass = p * view.words
    totals = np.zeros((3, len(p) + 1))
    np.add.accumulate(np.array([mass, odds, p > 0.5]), 1, np.float64, totals[:, 1:])
    groups = (_near(view, p, totals), _around(view, totals), _alike(view, odds, mass), _section(view, p, mass),
              _run(view, p, odds), _whole(view, p, mass))  # fmt: skip
    return dict(chain.from_iterable(groups))


def _near(view: PageView, p: Floats, totals: Floats) -> Iterator[Row]:
    words, (total, even, _) = view.totals[0], totals
    low, high = window(len(p), 8)
    yield "p", p
    yield "p-1", shifted(p, -1)
    yield "p+1", shifted(p, 1)
    yield "odds_window8", (even.take(high) - even.take(low)) / (high - low)
    yield "p_before8", (total[:-1] - total.take(low)) / (words[:-1] - words.take(low) + 1)
    yield "p_after8", (total.take(high) - total[1:]) / (words.take(high) - words[1:] + 1)
    yield "mass_before", total[:-1] / (total[-1] + _EPS)
    yield "log_mass_before", np.log1p(total[:-1])
    yield "p_rest_after", (total[-1] - total[1:] + 0.3) / (words[-1] - words[1:] + 1)


def _around(view: PageView, totals: Floats) -> Iterator[Row]:
    mass, odds, sure = totals.take(view.last, axis=1) - totals.take(view.first, axis=1)
    words = view.totals[0]
    inside = words.take(view.last) - words.take(view.first) + _EPS
    count = np.maximum(view.last - view.first, 1)
    table = np.array([mass / inside, odds / count, sure / count, mass / (totals[0, -1] + _EPS)], np.float32)
    yield from zip(_CONTAINER_NAMES, of_containers(view, table, _CONTAINER_ROWS, _CONTAINER_LEVELS), strict=True)
    held, size = table[3].take(view.chain), np.log1p(inside)
    own, levels = holders(view, held, _HELD)
    rows = zip(_HELD, table[0].take(own), size.take(own), levels, strict=True)
    for part, some_p, some_words, level in rows:
        yield f"mass{part}_p", some_p
        yield f"mass{part}_words", some_words
        if part < 0.9:
            yield f"mass{part}_level", level


def _alike(view: PageView, odds: Floats, mass: Floats) -> Iterator[Row]:
    whole = mass.sum() + _EPS
    size, words = view.in_group.take(view.groups), view.group_words.take(view.groups)
    total, even = in_groups(view, mass), in_groups(view, odds)
    table = zip(total / words, even / size, total / whole, strict=True)
    for label, (p, mean, share) in zip(("own", "pair", "three", "grand"), table, strict=True):
        yield f"alike_{label}_p", p
        yield f"alike_{label}_odds", mean
        yield f"alike_{label}_mass", share


def _section(view: PageView, p: Floats, mass: Floats) -> Iterator[Row]:
    words, total = np.bincount(view.section, view.words), np.bincount(view.section, mass)
    mean = (total + 0.3) / (words + 1)
    yield "section_p", mean.take(view.section)
    yield "section_p-1", shifted(mean, -1).take(view.section)
    yield "section_p+1", shifted(mean, 1).take(view.section)
    yield "heading_p", p[np.maximum(view.last_heading, 0)]


def _run(view: PageView, p: Floats, odds: Floats) -> Iterator[Row]:
    """Where a segment stands to the segments that are likely, and to the one best run of the page."""
    at = np.arange(len(p))
    likely = (p > 0.5).nonzero()[0]
    if not likely.size:
        likely = np.array([int(p.argmax())])
    after = likely[np.minimum(likely.searchsorted(at), len(likely) - 1)]
    words = view.totals[0]
    yield "words_until_likely", np.where(after >= at, np.log1p(np.maximum(words.take(after) - words[:-1], 0)), 9)
    yield "after_first_likely", limited(at - likely[0], -60, 200)
    yield "before_last_likely", limited(likely[-1] - at, -60, 200)
    low, high = _best_run(limited(odds, -4, 4) * np.minimum(view.words, 60))
    yield "in_run", (at >= low) & (at < high)


def _best_run(gain: Floats) -> tuple[int, int]:
    """The run of segments with the greatest sum."""
    total = prefix(gain)
    lowest = np.minimum.accumulate(total)
    high = int((total - lowest).argmax())
    return int(total[: high + 1].argmin()), high


def _whole(view: PageView, p: Floats, mass: Floats) -> Iterator[Row]:
    chosen, score = best_set(p, view.words)
    threshold = float(p[chosen].min())
    values = {
        "expected": score, "threshold": threshold, "page_mean": mass.sum() / view.totals[0][-1],
        "page_mass": np.log1p(mass.sum()), "page_likely": np.log1p((p > 0.5).sum()), "page_best": p.max(),
    }  # fmt: skip
    block = np.empty((len(values), len(p)), np.float32)
    block[:] = np.array(list(values.values()))[:, None]
    yield from zip(values, block, strict=True)
    yield "p_over_threshold", p / (threshold + _EPS)
