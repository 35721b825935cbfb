"""Fit oblivious trees with CatBoost: matrix + labels → `Trees` as plain arrays, the same on every run."""

from __future__ import annotations

import json
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from catboost import CatBoostClassifier, CatBoostRegressor
from numpy.typing import NDArray

from printworthy.data.model import Trees

Floats = NDArray[np.floating[Any]]


@dataclass(frozen=True, slots=True)
class Recipe:
    """How many trees, how deep, how fast. With `soft`, labels are shares between 0 and 1 rather than classes."""

    trees: int
    depth: int
    rate: float
    regression: bool = False
    soft: bool = False


def fit(rows: Floats, label: Floats, weight: Floats, recipe: Recipe, base: Floats | None = None) -> Trees:
    """Trees over rows (samples) × columns (features). One thread, so that sums are always made in one order.

    With a `base`, the trees learn what is to be added to that score.
    """
    made = CatBoostRegressor if recipe.regression else CatBoostClassifier
    loss = {"loss_function": "CrossEntropy"} if recipe.soft else {}
    model = made(
        **loss,
        iterations=recipe.trees,
        depth=recipe.depth,
        learning_rate=recipe.rate,
        l2_leaf_reg=8,
        rsm=0.25,
        border_count=63,
        bootstrap_type="Bernoulli",
        subsample=0.5,
        boosting_type="Plain",
        random_seed=1,
        thread_count=1,
        verbose=0,
        allow_writing_files=False,
    )
    model.fit(rows, label, sample_weight=weight, baseline=base)
    return _exported(model, recipe.depth)


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
