"""How a network is to change: parameters + batch → loss, and its slope by each of them; by hand, layer by layer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from printworthy.model.net import GAP, REACH, STEPS, neighbours

Params = dict[str, NDArray[Any]]
Drops = tuple[float, float]  # the parts of features and of units that are forgotten by chance
Floats = NDArray[np.floating[Any]]
Ints = NDArray[np.int64]
LIMIT = 3.0  # a feature counts for no more than this, where most lie between -1 and 1


def gradients(params: Params, batch: Batch, drops: Drops, rng: np.random.Generator) -> tuple[float, Params]:
    """The loss of a batch, and how it changes with each parameter."""
    keep = _kept(batch, len(params["leave"]), drops, rng)
    seen = _forward(params, batch, keep)
    loss, slope = _loss(seen.last @ params["leave"] + params["bias"], batch)
    return loss, _backward(params, batch, seen, slope)


@dataclass(frozen=True, slots=True)
class _Seen:
    """What each layer saw and said of a batch, and what was kept of it."""

    keep: list[Floats]
    rows: Floats
    enter: Floats
    mean: Floats
    beside: Floats
    near: Floats
    around: Floats
    far: Floats
    last: Floats


def _forward(params: Params, batch: Batch, keep: list[Floats]) -> _Seen:
    inside = batch.inside[:, None]
    rows = batch.rows * keep[0]
    enter = np.maximum(
        rows @ params["enter"] + params["enter_bias"] + params["owner"][batch.owner] + params["parent"][batch.parent], 0
    )
    enter *= inside
    mean = np.add.reduceat(enter * batch.share[:, None], batch.starts)
    beside = neighbours(enter, STEPS[0], len(enter))
    near = np.maximum(beside @ params["near"] + params["near_bias"] + (mean @ params["whole"])[batch.page], 0)
    near *= keep[1] * inside
    middle = enter + near
    around = neighbours(middle, STEPS[1], len(middle))
    far = np.maximum(around @ params["far"] + params["far_bias"], 0)
    far *= keep[2] * inside
    return _Seen(keep, rows, enter, mean, beside, near, around, far, middle + far)


def _backward(params: Params, batch: Batch, seen: _Seen, slope: Floats) -> Params:
    """From the slope of each score back to that of each parameter, layer by layer."""
    found: Params = {"leave": seen.last.T @ slope, "bias": slope.sum(keepdims=True)}
    last = np.outer(slope, params["leave"])
    far = last * (seen.far > 0) * seen.keep[2]
    found |= {"far": seen.around.T @ far, "far_bias": far.sum(0)}
    middle = last + _gathered(far @ params["far"].T, STEPS[1])
    near = middle * (seen.near > 0) * seen.keep[1]
    found |= {"near": seen.beside.T @ near, "near_bias": near.sum(0)}
    pages = np.add.reduceat(near, batch.starts)
    found["whole"] = seen.mean.T @ pages
    enter = middle + _gathered(near @ params["near"].T, STEPS[0])
    enter += batch.share[:, None] * (pages @ params["whole"].T)[batch.page]
    enter *= seen.enter > 0
    found |= {"enter": seen.rows.T @ enter, "enter_bias": enter.sum(0)}
    for name in ("owner", "parent"):
        found[name] = np.zeros_like(params[name])
        np.add.at(found[name], getattr(batch, name), enter)
    return found


def _loss(score: Floats, batch: Batch) -> tuple[float, Floats]:
    """How wrong the scores are, a page; and its slope."""
    count = len(batch.starts)
    likely = 1 / (1 + np.exp(-np.clip(score, -30, 30)))
    wrong = np.maximum(score, 0) - score * batch.label + np.log1p(np.exp(-np.abs(score)))
    slope = batch.weight * (likely - batch.label) / count
    return float((wrong * batch.weight).sum()) / count, slope.astype(np.float32)


def _gathered(spread: Floats, step: int) -> Floats:
    """The reverse of `neighbours`: what flows back to each row from all that looked at it."""
    count, width = len(spread), spread.shape[1] // (2 * REACH + 1)
    padded = np.zeros((count + 2 * REACH * step, width), np.float32)
    for place in range(2 * REACH + 1):
        padded[place * step : place * step + count] += spread[:, place * width : (place + 1) * width]
    return padded[REACH * step : REACH * step + count]


def _kept(batch: Batch, width: int, drops: Drops, rng: np.random.Generator) -> list[Floats]:
    """What is not forgotten of features and of two layers, made greater so that the sum stays."""
    count, features = batch.rows.shape
    found = []
    for size, part in ((features, drops[0]), (width, drops[1]), (width, drops[1])):
        kept = rng.random((count, size), np.float32) >= part
        found.append(kept.astype(np.float32) * np.float32(1 / (1 - part)))
    return found


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
