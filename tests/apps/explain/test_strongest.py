"""Shapley values add up to the score, and are those that trying every order of questions gives."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

from printworthy.apps.explain.strongest import contributions
from printworthy.data.model import Trees
from printworthy.model.trees import score


def random_trees(seed: int, count: int, depth: int, features: int = 4) -> Trees:
    chance = np.random.default_rng(seed)
    return Trees(
        feature=chance.integers(0, features, (count, depth)),
        threshold=chance.normal(size=(count, depth)).astype(np.float32),
        leaves=chance.normal(size=(count, 1 << depth)).astype(np.float32),
        bias=0.5,
    )


@pytest.mark.parametrize(("depth", "columns"), [(1, 1), (3, 7), (4, 300), (6, 40)])
def test_they_add_up_to_the_score(depth: int, columns: int) -> None:
    trees = random_trees(depth, 6, depth)
    matrix = np.random.default_rng(9).normal(size=(4, columns)).astype(np.float32)
    added, base = contributions(trees, matrix)
    np.testing.assert_allclose(added.sum(0) + base, score(trees, matrix), atol=1e-4)
    assert base == pytest.approx(_answered(trees, matrix, 0, frozenset()), abs=1e-4)


def test_they_are_the_mean_over_all_orders() -> None:
    trees = random_trees(5, 1, 3, features=3)
    trees = Trees(np.array([[2, 0, 1]]), trees.threshold, trees.leaves, trees.bias)
    matrix = np.random.default_rng(2).normal(size=(3, 5)).astype(np.float32)
    added, _ = contributions(trees, matrix)
    expected = np.zeros(3)
    for order in permutations(range(3)):
        asked: frozenset[int] = frozenset()
        for level in order:
            before = _answered(trees, matrix, 4, asked)
            asked |= {level}
            expected[trees.feature[0, level]] += (_answered(trees, matrix, 4, asked) - before) / 6
    np.testing.assert_allclose(added[:, 4], expected, atol=1e-5)


def test_a_feature_that_no_tree_asks_adds_nothing() -> None:
    trees = random_trees(1, 4, 3, features=2)
    added, _ = contributions(trees, np.random.default_rng(0).normal(size=(5, 9)).astype(np.float32))
    assert not added[2:].any()


def _answered(trees: Trees, matrix: np.ndarray, column: int, asked: frozenset[int]) -> float:
    """The score of a column when only some levels are asked, and the page answers the others."""
    above = matrix[trees.feature] > trees.threshold[:, :, None]
    total = trees.bias
    for tree in range(len(trees.leaves)):
        for leaf, value in enumerate(trees.leaves[tree]):
            share = 1.0
            for level in range(trees.feature.shape[1]):
                bit = leaf >> (trees.feature.shape[1] - 1 - level) & 1
                usual = float(above[tree, level].mean())
                own = float(above[tree, level, column])
                yes = own if level in asked else usual
                share *= yes if bit else 1 - yes
            total += share * value
    return float(total)
