"""Judge text nodes: rows → the probability of each class and the class given, by any of the three models of `nodes`.

The paper's two, a logistic regression and a random forest, judge each node by itself, a model a class. The structured
one is the linear-chain CRF that its section 6 hopes for: one model of all classes that also learns which follows which.
It can be read in two ways: node by node over all sequences ("crf"), or as the one best sequence ("viterbi").
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from printworthy.base.npz import read_npz
from printworthy.errors import ModelError
from printworthy.methods.node_features import NAMES, with_neighbours

Floats = NDArray[np.floating[Any]]
Ints = NDArray[np.int64]
Kind: TypeAlias = Literal["logistic", "forest", "crf", "viterbi"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)

# The classes, with the numbers that the paper's files give them (section 5).
BOILERPLATE, TITLE, CONTENT, DATE = range(4)
CLASSES: Final = ("boilerplate", "title", "content", "date")
VERSION: Final = 1


@dataclass(frozen=True, slots=True)
class Logistic:
    """Weights class × row (boilerplate has none), and a bias a class."""

    weights: Floats
    bias: Floats


@dataclass(frozen=True, slots=True)
class Forest:
    """All trees of a class in one list: a node asks `row > threshold` and goes `right`, or `left`; leaves have row -1.

    `value` is the share of the class in a leaf; `roots` are the trees' first nodes.
    """

    row: Ints
    threshold: Floats
    left: Ints
    right: Ints
    value: Floats
    roots: Ints


@dataclass(frozen=True, slots=True)
class Crf:
    """An attribute holds where `low < row <= high`; it weighs attribute × class. `step` is class before × class."""

    row: Ints
    low: Floats
    high: Floats
    weights: Floats
    step: Floats


@dataclass(frozen=True, slots=True)
class NodeModel:
    """All three models, from what probability on each class is believed, and the model's card."""

    logistic: Logistic
    forest: Mapping[int, Forest]
    crf: Crf
    threshold: Mapping[str, Floats]  # by kind: class → the least probability
    default: Kind
    card: dict[str, object]


def judge_nodes(model: NodeModel, rows: Floats, kind: Kind) -> tuple[Floats, Ints]:
    """The probability of each class for each node (class × node), and the class that each node is given."""
    matrix = with_neighbours(rows)
    if kind == "viterbi":
        gain = crf_gain(model.crf, matrix)
        return marginals(gain, model.crf.step), viterbi(gain, model.crf.step)
    belief = node_belief(model, matrix, kind)
    return belief, node_classes(belief, model.threshold[kind])


def node_belief(model: NodeModel, matrix: Floats, kind: Kind) -> Floats:
    """The probability of each class for each node; `matrix` has the neighbours' rows, too."""
    if kind == "logistic":
        return logistic_probability(model.logistic, matrix)
    if kind == "forest":
        return forest_probability(model.forest, matrix)
    return marginals(crf_gain(model.crf, matrix), model.crf.step)


def node_classes(belief: Floats, threshold: Floats) -> Ints:
    """Content and dates by their thresholds, the surer one first; the one best title of the page (4.4.1)."""
    sure = belief / threshold[:, None]
    found = np.where(sure[CONTENT] >= 1, CONTENT, BOILERPLATE)
    found[(sure[DATE] >= 1) & (sure[DATE] > sure[CONTENT])] = DATE
    best = int(belief[TITLE].argmax())
    if sure[TITLE, best] >= 1:
        found[best] = TITLE
    return found


def logistic_probability(model: Logistic, matrix: Floats) -> Floats:
    """Each class against the rest."""
    score = model.weights @ matrix + model.bias[:, None]
    return _completed(1 / (1 + np.exp(-np.clip(score, -30, 30))))


def forest_probability(model: Mapping[int, Forest], matrix: Floats) -> Floats:
    """Each class against the rest: the mean of its trees."""
    return _completed(np.array([tree_mean(model[number], matrix) for number in (TITLE, CONTENT, DATE)]))


def tree_mean(forest: Forest, matrix: Floats) -> Floats:
    """Walk down all trees with all nodes at once; what has reached a leaf stays there."""
    count = matrix.shape[1]
    at = np.repeat(forest.roots, count)
    column = np.tile(np.arange(count), len(forest.roots))
    going = np.flatnonzero(forest.row[at] >= 0)
    while going.size:
        here = at[going]
        above = matrix[forest.row[here], column[going]] > forest.threshold[here]
        at[going] = np.where(above, forest.right[here], forest.left[here])
        going = going[forest.row[at[going]] >= 0]
    mean: Floats = forest.value[at].reshape(-1, count).mean(0)
    return mean


def crf_gain(crf: Crf, matrix: Floats) -> Floats:
    """What the attributes of each node say for each class: class × node."""
    values = matrix[crf.row]
    holds = (values > crf.low[:, None]) & (values <= crf.high[:, None])
    gain: Floats = crf.weights.T @ holds.astype(np.float32)
    return gain


def viterbi(gain: Floats, step: Floats) -> Ints:
    """The one best sequence of classes."""
    count = gain.shape[1]
    score = gain[:, 0].astype(np.float64)
    before = np.zeros((count, len(step)), np.int64)
    for place in range(1, count):
        ways = score[:, None] + step
        before[place] = ways.argmax(0)
        score = ways.max(0) + gain[:, place]
    path = np.empty(count, np.int64)
    path[-1] = int(score.argmax())
    for place in range(count - 1, 0, -1):
        path[place - 1] = before[place, path[place]]
    return path


def marginals(gain: Floats, step: Floats) -> Floats:
    """The probability of each class at each node over all sequences (forward, backward); scaled at every node."""
    local = np.exp(gain - gain.max(0)).astype(np.float64)
    pass_on = np.exp(step - step.max()).astype(np.float64)
    forward, backward = np.empty_like(local), np.ones_like(local)
    forward[:, 0] = local[:, 0] / local[:, 0].sum()
    for place in range(1, local.shape[1]):
        now = (forward[:, place - 1] @ pass_on) * local[:, place]
        forward[:, place] = now / now.sum()
    for place in range(local.shape[1] - 2, -1, -1):
        now = pass_on @ (backward[:, place + 1] * local[:, place + 1])
        backward[:, place] = now / now.sum()
    both = forward * backward
    share: Floats = both / both.sum(0)
    return share


def load_nodes(path: str | os.PathLike[str] | None = None) -> NodeModel:
    """The model in a file, or the one in the package."""
    return _shipped() if path is None else _read_file(os.fspath(path))


def node_model(arrays: Mapping[str, NDArray[Any]]) -> NodeModel:
    """A model from its plain arrays."""
    about = json.loads(arrays["about"].tobytes())
    if about["version"] != VERSION or about["rows"] != list(NAMES):
        raise ValueError("another version")
    return NodeModel(
        Logistic(arrays["logistic_weights"].astype(np.float32), arrays["logistic_bias"].astype(np.float32)),
        read_forests(arrays),
        Crf(
            arrays["crf_row"].astype(np.int64),
            arrays["crf_low"].astype(np.float32),
            arrays["crf_high"].astype(np.float32),
            arrays["crf_weights"].astype(np.float32),
            arrays["crf_step"].astype(np.float32),
        ),
        {kind: np.array(values) for kind, values in about["threshold"].items()},
        about["default"],
        about["card"],
    )


def read_forests(arrays: Mapping[str, NDArray[Any]]) -> dict[int, Forest]:
    """The forest of each class from its plain arrays."""
    return {number: _forest(arrays, CLASSES[number]) for number in (TITLE, CONTENT, DATE)}


def _completed(belief: Floats) -> Floats:
    """Boilerplate is what no class claims."""
    return np.concatenate(((1 - belief.max(0))[None], belief))


def _forest(arrays: Mapping[str, NDArray[Any]], name: str) -> Forest:
    row, threshold, left, right, value, roots = (
        arrays[f"forest_{name}_{part}"] for part in ("row", "threshold", "left", "right", "value", "roots")
    )
    whole = (array.astype(np.int64) for array in (row, left, right, roots))
    row, left, right, roots = whole
    return Forest(row, threshold.astype(np.float32), left, right, value.astype(np.float32), roots)


@cache
def _shipped() -> NodeModel:
    with resources.as_file(resources.files("printworthy.methods") / "nodes.npz") as path:
        return _read_file(str(path))


@cache
def _read_file(path: str) -> NodeModel:
    try:
        content = Path(path).read_bytes()
    except OSError as error:
        raise ModelError(f"{path}: cannot read this model ({error.strerror}); check the path") from error
    return _read(content, path)


def _read(content: bytes, source: str) -> NodeModel:
    try:
        return node_model(read_npz(content))
    except (KeyError, ValueError, TypeError) as error:
        told = f"{source}: this is no model of text nodes; make one with fitting.nodes"
        raise ModelError(told) from error
