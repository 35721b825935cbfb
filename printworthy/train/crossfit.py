"""Fit both stages so that nothing learned for a fold has seen it: pages → models and out-of-fold verdicts.

For the score of fold k, stage two learns from stage one's verdicts on other pages. Those must come from models that
have seen neither these pages nor fold k: one model for each pair of folds left out, which serves both of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from multiprocessing import get_context
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from printworthy.data.model import Net, Tables, Trees
from printworthy.features.page_view import PageView
from printworthy.features.segments import segment_features
from printworthy.methods.learned import matrix, second_matrix
from printworthy.model.net import late_probability
from printworthy.model.trees import probability
from printworthy.train.boost import Recipe, fit
from printworthy.train.dataset import TrainingPage
from printworthy.train.log_odds import Counts
from printworthy.train.net import NetPage, NetRecipe, fit_net
from printworthy.train.samples import FOLDS

Floats = NDArray[np.floating[Any]]
T = TypeVar("T")
FIRST = Recipe(trees=120, depth=6, rate=0.12, draws=2)
SECOND = Recipe(trees=120, depth=6, rate=0.12, draws=2)
NETS = 1
_MOST_ROWS = 400  # of a longer page a part by chance, which counts for the whole
ALL = -1  # the fold that is not: what leaves out nobody


@dataclass(frozen=True, slots=True)
class Stages:
    """Both stages as they were learned without some fold, and the tables that they read."""

    tables: Tables
    first: Trees
    second: Trees
    nets: tuple[Net, ...] = ()

    def judge(self, view: PageView) -> tuple[Floats, Floats]:
        """The verdicts of stage one and of stage two."""
        rows = matrix(segment_features(view, self.tables))
        early = probability(self.first, rows)
        return early, late_probability(self.second, self.nets, second_matrix(view, rows, early), view.words)


class Crossfit:
    """Pages and counts, held once and shared with worker processes by forking."""

    def __init__(self, pages: Sequence[TrainingPage], counts: Counts) -> None:
        self.pages = pages
        self.counts = counts
        self.tables: dict[frozenset[int], Tables] = {}
        for folds in ({i, j, k} for i in range(ALL, FOLDS) for j in range(ALL, FOLDS) for k in range(ALL, FOLDS)):
            self.tables.setdefault(frozenset(folds), counts.without(folds))
        self.early: dict[tuple[int, int], Floats] = {}  # page number, fold left out too → stage one's verdicts

    def first_models(self, progress: Callable[[str], None]) -> dict[int, Trees]:
        """Stage one: a model for each fold left out and one of all; fills `early`."""
        tasks = [frozenset(pair) for pair in combinations(range(FOLDS), 2)] + [
            frozenset({fold}) for fold in range(ALL, FOLDS)
        ]
        models: dict[int, Trees] = {}
        for left, trees, verdicts in self.run(_fit_first, tasks, progress):
            self.early |= verdicts
            if len(left) == 1:
                models[min(left)] = trees
        return models

    def second_models(self, progress: Callable[[str], None]) -> dict[int, Trees]:
        """Stage two: a model for each fold left out and one of all."""
        return dict(self.run(_fit_second, list(range(ALL, FOLDS)), progress))

    def nets(self, progress: Callable[[str], None]) -> dict[int, tuple[Net, ...]]:
        """The networks of stage two, for each fold left out and of all."""
        tasks = [(left, seed) for left in range(ALL, FOLDS) for seed in range(1, NETS + 1)]
        found = dict(zip(tasks, self.run(_fit_net, tasks, progress), strict=True))
        return {left: tuple(found[left, seed] for seed in range(1, NETS + 1)) for left in range(ALL, FOLDS)}

    def run(self, work: Callable[[Crossfit, Any], T], tasks: Iterable[Any], progress: Callable[[str], None]) -> list[T]:
        """Do tasks in two processes that see this object as it is now."""
        _SHARED.append(self)
        try:
            with get_context("fork").Pool(2) as pool:
                results = []
                for result in pool.imap(_Call(work), tasks, chunksize=1):
                    progress(work.__name__.strip("_"))
                    results.append(result)
                return results
        finally:
            _SHARED.clear()

    def first_rows(self, number: int, left: frozenset[int]) -> Floats:
        """Stage one's features of a page, with tables that have seen neither its fold nor those left out."""
        page = self.pages[number]
        return matrix(segment_features(page.view(), self.tables[left | {page.fold}]))

    def second_rows(self, number: int, left: int) -> Floats:
        """Stage two's features of a page, as a model that has not seen fold `left` may know them."""
        page = self.pages[number]
        rows = matrix(segment_features(page.view(), self.tables[frozenset({left, page.fold})]))
        return second_matrix(page.view(), rows, self.early[number, page.fold if left == ALL else left])

    def stacked(self, numbers: Sequence[int], rows: Callable[[int], Floats]) -> tuple[Floats, Floats, Floats]:
        """The matrix, labels and weights of many pages."""
        parts = [_some(number, len(self.pages[number].label)) for number in numbers]
        matrices = np.concatenate([rows(number).T[part] for number, part in zip(numbers, parts, strict=True)])
        label = np.concatenate([self.pages[number].label[part] for number, part in zip(numbers, parts, strict=True)])
        weight = np.concatenate(
            [
                self.pages[number].weight[part] * np.float32(len(self.pages[number].label) / len(part))
                for number, part in zip(numbers, parts, strict=True)
            ]
        )
        return matrices, label, weight


def _some(seed: int, count: int) -> NDArray[np.int64]:
    """The rows of a page to learn from."""
    if count <= _MOST_ROWS:
        return np.arange(count)
    return np.sort(np.random.default_rng(seed).permutation(count)[:_MOST_ROWS])


class _Call:
    """A task for a forked worker, which finds the shared object where it was when the pool was made."""

    def __init__(self, work: Callable[[Crossfit, Any], Any]) -> None:
        self.work = work

    def __call__(self, task: Any) -> Any:  # noqa: ANN401 - whatever the work takes and gives
        return self.work(_SHARED[0], task)


def _fit_first(data: Crossfit, left: frozenset[int]) -> tuple[frozenset[int], Trees, dict[tuple[int, int], Floats]]:
    """Fit without the folds left out, and judge their pages."""
    learn = [n for n, page in enumerate(data.pages) if page.fold not in left and page.trust > 0]
    trees = fit(*data.stacked(learn, lambda n: data.first_rows(n, left)), FIRST)
    verdicts = {}
    for number, page in enumerate(data.pages):
        if page.fold in left:
            other = min(left - {page.fold}, default=page.fold)
            verdicts[number, other] = probability(trees, data.first_rows(number, left))
    return left, trees, verdicts


def _fit_second(data: Crossfit, left: int) -> tuple[int, Trees]:
    learn = [n for n, page in enumerate(data.pages) if page.fold != left and page.trust > 0]
    return left, fit(*data.stacked(learn, lambda n: data.second_rows(n, left)), SECOND)


def _fit_net(data: Crossfit, task: tuple[int, int]) -> Net:
    left, seed = task
    learn = [n for n, page in enumerate(data.pages) if page.fold != left and page.trust > 0]
    names = list(segment_features(data.pages[0].view(), data.tables[frozenset({ALL})]))
    tags = names.index("tag_0"), names.index("tag_1")
    return fit_net([_net_page(data, n, left) for n in learn], tags, NetRecipe(), seed)


def _net_page(data: Crossfit, number: int, left: int) -> NetPage:
    page = data.pages[number]
    return NetPage(data.second_rows(number, left), page.label, page.weight, page.view().words)


_SHARED: list[Crossfit] = []
