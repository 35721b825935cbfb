"""Read and write a model: one `.npz` file of plain arrays, no pickle, so that it loads tomorrow."""

from __future__ import annotations

import json
import os
import pkgutil
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from printworthy.base.npz import read_npz, write_npz
from printworthy.data.model import Floats, Model, Net, Own, Tables, Trees
from printworthy.errors import ModelError

VERSION = 1
_TABLES = ("words", "phrases", "parts", "names")
_TREES = ("first", "second", "sure")
# The arrays of a network as a file keeps them; half as many bits serve its weights as well.
NET_KINDS = {
    "tags": np.int16, "low": np.float32, "high": np.float32, "enter": np.float32, "enter_bias": np.float32,
    "owner": np.float16, "parent": np.float16, "whole": np.float16, "near": np.float16, "near_bias": np.float32,
    "far": np.float16, "far_bias": np.float32, "leave": np.float32, "bias": np.float32,
}  # fmt: skip


def load_model(path: str | os.PathLike[str] | None = None) -> Model:
    """The model in a file, or the one in the package."""
    return _shipped() if path is None else _read_file(os.fspath(path))


def model_bytes(model: Model) -> bytes:
    """A model as the content of a file; the same model gives the same bytes."""
    arrays = {f"table_{name}": _packed(getattr(model.tables, name)) for name in _TABLES}
    for name in _TREES:
        arrays |= _tree_arrays(name, getattr(model, name))
    for number, trees in enumerate(model.kinds):
        arrays |= _tree_arrays(f"kind{number}", trees)
    for number, net in enumerate(model.nets):
        arrays |= {f"net{number}_{name}": np.asarray(getattr(net, name), kind) for name, kind in NET_KINDS.items()}
    if model.own is not None:
        arrays |= {f"own_table_{name}": _packed(getattr(model.own.tables, name)) for name in _TABLES}
        arrays |= _tree_arrays("own", model.own.trees)
    about = {"version": VERSION, "names": model.names, "card": model.card, "kinds": len(model.kinds)}
    about["nets"] = len(model.nets)
    arrays["about"] = np.frombuffer(json.dumps(about, sort_keys=True).encode(), np.uint8)
    return write_npz(arrays)


@cache
def _shipped() -> Model:
    content = pkgutil.get_data("printworthy.model", "article.npz")  # importlib.resources takes longer to import
    return read_model(content or b"", "the model of the package")


@cache
def _read_file(path: str) -> Model:
    try:
        content = Path(path).read_bytes()
    except OSError as error:
        raise ModelError(f"{path}: cannot read this model ({error.strerror}); check the path") from error
    return read_model(content, path)


def read_model(content: bytes, source: str) -> Model:
    """The model in the content of a file; `source` names it in errors."""
    try:
        arrays = read_npz(content)
        about = json.loads(arrays["about"].tobytes())
        if about["version"] != VERSION:
            raise ModelError(f"{source}: a model of version {about['version']}, not {VERSION}; train it again")
        return Model(
            tables=Tables(*(_unpacked(arrays[f"table_{name}"]) for name in _TABLES)),
            **{name: _trees(name, arrays) for name in _TREES},
            nets=tuple(_net(f"net{number}", arrays) for number in range(about.get("nets", 0))),
            kinds=tuple(_trees(f"kind{number}", arrays) for number in range(about["kinds"])),
            names={part: tuple(names) for part, names in about["names"].items()},
            card=about["card"],
            own=_own(arrays) if "own_feature" in arrays else None,
        )
    except (KeyError, ValueError, TypeError) as error:
        told = f"{source}: this is not a model of Printworthy; make one with 'printworthy train' or 'make train'"
        raise ModelError(told) from error


def _own(arrays: dict[str, np.ndarray]) -> Own:
    return Own(Tables(*(_unpacked(arrays[f"own_table_{name}"]) for name in _TABLES)), _trees("own", arrays))


def _packed(table: Floats) -> np.ndarray:
    """Log-odds as whole numbers of sixteenths: a byte each."""
    return np.clip(np.rint(table * 16), -127, 127).astype(np.int8)


def _unpacked(table: np.ndarray) -> Floats:
    return table.astype(np.float32) / 16


def _tree_arrays(name: str, trees: Trees) -> dict[str, np.ndarray]:
    return {
        f"{name}_feature": trees.feature.astype(np.int16),
        f"{name}_threshold": trees.threshold.astype(np.float32),
        f"{name}_leaves": trees.leaves.astype(np.float32),
        f"{name}_bias": np.array([trees.bias], np.float64),
    }


def _trees(name: str, arrays: dict[str, np.ndarray]) -> Trees:
    return Trees(
        feature=arrays[f"{name}_feature"].astype(np.int64),
        threshold=arrays[f"{name}_threshold"],
        leaves=arrays[f"{name}_leaves"],
        bias=float(arrays[f"{name}_bias"][0]),
    )


def _net(name: str, arrays: dict[str, np.ndarray]) -> Net:
    found: dict[str, Any] = {field: arrays[f"{name}_{field}"].astype(np.float32) for field in NET_KINDS}
    return Net(**found | {"tags": found["tags"].astype(np.int64), "bias": found["bias"].item()})
