"""The models that are compared, as the paper of 2016 compares its own: text nodes → the belief in each class.

Logistic regression and random forest are the paper's, the chain (CRF) is what it hopes for, and boosted trees read what
both read. All are fitted on the folds that are left and judge the fold that was left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from printworthy.data.model import Trees
from printworthy.methods.node_features import with_neighbours
from printworthy.methods.node_model import (
    CLASSES,
    CONTENT,
    DATE,
    TITLE,
    Crf,
    Logistic,
    crf_gain,
    forest_probability,
    logistic_probability,
    marginals,
    read_forests,
)
from printworthy.model.trees import probability
from printworthy.train.boost import Recipe, fit
from printworthy.train.node_fit import Chain, class_rows, fit_forests, fit_logistic, sampled
from printworthy.train.node_labels import NodePage

Floats = NDArray[np.floating[Any]]
METHODS: Final = ("logistic", "forest", "boosted", "crf")
NAMES: Final = {
    "logistic": "logistic regression", "forest": "random forest", "boosted": "boosted trees", "crf": "CRF",
}  # fmt: skip
_JUDGED: Final = (TITLE, CONTENT, DATE)
_RECIPE: Final = Recipe(trees=100, depth=5, rate=0.15)
_GRID: Final = np.linspace(0.05, 0.7, 14)
_SOME: Final = 300  # pages from which thresholds are learned


class CrossValidation:
    """All pages, and a way to have each judged by a model that has not seen its fold."""

    def __init__(self, pages: Sequence[NodePage]) -> None:
        self.pages = pages
        self._chain: Chain | None = None

    def beliefs(self, method: str, left: int) -> tuple[list[Floats], Floats]:
        """The belief in each class (class × node) for each page of the fold left out, and the thresholds learned."""
        seen = [page for page in self.pages if page.fold != left]
        judge = self._fitted(method, left, seen)
        some = [(page, judge(page)) for page in seen[:: max(1, len(seen) // _SOME)]]
        return [judge(page) for page in self.pages if page.fold == left], thresholds(some)

    def _fitted(self, method: str, left: int, seen: Sequence[NodePage]) -> Any:  # noqa: ANN401 - a function of a page
        if method == "crf":
            self._chain = self._chain or Chain(self.pages)
            arrays = self._chain.fit(left)
            crf = Crf(*(arrays[f"crf_{part}"] for part in ("row", "low", "high", "weights", "step")))
            return lambda page: marginals(crf_gain(crf, with_neighbours(page.rows)), crf.step)
        rows, label, weight = sampled(seen)
        if method == "logistic":
            found = fit_logistic(rows, label, weight)
            model = Logistic(found["logistic_weights"], found["logistic_bias"])
            return lambda page: logistic_probability(model, with_neighbours(page.rows))
        if method == "forest":
            forests = read_forests(fit_forests(rows, label, weight))
            return lambda page: forest_probability(forests, with_neighbours(page.rows))
        trees = _boosted(rows, label, weight)
        return lambda page: _boosted_belief(trees, with_neighbours(page.rows))


def thresholds(some: Sequence[tuple[NodePage, Floats]]) -> Floats:
    """From which belief on a class is given: the best for its nodes."""
    found = np.ones(len(CLASSES))
    for number in _JUDGED:
        belief = np.concatenate([one[number] for _, one in some])
        true = np.concatenate([page.label == number for page, _ in some])
        given = [belief >= least for least in _GRID]
        scores = [2 * float((true & kept).sum()) / float(true.sum() + kept.sum() + 1) for kept in given]
        found[number] = _GRID[int(np.argmax(scores))]
    return found


def node_scores(pages: Sequence[NodePage], labels: Sequence[NDArray[Any]]) -> dict[str, float]:
    """F1 of nodes by class over all pages, as in the paper's tables."""
    right, given, wanted = (np.zeros(len(CLASSES)) for _ in range(3))
    for page, said in zip(pages, labels, strict=True):
        right += np.bincount(page.label[said == page.label], minlength=len(CLASSES))
        given += np.bincount(said, minlength=len(CLASSES))
        wanted += np.bincount(page.label, minlength=len(CLASSES))
    f1 = 2 * right / np.maximum(given + wanted, 1)
    return {CLASSES[number]: float(f1[number]) for number in _JUDGED if wanted[number]}


def _boosted(rows: Floats, label: NDArray[np.int64], weight: Floats) -> dict[int, Trees | None]:
    found: dict[int, Trees | None] = {}
    for number in _JUDGED:
        true = label == number
        read = class_rows(number)
        found[number] = fit(rows[:, read], true.astype(np.float32), weight, _RECIPE) if true.any() else None
    return found


def _boosted_belief(trees: dict[int, Trees | None], rows: Floats) -> Floats:
    each = []
    for number in _JUDGED:
        model = trees[number]
        read = rows[class_rows(number)]
        each.append(np.zeros(rows.shape[1], np.float32) if model is None else probability(model, read))
    belief = np.array(each)
    return np.concatenate(((1 - belief.max(0))[None], belief))
