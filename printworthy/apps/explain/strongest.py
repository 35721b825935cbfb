"""The strongest features of each segment: `Tree` + `Columns` + `Model` → the two looks of the learned method."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from printworthy.apps.explain.feature_words import in_words
from printworthy.apps.explain.shapley import contributions
from printworthy.data.columns import Columns
from printworthy.data.model import Floats, Model, Trees
from printworthy.data.tree import Tree
from printworthy.features.context import context_features
from printworthy.features.page import view_page
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
