"""Fit a field of the metadata: samples → the models that order its candidates and judge the best of them.

Nothing is judged by what has seen it: the gate learns from choices on sites that the order had not seen, and its
threshold is set on sites that neither had. Leave a fold out, and all of this happens on the other folds alone, so that
the scores on that fold are honest to the threshold.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from printworthy.metadata.ranker import Choice, Ranker, best_row, chooser, ranker
from printworthy.train.metadata_samples import Sample
from printworthy.train.metadata_trees import fit_trees

# The number of a page's best candidate, and its row for the gate.
Best = tuple[int, dict[str, float]]


@dataclass(frozen=True, slots=True)
class Recipe:
    """How large a field's models are, what the gate tells, and how often pages without the field may be given one.

    The gate tells whether a page has the field, or, with `exact`, whether the choice is right.
    """

    order: dict[str, Any]
    gate: dict[str, Any]
    false_share: float
    exact: bool = False


@dataclass(slots=True)
class Fitter:
    """Fits one field; orders are kept by the folds that they left out, because every two folds are left out twice."""

    pages: Sequence[Sample]
    recipe: Recipe
    orders: dict[frozenset[int], dict[str, Any]] = field(default_factory=dict)

    def fit(self, left_out: Iterable[int] = ()) -> dict[str, Any]:
        """Both models of the field, from all pages but those of the folds left out."""
        gone = frozenset(left_out)
        folds = sorted({one.fold for one in self.pages} - gone)
        best = {number: row for fold in folds for number, row in self._best(fold, gone).items()}
        gate = self._gate(best)
        gate["threshold"] = threshold(self._without(best, folds), self._missing(best, gone), self.recipe.false_share)
        return {"order": self._order(gone), "gate": gate, "exact": self.recipe.exact}

    def held_out(self) -> list[Choice | None]:
        """What each page is given by models that never saw its site; nothing where it offers nothing."""
        result: list[Choice | None] = [None] * len(self.pages)
        for fold in sorted({one.fold for one in self.pages}):
            made = chooser(self.fit([fold]))
            for number, one in enumerate(self.pages):
                if one.fold == fold:
                    result[number] = made.choose(one.rows, one.page)
        return result

    def _order(self, gone: frozenset[int]) -> dict[str, Any]:
        """The model that ranks the candidates of a page; it learns from pages where one of them is right."""
        if gone not in self.orders:
            useful = [one for one in self.pages if one.fold not in gone and any(one.right)]
            rows = [row for one in useful for row in one.rows]
            labels = [right for one in useful for right in one.right]
            groups = [number for number, one in enumerate(useful) for _ in one.rows]
            self.orders[gone] = fit_trees(rows, labels, groups, {"loss_function": "QuerySoftMax", **self.recipe.order})
        return self.orders[gone]

    def _best(self, fold: int, gone: frozenset[int]) -> dict[int, Best]:
        """The best candidate of each page of a fold, by an order that never saw it, and its row for the gate."""
        order = ranker(self._order(gone | {fold}))
        best: dict[int, Best] = {}
        for number, one in enumerate(self.pages):
            if one.fold == fold and one.rows and one.has is not None:
                index, row = best_row(order.scores(one.rows), one.rows)
                best[number] = index, {**one.page, **row}
        return best

    def _gate(self, best: dict[int, Best]) -> dict[str, Any]:
        """The model that judges the best candidates of pages."""
        labels = [
            self.pages[number].right[index] if self.recipe.exact else bool(self.pages[number].has)
            for number, (index, _) in best.items()
        ]
        rows = [row for _, row in best.values()]
        return fit_trees(rows, labels, None, {"loss_function": "Logloss", **self.recipe.gate})

    def _without(self, best: dict[int, Best], folds: list[int]) -> list[float]:
        """How sure gates that never saw them are of pages without the field."""
        found: list[float] = []
        for fold in folds:
            rows = [row for number, (_, row) in best.items() if self._is_without(number, fold)]
            if rows:
                others = {number: one for number, one in best.items() if self.pages[number].fold != fold}
                found += _sure(ranker(self._gate(others)), rows)
        return found

    def _is_without(self, number: int, fold: int) -> bool:
        return self.pages[number].fold == fold and self.pages[number].has is False

    def _missing(self, best: dict[int, Best], gone: frozenset[int]) -> int:
        """How many pages without the field do not even offer a candidate."""
        return sum(one.has is False and one.fold not in gone and n not in best for n, one in enumerate(self.pages))


def threshold(sure: Sequence[float], silent: int, share: float) -> float:
    """The probability that at most this share of the pages without the field reaches; `silent` ones offer nothing."""
    allowed = int(share * (len(sure) + silent))
    ranked = sorted(sure, reverse=True)
    return ranked[allowed] + 1e-9 if allowed < len(ranked) else 0.0


def _sure(gate: Ranker, rows: Sequence[dict[str, float]]) -> list[float]:
    """The probabilities that a gate gives."""
    return [1 / (1 + math.exp(-score)) for score in gate.scores(rows).tolist()]
