"""The decoding in numpy gives what trying everything gives."""

from __future__ import annotations

from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from printworthy.methods.node_model import (
    BOILERPLATE,
    CONTENT,
    DATE,
    TITLE,
    Forest,
    Logistic,
    logistic_probability,
    marginals,
    node_classes,
    tree_mean,
    viterbi,
)

WEIGHT = st.floats(-6, 6, width=32)


def chains() -> st.SearchStrategy[tuple[np.ndarray, np.ndarray]]:
    """What a chain of one to five nodes gains, and the steps between four classes."""

    def both(length: int) -> st.SearchStrategy[tuple[np.ndarray, np.ndarray]]:
        gain = st.lists(WEIGHT, min_size=4 * length, max_size=4 * length)
        step = st.lists(WEIGHT, min_size=16, max_size=16)
        return st.tuples(gain.map(lambda one: np.array(one).reshape(4, length)),
                         step.map(lambda one: np.array(one).reshape(4, 4)))  # fmt: skip

    return st.integers(1, 5).flatmap(both)


def all_scores(gain: np.ndarray, step: np.ndarray) -> dict[tuple[int, ...], float]:
    return {
        path: sum(gain[label, place] for place, label in enumerate(path))
        + sum(step[one, other] for one, other in pairwise(path))
        for path in product(range(4), repeat=gain.shape[1])
    }


@given(chains())
def test_viterbi_finds_the_best_of_all_sequences(chain: tuple[np.ndarray, np.ndarray]) -> None:
    scores = all_scores(*chain)
    assert scores[tuple(viterbi(*chain).tolist())] == pytest.approx(max(scores.values()), abs=1e-6)


@given(chains())
def test_marginals_are_sums_over_all_sequences(chain: tuple[np.ndarray, np.ndarray]) -> None:
    gain = chain[0]
    scores = all_scores(*chain)
    highest = max(scores.values())
    expected = np.zeros_like(gain)
    for path, score in scores.items():
        for place, label in enumerate(path):
            expected[label, place] += np.exp(score - highest)
    np.testing.assert_allclose(marginals(*chain), expected / expected.sum(0), atol=1e-6)


def test_a_long_chain_neither_overflows_nor_vanishes() -> None:
    gain = np.random.default_rng(0).normal(size=(4, 20_000)) * 50
    found = marginals(gain, np.eye(4) * 30)
    assert np.isfinite(found).all()
    np.testing.assert_allclose(found.sum(0), 1)


def test_trees_are_walked_down() -> None:
    # One tree asks row 0 > 1, then row 1 > 0; the other is a leaf.
    forest = Forest(
        row=np.array([0, -1, 1, -1, -1, -1]),
        threshold=np.array([1.0, 0, 0, 0, 0, 0]),
        left=np.array([1, 0, 3, 0, 0, 0]),
        right=np.array([2, 0, 4, 0, 0, 0]),
        value=np.array([0, 0.2, 0, 0.4, 0.8, 0.6]),
        roots=np.array([0, 5]),
    )
    matrix = np.array([[1.0, 2.0, 2.0], [5.0, 0.0, 1.0]])
    np.testing.assert_allclose(tree_mean(forest, matrix), [0.4, 0.5, 0.7])


def test_boilerplate_is_what_no_class_claims() -> None:
    model = Logistic(np.array([[0.0], [1.0], [-50.0]]), np.array([-50.0, 0.0, 0.0]))
    found = logistic_probability(model, np.array([[0.0, 3.0]]))
    np.testing.assert_allclose(found[CONTENT], [0.5, 1 / (1 + np.exp(-3))])
    np.testing.assert_allclose(found[BOILERPLATE], 1 - found[1:].max(0))


@pytest.mark.parametrize(
    ("title", "content", "date", "expected"),
    [
        ([0, 0], [0.6, 0.1], [0, 0], [CONTENT, BOILERPLATE]),
        ([0.9, 0.8], [0.9, 0.9], [0, 0], [TITLE, CONTENT]),  # one title a page
        ([0.1, 0.2], [0, 0], [0.3, 0.9], [BOILERPLATE, DATE]),
        ([0, 0], [0.9, 0.5], [0.5, 0.9], [CONTENT, DATE]),
    ],
)
def test_thresholds(title: list[float], content: list[float], date: list[float], expected: list[int]) -> None:
    belief = np.array([[0, 0], title, content, date])
    assert node_classes(belief, np.array([1, 0.5, 0.5, 0.5])).tolist() == expected
