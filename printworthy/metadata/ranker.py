"""Rank: candidates as rows of features → the probability of each. Oblivious trees as plain arrays, in numpy."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

Row = Mapping[str, float]
_NOTHING: Row = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Ranker:
    """A sum of oblivious trees: at depth `d`, tree `t` asks `features[d, t]` > `borders[d, t]`.

    The answers, the first one lowest, are the number of a leaf; the leaves of all trees stand in one row.
    """

    names: tuple[str, ...]
    features: NDArray[np.intp]
    borders: NDArray[np.float64]
    leaves: NDArray[np.float64]
    bias: float
    threshold: float

    def scores(self, rows: Sequence[Row], shared: Row = _NOTHING) -> NDArray[np.float64]:
        """The score of each candidate, as log-odds. What a row lacks is in `shared`, or zero."""
        names = [(name, shared.get(name, 0.0)) for name in self.names]
        flat = [row.get(name, default) for name, default in names for row in rows]
        matrix = np.array(flat, np.float64).reshape(len(names), len(rows))
        depth, trees = self.features.shape
        leaf = np.arange(0, trees << depth, 1 << depth)[:, None].repeat(len(rows), axis=1)
        for level in range(depth):
            leaf += (matrix[self.features[level]] > self.borders[level][:, None]) * (1 << level)
        total: NDArray[np.float64] = self.leaves[leaf].sum(axis=0) + self.bias
        return total


def ranker(data: Mapping[str, Any]) -> Ranker:
    """A ranker from its plain form: nested lists, a list a tree, as the training script writes them."""
    return Ranker(
        tuple(data["names"]), np.array(data["features"], np.intp).T.copy(), np.array(data["borders"]).T.copy(),
        np.array(data["leaves"]).ravel(), float(data["bias"]), float(data["threshold"]),
    )


@dataclass(frozen=True, slots=True)
class Choice:
    """The best candidate of a page: which one, its share of the belief, and whether the page has any (`stands`)."""

    index: int
    share: float
    stands: float
    accepted: bool

    @property
    def confidence(self) -> float:
        """The probability that this candidate is right."""
        return self.share * self.stands


@dataclass(frozen=True, slots=True)
class Chooser:
    """Two steps: `order` ranks the candidates of a page, `gate` says whether the page has what they claim to be."""

    order: Ranker
    gate: Ranker

    def choose(self, rows: Sequence[Row], page: Row = _NOTHING) -> Choice | None:
        """The best of a page's candidates, or nothing if there is none; `page` holds what they have in common."""
        if not rows:
            return None
        index, row = best_row(self.order.scores(rows, page), rows)
        stands = 1 / (1 + math.exp(-float(self.gate.scores([row], page)[0])))
        return Choice(index, row["share"], stands, stands >= self.gate.threshold)


def best_row(scores: NDArray[np.float64], rows: Sequence[Row]) -> tuple[int, dict[str, float]]:
    """The candidate with the highest score, and its row with how far it leads, for the gate to judge."""
    index = int(scores.argmax())
    belief = np.exp(scores - scores[index])
    belief /= belief.sum()
    second = np.delete(scores, index).max() if len(scores) > 1 else scores[index] - 9
    lead = {
        "score": float(scores[index]), "share": float(belief[index]), "lead": float(scores[index] - second),
        "candidates": float(len(rows)),
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
    chosen = {field: Chooser(ranker(data[field]["order"]), ranker(data[field]["gate"])) for field in FIELDS}
    return Models(**chosen)


@cache
def shipped() -> Models:
    """The models that ship with the package."""
    return models(json.loads(files(__package__).joinpath("models.json").read_text("utf-8")))


FIELDS = ("title", "date", "author")
