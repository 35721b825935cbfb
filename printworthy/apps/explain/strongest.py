"""The strongest features of each segment: `Tree` + `Columns` + `Model` → the two looks of the learned method."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import factorial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from printworthy.apps.explain.feature_words import in_words
from printworthy.data.columns import Columns
from printworthy.data.model import Floats, Model, Trees
from printworthy.data.tree import Tree
from printworthy.features.context import context_features
from printworthy.features.page_view import view_page
from printworthy.features.segments import segment_features
from printworthy.methods.learned import matrix, page_title
from printworthy.model.net import late_probability
from printworthy.model.trees import probability


@dataclass(frozen=True, slots=True)
class Reason:
    """What a feature is in words, its value, and what it adds to the score (in log-odds)."""

    words: str
    value: float
    added: float


@dataclass(frozen=True, slots=True)
class Look:
    """One stage: the probability of each segment, and its strongest features."""

    probability: Floats
    strongest: list[list[Reason]]


def two_looks(tree: Tree, columns: Columns, model: Model, most: int = 5) -> tuple[Look, Look]:
    """What each stage thought of each segment, and by which features; the page has at least one segment.

    In stage two, networks have half the say; the features are what its trees go by.
    """
    view = view_page(columns, page_title(tree))
    features = segment_features(view, model.tables)
    first = _look(model.first, features, most)
    features |= context_features(view, first.probability)
    rows = matrix(features)
    late = late_probability(model.second, model.nets, rows, view.words)
    return first, replace(_look(model.second, features, most), probability=late)


def _look(trees: Trees, features: dict[str, NDArray[Any]], most: int) -> Look:
    rows = matrix(features)
    added, _ = contributions(trees, rows)
    return Look(probability(trees, rows), strongest(list(features), rows, added, most))


def strongest(names: list[str], rows: Floats, added: Floats, most: int) -> list[list[Reason]]:
    """For each column what adds or takes most, the strongest first; features of one meaning are one."""
    meaning = [in_words(name) for name in names]
    words = list(dict.fromkeys(meaning))
    group = np.array([words.index(one) for one in meaning])
    total = np.zeros((len(words), rows.shape[1]), np.float32)
    np.add.at(total, group, added)
    order = np.argsort(-np.abs(total), axis=0, kind="stable")[:most].T
    found = []
    for column, places in enumerate(order.tolist()):
        leads = [_lead(group == place, added[:, column]) for place in places]
        found.append([
            Reason(words[place], float(rows[lead, column]), float(total[place, column]))
            for place, lead in zip(places, leads, strict=True)
        ])
    return found


def _lead(members: NDArray[np.bool_], added: Floats) -> int:
    """The member of a group that adds or takes most."""
    return int(np.where(members, np.abs(added), -1).argmax())


_CHUNK = 256  # columns at a time: memory grows with them


def contributions(trees: Trees, matrix: Floats) -> tuple[Floats, float]:
    """What each row of a matrix (feature × column) adds to each column's score, and the score without any."""
    asked = np.empty((*trees.feature.shape, matrix.shape[1]), bool)
    for level in range(trees.feature.shape[1]):
        asked[:, level] = matrix[trees.feature[:, level]] > trees.threshold[:, level, None]
    tables = _tables(trees, asked.mean(2))
    out = np.zeros((matrix.shape[0], matrix.shape[1]), np.float32)
    for start in range(0, matrix.shape[1], _CHUNK):
        part = slice(start, start + _CHUNK)
        for level, gain in enumerate(_gains(tables, asked[:, :, part].astype(np.int64))):
            np.add.at(out[:, part], trees.feature[:, level], gain)
    return out, float(tables[0].sum()) + trees.bias


def _tables(trees: Trees, usual: Floats) -> list[NDArray[Any]]:
    """For each set of questions that are asked (a bit a level) the leaves, averaged over the others: tree × answers."""
    count, depth = trees.feature.shape
    leaves = trees.leaves.astype(np.float64).reshape(count, *(2,) * depth)
    found = []
    for chosen in range(1 << depth):
        table = leaves
        for level in range(depth):
            if not chosen >> level & 1:
                share = usual[:, level].reshape(-1, *(1,) * depth)
                below, above = np.split(table, 2, axis=level + 1)
                table = below * (1 - share) + above * share
        found.append(table.reshape(count, -1))
    return found


def _gains(tables: list[NDArray[Any]], asked: NDArray[np.int64]) -> list[Floats]:
    """For each level the mean gain of asking its question, over all orders of asking."""
    depth = asked.shape[1]
    values = [_value(table, asked, chosen) for chosen, table in enumerate(tables)]
    gains = []
    for level in range(depth):
        gain = np.zeros_like(values[0])
        for chosen in range(1 << depth):
            if not chosen >> level & 1:
                size = chosen.bit_count()
                share = factorial(size) * factorial(depth - size - 1) / factorial(depth)
                gain += share * (values[chosen | 1 << level] - values[chosen])
        gains.append(gain)
    return gains


def _value(table: NDArray[Any], asked: NDArray[np.int64], chosen: int) -> Floats:
    """What the trees say when only the chosen questions are answered: tree × column."""
    place = np.zeros((asked.shape[0], asked.shape[2]), np.int64)
    for level in range(asked.shape[1]):
        if chosen >> level & 1:
            place = place << 1 | asked[:, level]
    value: Floats = np.take_along_axis(table, place, axis=1)
    return value
