"""A trained model as plain arrays: learned tables, trees, and which features they read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.floating[Any]]


@dataclass(frozen=True, slots=True)
class Tables:
    """Learned log-odds by hash: of words, of whole short texts, of parts of class names, of whole class names."""

    words: Floats
    phrases: Floats
    parts: Floats
    names: Floats


@dataclass(frozen=True, slots=True)
class Trees:
    """Oblivious trees: all nodes of a level ask the same question, so that a tree is a few comparisons and a look-up.

    `feature` and `threshold` are tree × level, `leaves` tree × 2^levels; the first level is the highest bit.
    """

    feature: NDArray[np.int64]
    threshold: Floats
    leaves: Floats
    bias: float


@dataclass(frozen=True, slots=True)
class Net:
    """A small network over the segments of a page: from features by `enter`, from neighbours by `near` and `far`.

    `tags` are the rows of the matrix that hold the tags of a segment's owner and of its parent, looked up in `owner`
    and `parent`; `whole` weighs the mean of all segments.
    """

    tags: NDArray[np.int64]
    middle: Floats
    scale: Floats
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


@dataclass(frozen=True, slots=True)
class Own:
    """What somebody's own pages add to a model: tables of their words and names, and trees that mend the last verdict.

    The trees read all that stage two reads, and the features of stage one once more by the own tables.
    """

    tables: Tables
    trees: Trees


@dataclass(frozen=True, slots=True)
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
