"""Fit oblivious trees with CatBoost: matrix + labels → `Trees` as plain arrays, the same on every run."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from catboost import CatBoostClassifier, CatBoostRegressor, Pool
from numpy.typing import NDArray

from printworthy.data.model import Trees

Floats = NDArray[np.floating[Any]]
_BORDERS = 63


@dataclass(frozen=True, slots=True)
class Recipe:
    """How many trees, how deep, how fast. With `soft`, labels are shares between 0 and 1 rather than classes.

    With `median`, a regression is fitted to the absolute error rather than to its square.

    `draws` forests are fitted that differ by chance alone, and averaged: what one has by luck, others have not.
    """

    trees: int
    depth: int
    rate: float
    regression: bool = False
    soft: bool = False
    draws: int = 1
    median: bool = False


def fit(rows: Floats, label: Floats, weight: Floats, recipe: Recipe, base: Floats | None = None) -> Trees:
    """Trees over rows (samples) × columns (features). One thread, so that sums are always made in one order.

    With a `base`, the trees learn what is to be added to that score.
    """
    pool = Pool(rows, label, weight=weight, baseline=base)
    pool.quantize(border_count=_BORDERS)
    return _averaged([_fit(pool, recipe, seed) for seed in range(1, recipe.draws + 1)])


def _fit(pool: Pool, recipe: Recipe, seed: int) -> Trees:
    made = CatBoostRegressor if recipe.regression else CatBoostClassifier
    loss = {"loss_function": "CrossEntropy"} if recipe.soft else {"loss_function": "MAE"} if recipe.median else {}
    model = made(
        **loss,
        iterations=recipe.trees,
        depth=recipe.depth,
        learning_rate=recipe.rate,
        l2_leaf_reg=8,
        rsm=0.25,
        border_count=_BORDERS,
        bootstrap_type="Bernoulli",
        subsample=0.5,
        boosting_type="Plain",
        random_seed=seed,
        thread_count=1,
        verbose=0,
        allow_writing_files=False,
    )
    model.fit(pool)
    return _exported(model, recipe.depth)


def _averaged(forests: Sequence[Trees]) -> Trees:
    """The mean of several forests' scores, as one forest of all their trees."""
    part = np.float32(1 / len(forests))
    return Trees(
        feature=np.concatenate([trees.feature for trees in forests]),
        threshold=np.concatenate([trees.threshold for trees in forests]),
        leaves=np.concatenate([trees.leaves for trees in forests]) * part,
        bias=float(np.mean([trees.bias for trees in forests])),
    )


def _exported(model: CatBoostClassifier | CatBoostRegressor, depth: int) -> Trees:
    """CatBoost's own JSON as arrays: its first split is the lowest bit of a leaf's number, ours the highest."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "model.json"
        model.save_model(str(path), format="json")
        content = json.loads(path.read_text("utf-8"))
    trees = content["oblivious_trees"]
    feature = np.zeros((len(trees), depth), np.int64)
    threshold = np.full((len(trees), depth), np.inf, np.float32)
    leaves = np.zeros((len(trees), 1 << depth), np.float32)
    for number, tree in enumerate(trees):
        for level, split in enumerate(tree["splits"] or []):
            feature[number, depth - 1 - level] = split["float_feature_index"]
            threshold[number, depth - 1 - level] = split["border"]
        leaves[number, : len(tree["leaf_values"])] = tree["leaf_values"]
    scale, bias = content["scale_and_bias"]
    return Trees(feature, threshold, leaves * np.float32(scale), float(bias[0]))
