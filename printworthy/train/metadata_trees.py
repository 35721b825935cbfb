"""Small trees with CatBoost: rows of named features → oblivious trees as nested lists, the same on every run."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from printworthy.errors import MissingExtraError
from printworthy.metadata.ranker import Row

if TYPE_CHECKING:
    from catboost import CatBoost


def fit_trees(
    rows: Sequence[Row], labels: Sequence[bool], groups: list[int] | None, options: dict[str, Any]
) -> dict[str, Any]:
    """Train on rows; `groups` tells which of them are candidates of one page. One thread: sums have one order."""
    try:
        from catboost import CatBoost, Pool
    except ImportError:
        raise MissingExtraError("train", "training the metadata models") from None
    names = sorted({name for row in rows for name in row})
    matrix = np.array([[row.get(name, 0.0) for name in names] for row in rows])
    model = CatBoost({
        "random_seed": 1, "thread_count": 1, "verbose": 0, "border_count": 64, "allow_writing_files": False, **options
    })
    model.fit(Pool(matrix, np.array(labels, int), group_id=groups))
    return _export(model, names)


def _export(model: CatBoost, names: list[str]) -> dict[str, Any]:
    """The trees as arrays, with only the features that some tree asks for."""
    depth = max(1, int(model.get_tree_leaf_counts().max()).bit_length() - 1)
    splits, leaves = _trees(model, depth)
    used = sorted({feature for tree in splits for feature, _ in tree})
    index = {feature: number for number, feature in enumerate(used)}
    return {
        "names": [names[feature] for feature in used],
        "features": [[index[feature] for feature, _ in tree] for tree in splits],
        "borders": [[border for _, border in tree] for tree in splits],
        "leaves": [[round(value, 5) for value in tree] for tree in leaves],
        "bias": float(model.get_scale_and_bias()[1]),
        "threshold": 0.5,
    }


def _trees(model: CatBoost, depth: int) -> tuple[list[list[tuple[int, float]]], list[list[float]]]:
    """The splits and leaves of all trees, shallow ones repeated to the same depth."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "model.json")
        model.save_model(str(path), format="json")
        data = json.loads(path.read_text("utf-8"))
    splits, leaves = [], []
    for tree in data["oblivious_trees"]:
        asked = [(int(split["float_feature_index"]), float(split["border"])) for split in tree["splits"] or []]
        missing = depth - len(asked)
        splits.append(asked + [(0, float("1e30"))] * missing)
        leaves.append([float(value) for value in tree["leaf_values"]] + [0.0] * (2**depth - len(tree["leaf_values"])))
    return splits, leaves
