"""Rank: candidates as rows of features → the probability of each. Oblivious trees as plain arrays."""

from __future__ import annotations

import json
import math
import sys
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import accumulate
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

Row = dict[str, float]


class Question(NamedTuple):
    """What all trees ask of one feature: its `borders`, rising, and the bits that are set when so many lie below.

    The bits are those by which a row differs from one that lacks the feature, as a number to be added.
    """

    borders: tuple[float, ...]
    bits: tuple[int, ...]

    def answer(self, value: float) -> int:
        """The bits that a value sets."""
        return self.bits[bisect_left(self.borders, value)]


@dataclass(frozen=True, slots=True)
class Ranker:
    """A sum of oblivious trees, asked a feature at a time, because of a candidate's features most are zero.

    The answers of all trees are one large number, in which byte `t` is the leaf of tree `t`; `nothing` is that of an
    empty row, and `ones` has what a feature adds whose value is one, as that of most is. The leaves of all trees stand
    in one row, those of tree `t` from `starts[t]` on.
    """

    questions: dict[str, Question]
    ones: dict[str, int]
    nothing: int
    leaves: NDArray[np.float64]
    starts: NDArray[np.intp]
    bias: float
    threshold: float

    def scores(self, rows: Sequence[Row]) -> NDArray[np.float64]:
        """The score of each candidate, as log-odds. What a row lacks is zero."""
        places = np.frombuffer(b"".join(map(self._places, rows)), np.uint8).reshape(len(rows), len(self.starts))
        total: NDArray[np.float64] = np.add.reduce(self.leaves.take(places + self.starts), axis=1) + self.bias
        return total

    def _places(self, row: Row) -> bytes:
        """The leaf of every tree, a byte each."""
        asked, one, places = self.questions.get, self.ones.get, self.nothing
        for name, value in row.items():
            if value == 1.0:
                places += one(name, 0)
            elif value and (question := asked(name)) is not None:
                places += question[1][bisect_left(question[0], value)]
        return places.to_bytes(len(self.starts), "little")


def ranker(data: Mapping[str, Any]) -> Ranker:
    """A ranker from its plain form: nested lists, a list a tree, as the training script writes them.

    At depth `d`, tree `t` asks whether `features[t][d]` > `borders[t][d]`; the answers, the first one lowest, are the
    number of a leaf.
    """
    asked: dict[str, dict[float, int]] = {}
    names = [sys.intern(name) for name in data["names"]]  # found without comparing letters
    for tree, (features, borders) in enumerate(zip(data["features"], data["borders"], strict=True)):
        for level, (feature, border) in enumerate(zip(features, borders, strict=True)):
            bits = asked.setdefault(names[feature], {})
            bits[border] = bits.get(border, 0) | 1 << (8 * tree + level)
    trees, depth = len(data["features"]), len(data["features"][0])
    nothing = sum(bit for bits in asked.values() for border, bit in bits.items() if border < 0)
    questions = {name: _question(bits) for name, bits in asked.items()}
    ones = {name: question.answer(1.0) for name, question in questions.items()}
    return Ranker(
        questions,
        ones,
        nothing,
        np.array(data["leaves"]).ravel(),
        np.arange(trees) << depth,
        float(data["bias"]),
        float(data["threshold"]),
    )


def _question(bits: Mapping[float, int]) -> Question:
    """What is asked of a feature, from the bit of each border."""
    borders = sorted(bits)
    sums = list(accumulate([bits[border] for border in borders], initial=0))
    zero = sums[bisect_left(borders, 0.0)]
    return Question(tuple(borders), tuple([bit - zero for bit in sums]))


@dataclass(frozen=True, slots=True)
class RankedChoice:
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

    def choose(self, rows: Sequence[Row], page: Row) -> RankedChoice | None:
        """The best of a page's candidates, or nothing if there is none; `page` holds what they have in common."""
        if not rows:
            return None
        index, row = best_row(self.order.scores(rows), rows)
        sure = 1 / (1 + math.exp(-float(self.gate.scores([{**page, **row}])[0])))
        return RankedChoice(index, sure if self.exact else sure * row["share"], sure >= self.gate.threshold)


def best_row(scores: NDArray[np.float64], rows: Sequence[Row]) -> tuple[int, dict[str, float]]:
    """The candidate with the highest score, and its row with how far it leads, for the gate to judge."""
    index = int(scores.argmax())
    best = float(scores[index])
    others = scores.tolist()
    del others[index]
    belief = 1 / (1 + sum([math.exp(other - best) for other in others], 0.0))
    lead = {
        "score": best,
        "share": belief,
        "lead": best - max(others, default=best - 9),
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
    return Models(**{field: chooser(data[field]) for field in FIELDS})


def chooser(data: Mapping[str, Any]) -> Chooser:
    """A chooser from its plain form."""
    return Chooser(ranker(data["order"]), ranker(data["gate"]), bool(data["exact"]))


@cache
def shipped() -> Models:
    """The models that ship with the package."""
    return models(json.loads(files(__package__).joinpath("models.json").read_text("utf-8")))


FIELDS: Final = ("title", "date", "author")
