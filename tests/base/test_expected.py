"""The set with the highest expected F1, compared with a search over all sets."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from printworthy.base.expected import best_set


def expected_f1(kept: tuple[bool, ...], probability: list[float], words: list[float]) -> float:
    """The F1 of a set, as if all counts were their expectations."""
    mass = sum(p * w for p, w in zip(probability, words, strict=True))
    mine = [(p * w, w) for keep, p, w in zip(kept, probability, words, strict=True) if keep]
    return 2 * sum(one for one, _ in mine) / (sum(count for _, count in mine) + mass)


CASES = [
    ([1.0], [5.0]),
    ([0.9, 0.8, 0.1, 0.05], [10.0, 20.0, 30.0, 5.0]),
    ([0.3, 0.3, 0.3], [1.0, 2.0, 3.0]),
    ([0.1, 0.9, 0.6, 0.4, 0.2], [40.0, 3.0, 9.0, 12.0, 1.0]),
    ([0.01, 0.02], [100.0, 1.0]),
]


@pytest.mark.parametrize(("probability", "words"), CASES)
def test_no_set_is_better(probability: list[float], words: list[float]) -> None:
    kept, score = best_set(np.array(probability), np.array(words))
    sets = [one for one in product((True, False), repeat=len(words)) if any(one)]
    assert score == pytest.approx(max(expected_f1(one, probability, words) for one in sets))
    assert score == pytest.approx(expected_f1(tuple(map(bool, kept)), probability, words))


def test_what_is_sure_is_kept() -> None:
    kept, score = best_set(np.array([1.0, 0.0, 1.0]), np.array([5.0, 50.0, 5.0]))
    assert (kept.tolist(), score) == ([True, False, True], 1.0)
