"""What a network learns from: pages → their features scaled, and several of them in one batch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from printworthy.model.net import GAP

Floats = NDArray[np.floating[Any]]
Ints = NDArray[np.int64]
LIMIT = 3.0  # a feature counts for no more than this, where most lie between -1 and 1


@dataclass(frozen=True, slots=True)
class NetPage:
    """A page to learn from: its matrix (features × segments), labels, weights and words."""

    matrix: Floats
    label: Floats
    weight: Floats
    words: Floats


@dataclass(frozen=True, slots=True)
class Frame:
    """Which rows are tags, and what scales the others."""

    tags: Ints
    middle: NDArray[np.float32]
    scale: NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Batch:
    """Pages one below the other, with gaps between them that are wider than any layer looks."""

    rows: Floats
    owner: Ints
    parent: Ints
    page: Ints
    inside: Floats  # 1 for segments, 0 in gaps
    share: Floats  # of the page's words
    label: Floats
    weight: Floats
    starts: Ints


def frame_of(pages: Sequence[NetPage], tags: tuple[int, int]) -> Frame:
    """How features are spread, by a seventh of all segments."""
    some = np.concatenate([page.matrix[:, ::7] for page in pages], axis=1)
    low, middle, high = np.percentile(some, (5, 50, 95), axis=1)
    scale = 1 / np.maximum((high - low) / 2, some.std(1) / 2 + 1e-3)
    scale[[*tags]] = 0
    return Frame(np.array(tags), middle.astype(np.float32), scale.astype(np.float32))


def scaled(frame: Frame, page: NetPage) -> NetPage:
    """The page with its features about 0, a row for each segment; tags stay numbers."""
    rows = (page.matrix - frame.middle[:, None]) * frame.scale[:, None]
    rows = np.minimum(np.maximum(rows, -LIMIT), LIMIT)
    rows[frame.tags] = page.matrix[frame.tags]
    return NetPage(np.ascontiguousarray(rows.T), page.label, page.weight, page.words)


def batch_of(pages: Sequence[NetPage], tags: tuple[int, int], longest: int, rng: np.random.Generator) -> Batch:
    """Pages in scaled rows; of a long one, a part of it by chance."""
    cuts = []
    for page in pages:
        first = int(rng.integers(0, max(len(page.label) - longest, 0) + 1))
        cuts.append(slice(first, min(first + longest, len(page.label))))
    sizes = np.array([cut.stop - cut.start for cut in cuts])

    def joined(values: Sequence[Floats]) -> Floats:
        parts = []
        for value, cut in zip(values, cuts, strict=True):
            parts += [value[cut], np.zeros((GAP, *value.shape[1:]), np.float32)]
        return np.concatenate(parts)

    rows = joined([page.matrix for page in pages])
    owner, parent = (rows[:, tag].astype(np.int64) for tag in tags)
    rows[:, [*tags]] = 0
    words = joined([page.words for page in pages])
    number = np.arange(len(pages)).repeat(sizes + GAP)
    starts = np.append(0, np.cumsum(sizes + GAP)[:-1])
    return Batch(
        rows=rows, owner=owner, parent=parent, page=number,
        inside=joined([np.ones(len(page.label), np.float32) for page in pages]),
        share=(words / np.add.reduceat(words, starts)[number]).astype(np.float32),
        label=joined([page.label for page in pages]),
        weight=joined([page.weight for page in pages]),
        starts=starts,
    )  # fmt: skip
