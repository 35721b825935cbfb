"""Trees in arrays give what walking down each tree gives, and survive a file.

Covers: printworthy.model.store.
"""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import numpy as np
import pytest

from printworthy.data.model import Forests, Trees
from printworthy.errors import ModelError
from printworthy.model.store import load_model, model_bytes
from printworthy.model.trees import probability, score, totals


def random_trees(seed: int, count: int = 7, depth: int = 4, features: int = 5) -> Trees:
    chance = np.random.default_rng(seed)
    return Trees(
        feature=chance.integers(0, features, (count, depth)),
        threshold=chance.normal(size=(count, depth)).astype(np.float32),
        leaves=chance.normal(size=(count, 1 << depth)).astype(np.float32),
        bias=0.25,
    )


def walked(trees: Trees, column: np.ndarray) -> float:
    total = trees.bias
    for feature, threshold, leaves in zip(trees.feature, trees.threshold, trees.leaves, strict=True):
        leaf = 0
        for number, limit in zip(feature, threshold, strict=True):
            leaf = 2 * leaf + int(column[number] > limit)
        total += leaves[leaf]
    return float(total)


@pytest.mark.parametrize("columns", [1, 3, 511, 512, 513, 1200])
def test_scores_are_those_of_each_tree_walked_down(columns: int) -> None:
    trees = random_trees(columns)
    matrix = np.random.default_rng(1).normal(size=(5, columns)).astype(np.float32)
    expected = [walked(trees, column) for column in matrix.T]
    np.testing.assert_allclose(score(trees, matrix), expected, atol=1e-4)
    assert ((probability(trees, matrix) > 0.5) == (np.array(expected) > 0)).all()


def test_a_model_survives_its_file(tmp_path: Path) -> None:
    shipped = load_model()
    content = model_bytes(shipped)
    assert content == model_bytes(shipped)
    assert len(content) <= 2_000_000
    (tmp_path / "mine.npz").write_bytes(content)
    again = load_model(tmp_path / "mine.npz")
    for name in ("first", "second", "sure"):
        for field in fields(Trees):
            one, other = (getattr(getattr(model, name), field.name) for model in (shipped, again))
            np.testing.assert_array_equal(one, other)
    for name in shipped.tables._fields:
        np.testing.assert_array_equal(getattr(shipped.tables, name), getattr(again.tables, name))
    assert again.names == shipped.names


@pytest.mark.parametrize("content", [b"", b"not a model", b"PK\x03\x04 broken", model_bytes(load_model())[:5000]])
def test_a_damaged_file_is_named(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "broken.npz"
    path.write_bytes(content)
    with pytest.raises(ModelError, match=r"broken\.npz.*make train"):
        load_model(path)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="check the path"):
        load_model(tmp_path / "none.npz")


def test_several_sets_of_trees_are_asked_as_one_by_one() -> None:
    forests = [random_trees(seed) for seed in range(3)]
    column = np.random.default_rng(2).normal(size=(5, 1)).astype(np.float32)
    expected = [walked(trees, column[:, 0]) for trees in forests]
    assert totals(Forests.of(forests), column) == pytest.approx(expected, abs=1e-5)
