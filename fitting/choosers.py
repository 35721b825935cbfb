"""Fit a field of the metadata: samples → the models that order its candidates and judge the best of them.

Nothing is judged by what has seen it: the gate learns from choices on sites that the order had not seen, and its
threshold is set on sites that neither had. Leave a fold out, and all of this happens on the other folds alone, so that
the scores on that fold are honest to the threshold.
"""

from __future__ import annotations

import datetime
import json
import math
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from fitting.metadata_scores import LabelledPage, page_bytes, same_authors, same_title
from printworthy.errors import MissingExtraError
from printworthy.metadata.describe import Candidates, find_candidates, read_page
from printworthy.metadata.ranker import FIELDS, RankedChoice, Ranker, Row, best_row, chooser, ranker
from printworthy.options import Options
from printworthy.reading.reading import Reading
from printworthy.train.fit import FOLD_MODELS
from printworthy.train.samples import FOLDS, known_folds, page_digest

if TYPE_CHECKING:
    from catboost import CatBoost

# The number of a page's best candidate, and its row for the gate.
Best = tuple[int, dict[str, float]]


@dataclass(frozen=True, slots=True)
class Sample:
    """A page's candidates for one field: their rows, which are right, and whether the page has the field at all.

    `has` is `None` where nobody looked. `page` is what the candidates have in common, `fold` that of the page's site.
    """

    rows: list[dict[str, float]]
    right: list[bool]
    has: bool | None
    page: dict[str, float]
    fold: int


class Finder:
    """Finds the candidates of labelled pages as the extraction does; what it sees of the page as a whole comes from a
    model that has not seen the page's site."""

    def __init__(self, data: Path, now: datetime.date) -> None:
        self._now = now
        self._folds = known_folds(data)
        self._options = [Options(model=FOLD_MODELS / f"fold{fold}.npz") for fold in range(FOLDS)]

    def candidates(self, page: LabelledPage) -> Candidates:
        """The candidates of one page."""
        reading = Reading(page_bytes(page), page.url, self._options[self._folds[page_digest(page.path)]])
        described = read_page(reading.tree, reading.columns, None, page.url)
        return find_candidates(described, self._now, reading.selection.signs())


def samples(
    pages: Sequence[LabelledPage], found: Sequence[Candidates], folds: Sequence[int]
) -> dict[str, list[Sample]]:
    """The samples of every field, one a page, in the order of the pages."""
    result: dict[str, list[Sample]] = {name: [] for name in FIELDS}
    for page, offer, fold in zip(pages, found, folds, strict=True):
        rights = {
            "title": [same_title(one.text, page.title or "") for one in offer.titles],
            "date": [one.day.isoformat() == page.date for one in offer.dates],
            "author": [same_authors(one.names, page.author or "") for one in offer.authors],
        }
        rows = {
            "title": [one.row for one in offer.titles],
            "date": [one.row for one in offer.dates],
            "author": [one.row for one in offer.authors],
        }
        labels = {"title": page.title, "date": page.date, "author": page.author}
        for name in FIELDS:
            has = None if labels[name] is None else bool(labels[name])
            result[name].append(Sample(rows[name], rights[name], has, offer.page, fold))
    return result


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
    model = CatBoost(
        {"random_seed": 1, "thread_count": 1, "verbose": 0, "border_count": 64, "allow_writing_files": False, **options}
    )
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

    def held_out(self) -> list[RankedChoice | None]:
        """What each page is given by models that never saw its site; nothing where it offers nothing."""
        result: list[RankedChoice | None] = [None] * len(self.pages)
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
