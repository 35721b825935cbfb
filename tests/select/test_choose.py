"""The set with the highest expected F1, and copies taken out of it."""

from __future__ import annotations

from itertools import product

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from printworthy.base.expected import best_set
from printworthy.select.choose import choose, reasons

pages = st.lists(st.tuples(st.floats(0.01, 0.99), st.integers(1, 50)), min_size=1, max_size=8)


@given(pages)
def test_no_other_set_is_expected_to_score_higher(page: list[tuple[float, int]]) -> None:
    probability, words = (np.array(column, np.float32) for column in zip(*page, strict=True))
    kept, score = best_set(probability, words)
    mass = probability * words

    def expected(mask: np.ndarray) -> float:
        return float(2 * mass[mask].sum() / (words[mask].sum() + mass.sum()))

    assert abs(expected(kept) - score) < 1e-4
    every = (np.array(mask) for mask in product((False, True), repeat=len(page)) if any(mask))
    assert max(expected(mask) for mask in every) <= score + 1e-4


def test_copies_are_dropped_and_explained() -> None:
    probability = np.array([0.9, 0.1, 0.9, 0.9], np.float32)
    words = np.array([20, 20, 20, 3], np.float32)
    choice = choose(probability, words, np.array([7, 8, 7, 7], np.uint32), ["It rose.", "It fell.", "It rose.", "It."])
    assert choice.kept.tolist() == [True, False, False, True]  # short texts may stand twice
    assert [step for step, _ in reasons(choice)] == ["select", "select", "copies", "select"]


def test_what_differs_in_its_figures_is_no_copy() -> None:
    texts = ["Step 1 of 9", "Step 2 of 9", "STEP 1 of 9", "Step 3 of 9"]
    choice = choose(np.full(4, 0.9, np.float32), np.full(4, 20, np.float32), np.full(4, 7, np.uint32), texts)
    assert choice.kept.tolist() == [True, True, False, True]
