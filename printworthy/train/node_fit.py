"""Fit the models of text nodes: labelled pages → plain arrays, the same on every run.

Logistic regression and forest are scikit-learn's and take a sample of the rows; each class reads the features that the
paper gives it (section 4.4). The CRF is crfsuite's; it reads whole pages, and its numbers become attributes by borders.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
import pycrfsuite  # type: ignore[import-untyped]
from numpy.typing import NDArray
from sklearn.ensemble import RandomForestClassifier  # type: ignore[import-untyped]
from sklearn.linear_model import LogisticRegression  # type: ignore[import-untyped]

from printworthy.methods.node_features import LANGUAGE, LOCATION, NAMES, OWN, with_neighbours
from printworthy.methods.node_model import BOILERPLATE, CLASSES, CONTENT, DATE, TITLE
from printworthy.train.node_labels import NodePage

Floats = NDArray[np.floating[Any]]
Ints = NDArray[np.int64]
Arrays = dict[str, NDArray[Any]]

_JUDGED: Final = (TITLE, CONTENT, DATE)
# Of every so many rows of a class one is learned from; there is enough of the two large ones.
_EVERY: Final = {BOILERPLATE: 5, CONTENT: 3, TITLE: 1, DATE: 1}
_TREES: Final = {TITLE: 16, CONTENT: 40, DATE: 24}
_LEAVES: Final = {TITLE: 32, CONTENT: 256, DATE: 96}
_ROWS_A_TREE: Final = 30_000
# Shares of the nodes at which numbers are cut; finer at the top, where long texts are.
_CUTS: Final = (0.05, 0.15, 0.3, 0.45, 0.6, 0.7, 0.78, 0.84, 0.88, 0.91, 0.94, 0.96, 0.98)
_ROUNDS: Final = 60
# The score of a class that no page shows.
_NEVER: Final = -30.0
# What a chain reads of the neighbours; the rest of what they are it learns from their classes.
_NEAR: Final = (*(f"{name}{side}" for side in ("-1", "+1") for name in (*LANGUAGE, "linked", "tag_a", "block_p")),)


def sampled(pages: Sequence[NodePage]) -> tuple[Floats, Ints, Floats]:
    """Rows, labels and weights of every so-manyth node of each class."""
    rows, labels = [], []
    for page in pages:
        taken = np.zeros(len(page.label), bool)
        for number, every in _EVERY.items():
            places = np.flatnonzero(page.label == number)
            taken[places[len(page.id) % every :: every]] = True
        rows.append(with_neighbours(page.rows)[:, taken].T)
        labels.append(page.label[taken])
    label = np.concatenate(labels).astype(np.int64)
    return np.concatenate(rows), label, np.array([_EVERY[number] for number in range(len(CLASSES))], float)[label]


def class_rows(number: int) -> Ints:
    """The features that a class is judged by: the title by likeness and tag, content without its location (4.4)."""
    if number == TITLE:
        names = [name for name in OWN if name.startswith(("like", "tag_", "block_"))]
    else:
        names = [name for name in NAMES if number == DATE or name not in LOCATION]
    return np.array([NAMES.index(name) for name in names])


def fit_logistic(rows: Floats, label: Ints, weight: Floats) -> Arrays:
    """One regression a class, on rows of mean 0 and deviation 1; that is folded into the weights."""
    mean, spread = rows.mean(0), rows.std(0) + 1e-6
    scaled = ((rows - mean) / spread).astype(np.float32)
    weights, bias = np.zeros((len(_JUDGED), len(NAMES))), np.zeros(len(_JUDGED))
    for place, number in enumerate(_JUDGED):
        read = class_rows(number)
        if not _taught(label, number):
            bias[place] = _NEVER
            continue
        model = LogisticRegression(C=0.1, max_iter=60, tol=1e-3)
        model.fit(scaled[:, read], label == number, sample_weight=weight)
        weights[place, read] = model.coef_[0] / spread[read]
        bias[place] = model.intercept_[0] - weights[place, read] @ mean[read]
    return {"logistic_weights": weights.astype(np.float32), "logistic_bias": bias.astype(np.float32)}


def fit_forests(rows: Floats, label: Ints, weight: Floats) -> Arrays:
    """One forest a class."""
    found: Arrays = {}
    for number in _JUDGED:
        read = class_rows(number)
        if not _taught(label, number):
            found |= {f"forest_{CLASSES[number]}_{part}": array for part, array in _never().items()}
            continue
        model = RandomForestClassifier(
            n_estimators=_TREES[number],
            max_leaf_nodes=_LEAVES[number],
            min_samples_leaf=4,
            max_features="sqrt",
            max_samples=min(1.0, _ROWS_A_TREE / len(rows)),
            random_state=number,
            n_jobs=1,
        )
        model.fit(rows[:, read], label == number, sample_weight=weight)
        found |= {f"forest_{CLASSES[number]}_{part}": array for part, array in _trees(model, read).items()}
    return found


def _taught(label: Ints, number: int) -> bool:
    """Whether there are rows of the class and rows of others to learn from."""
    return bool((label == number).any() and (label != number).any())


def _never() -> Arrays:
    """A forest that believes in nothing: for a class that no page shows."""
    leaf = {"row": -1, "threshold": 0, "left": 0, "right": 0, "value": 0, "roots": 0}
    kinds = {"row": np.int16, "threshold": np.float32, "value": np.float16}
    return {name: np.array([value], kinds.get(name, np.uint16)) for name, value in leaf.items()}


def _trees(model: RandomForestClassifier, read: Ints) -> Arrays:
    """The trees of a forest in one list of nodes."""
    parts: dict[str, list[NDArray[Any]]] = {name: [] for name in ("row", "threshold", "left", "right", "value")}
    roots, start = [], 0
    for one in model.estimators_:
        tree = one.tree_
        leaf = tree.children_left < 0
        shares = tree.value[:, 0, :]
        parts["row"].append(np.where(leaf, -1, read[np.maximum(tree.feature, 0)]))
        parts["threshold"].append(tree.threshold)
        parts["left"].append(np.where(leaf, 0, tree.children_left + start))
        parts["right"].append(np.where(leaf, 0, tree.children_right + start))
        parts["value"].append(shares[:, -1] / shares.sum(1))
        roots.append(start)
        start += tree.node_count
    kinds = {"row": np.int16, "threshold": np.float32, "left": np.uint16, "right": np.uint16, "value": np.float16}
    return {name: np.concatenate(parts[name]).astype(kind) for name, kind in kinds.items()} | {
        "roots": np.array(roots, np.uint16)
    }


class Chain:
    """The CRF's view of all pages, made once; a model for each fold left out is then trained from it."""

    def __init__(self, pages: Sequence[NodePage]) -> None:
        self.row, self.low, self.high = _attributes(pages)
        self._names = [str(number) for number in range(len(self.row))]
        self._trainer = pycrfsuite.Trainer(algorithm="lbfgs", verbose=False)
        settings = {"c1": 0.0, "c2": 2.0, "max_iterations": _ROUNDS, "feature.possible_transitions": True}
        self._trainer.set_params(settings)
        for page in pages:
            labels = [str(number) for number in page.label.tolist()]
            self._trainer.append(list(self.items(page)), labels, page.fold)

    def fit(self, left: int) -> Arrays:
        """The chain of all folds but one; -1 leaves out none."""
        with tempfile.TemporaryDirectory() as folder:
            path = str(Path(folder) / "chain")
            self._trainer.train(path, holdout=left)
            tagger = pycrfsuite.Tagger()
            with tagger.open(path):
                return self._arrays(tagger.info())

    def items(self, page: NodePage) -> Iterator[list[str]]:
        """The attributes that hold at each node of a page, as crfsuite takes them."""
        values = with_neighbours(page.rows)[self.row]
        holds = (values > self.low[:, None]) & (values <= self.high[:, None])
        for column in holds.T:
            yield [self._names[number] for number in np.flatnonzero(column)]

    def _arrays(self, info: Any) -> Arrays:  # noqa: ANN401 - crfsuite's own type
        weights = np.zeros((len(self.row), len(CLASSES)), np.float32)
        step = np.zeros((len(CLASSES), len(CLASSES)), np.float32)
        for (attribute, label), weight in info.state_features.items():
            weights[int(attribute), int(label)] = weight
        for (before, after), weight in info.transitions.items():
            step[int(before), int(after)] = weight
        return {
            "crf_row": self.row.astype(np.int16),
            "crf_low": self.low.astype(np.float32),
            "crf_high": self.high.astype(np.float32),
            "crf_weights": weights,
            "crf_step": step,
        }


def _attributes(pages: Sequence[NodePage]) -> tuple[Ints, Floats, Floats]:
    """For each row that a chain reads the ranges of its values: one for a sign, several for a number."""
    some = np.concatenate([with_neighbours(page.rows)[:, ::7] for page in pages[::3]], axis=1)
    row, low, high = [], [], []
    for name in (*OWN, *_NEAR):
        number = NAMES.index(name)
        values = some[number]
        if np.isin(values, (0, 1)).all():
            borders = [0.5, np.inf]
        else:
            borders = [-np.inf, *np.unique(np.quantile(values, _CUTS)), np.inf]
        row += [number] * (len(borders) - 1)
        low += borders[:-1]
        high += borders[1:]
    return np.array(row), np.array(low), np.array(high)
