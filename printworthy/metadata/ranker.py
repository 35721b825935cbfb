"""Rank: candidates as rows of features → the probability of each. Oblivious trees as plain arrays, in numpy."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import chain, repeat
from typing import Any

import numpy as np
from numpy.typing import NDArray

Row = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Ranker:
    """A sum of oblivious trees: at depth `d`, tree `t` asks `features[d, t]` > `borders[d, t]`.

    The answers, the first one lowest, are the number of a leaf; the leaves of all trees stand in one row, those of
    tree `t` from `starts[t]` on.
    """

    names: tuple[str, ...]
    features: NDArray[np.intp]
    borders: NDArray[np.float64]
    leaves: NDArray[np.float64]
    starts: NDArray[np.intp]
    bias: float
    threshold: float

    def scores(self, rows: Sequence[Row]) -> NDArray[np.float64]:
        """The score of each candidate, as log-odds. What a row lacks is zero."""
        names, nothing, count = self.names, repeat(0.0), len(rows)
        values = chain.from_iterable([map(row.get, names, nothing) for row in rows])
        matrix = np.fromiter(values, np.float64, count * len(names)).reshape(count, len(names))
        answers = (matrix.take(self.features, axis=1) > self.borders).view(np.uint8)
        places = answers[:, 0]
        for level in range(1, len(self.features)):
            places = places + (answers[:, level] << level)
        total: NDArray[np.float64] = self.leaves.take(self.starts + places).sum(axis=1) + self.bias
        return total


def ranker(data: Mapping[str, Any]) -> Ranker:
    """A ranker from its plain form: nested lists, a list a tree, as the training script writes them."""
    features = np.array(data["features"], np.intp).T.copy()
    depth, trees = features.shape
    return Ranker(
        tuple(data["names"]), features, np.array(data["borders"]).T.copy(), np.array(data["leaves"]).ravel(),
        np.arange(trees) << depth, float(data["bias"]), float(data["threshold"]),
    )


@dataclass(frozen=True, slots=True)
class Choice:
    """The best candidate of a page: which one, the probability that it is right, and whether that is enough."""

    index: int
    confidence: float
    accepted: bool


@dataclass(frozen=True, slots=True)
class Chooser:
    """Two steps: `order` ranks the candidates of a page, `gate` judges the first of them.

    The gate says whether the page has what the candidates claim to be, or, with `exact`, whether the first is right.
    """

    order: Ranker
    gate: Ranker
    exact: bool

    def choose(self, rows: Sequence[Row], page: Row) -> Choice | None:
        """The best of a page's candidates, or nothing if there is none; `page` holds what they have in common."""
        if not rows:
            return None
        index, row = best_row(self.order.scores(rows), rows)
        sure = 1 / (1 + math.exp(-float(self.gate.scores([{**page, **row}])[0])))
        return Choice(index, sure if self.exact else sure * row["share"], sure >= self.gate.threshold)


def best_row(scores: NDArray[np.float64], rows: Sequence[Row]) -> tuple[int, dict[str, float]]:
    """The candidate with the highest score, and its row with how far it leads, for the gate to judge."""
    index = int(scores.argmax())
    best = float(scores[index])
    others = scores.tolist()
    del others[index]
    belief = 1 / (1 + sum([math.exp(other - best) for other in others]))
    lead = {
        "score": best, "share": belief, "lead": best - max(others, default=best - 9), "candidates": float(len(rows)),
    }
    return index, {**rows[index], **lead}


@dataclass(frozen=True, slots=True)
class Models:
    """The choosers of the fields that several places of a page claim."""

    title: Chooser
    date: Chooser
    author: Chooser


def models(data: Mapping[str, Any]) -> Models:
    """Models from their plain form."""
    return Models(**{field: chooser(data[field]) for field in FIELDS})


def chooser(data: Mapping[str, Any]) -> Chooser:
    """A chooser from its plain form."""
    return Chooser(ranker(data["order"]), ranker(data["gate"]), bool(data["exact"]))


@cache
def shipped() -> Models:
    """The models that ship with the package."""
    return models(json.loads(files(__package__).joinpath("models.json").read_text("utf-8")))


FIELDS = ("title", "date", "author")
