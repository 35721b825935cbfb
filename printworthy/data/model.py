"""A trained model as plain arrays: learned tables, trees, and which features they read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.floating[Any]]


class Tables(NamedTuple):
    """Learned log-odds by hash: of words, of whole short texts, of parts of class names, of whole class names."""

    words: Floats
    phrases: Floats
    parts: Floats
    names: Floats


class Questions(NamedTuple):
    """What trees ask, each question once. `asked` is level × tree → question, `start` a tree → its first leaf."""

    feature: NDArray[np.int64]
    threshold: Floats
    asked: NDArray[np.int64]
    start: NDArray[np.int64]


@dataclass(frozen=True)
class Trees:
    """Oblivious trees: all nodes of a level ask the same question, so that a tree is a few comparisons and a look-up.

    `feature` and `threshold` are tree × level, `leaves` tree × 2^levels; the first level is the highest bit.
    """

    feature: NDArray[np.int64]
    threshold: Floats
    leaves: Floats
    bias: float

    @cached_property
    def questions(self) -> Questions:
        """The same trees, ready to be asked: many trees ask the same."""
        count, depth = self.feature.shape
        feature, threshold = self.feature.T.ravel(), self.threshold.T.ravel()
        order = np.lexsort((threshold, feature))
        new = np.ones(len(order), np.bool_)
        new[1:] = (np.diff(feature[order]) != 0) | (threshold[order][1:] != threshold[order][:-1])
        number = np.empty(len(order), np.int64)
        number[order] = new.cumsum() - 1
        first = order[new]
        start = np.arange(count)[:, None] << depth
        return Questions(feature[first], threshold[first, None], number.reshape(depth, count), start)


class Forests(NamedTuple):
    """Several sets of trees of one size, to be asked together. `feature` and `threshold` are level × set × tree.

    `start` is set × tree → the place of its first leaf among all `leaves`.
    """

    feature: NDArray[np.int64]
    threshold: Floats
    start: NDArray[np.int64]
    leaves: Floats
    bias: Floats

    @classmethod
    def of(cls, sets: Sequence[Trees]) -> Forests:
        """The sets as one."""
        feature, threshold, leaves = (
            np.array([getattr(trees, name) for trees in sets]) for name in ("feature", "threshold", "leaves")
        )
        start = np.arange(0, leaves.size, leaves.shape[2]).reshape(leaves.shape[:2])
        return cls(
            feature=np.ascontiguousarray(feature.transpose(2, 0, 1)),
            threshold=np.ascontiguousarray(threshold.transpose(2, 0, 1)),
            start=start,
            leaves=leaves.ravel(),
            bias=np.array([trees.bias for trees in sets]),
        )


class Net(NamedTuple):
    """A small network over the segments of a page: from features, each between `low` and `high`, by `enter`; from
    neighbours by `near` and `far`.

    `tags` are the rows of the matrix that hold the tags of a segment's owner and of its parent, looked up in `owner`
    and `parent`; `whole` weighs the mean of all segments.
    """

    tags: NDArray[np.int64]
    low: Floats
    high: Floats
    enter: Floats
    enter_bias: Floats
    owner: Floats
    parent: Floats
    whole: Floats
    near: Floats
    near_bias: Floats
    far: Floats
    far_bias: Floats
    leave: Floats
    bias: float


class Own(NamedTuple):
    """What somebody's own pages add to a model: tables of their words and names, and trees that mend the last verdict.

    The trees read all that stage two reads, and the features of stage one once more by the own tables.
    """

    tables: Tables
    trees: Trees


@dataclass(frozen=True)
class Model:
    """Everything that extraction has learned. `names["kinds"]` are the page types, in the order of their trees.

    Stage two is judged by trees and by networks. `own` is there in a model that was stacked on another one.
    """

    tables: Tables
    first: Trees
    second: Trees
    nets: tuple[Net, ...]
    sure: Trees
    kinds: tuple[Trees, ...]
    names: dict[str, tuple[str, ...]]
    card: dict[str, object]
    own: Own | None = None

    @cached_property
    def all_kinds(self) -> Forests:
        """The trees of all page types."""
        return Forests.of(self.kinds)
