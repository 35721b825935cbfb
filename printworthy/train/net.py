"""Fit the network of `model/net.py`: pages' matrices + labels → `Net`, the same on every run with the same numpy.

Its aim is that of the trees: each segment right, by its weight. The layers are few: no library for networks is needed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from printworthy.base.tags import CODE
from printworthy.data.model import Net
from printworthy.model.net import GAP, REACH, STEPS, neighbours
from printworthy.model.store import NET_KINDS

Params = dict[str, NDArray[Any]]
Drops = tuple[float, float]  # the parts of features and of units that are forgotten by chance
Floats = NDArray[np.floating[Any]]
Ints = NDArray[np.int64]
LIMIT = 3.0  # a feature counts for no more than this, where most lie between -1 and 1


@dataclass(frozen=True, slots=True)
class NetRecipe:
    """How wide, how long, how fast; how much is forgotten by chance."""

    width: int = 48
    epochs: int = 10
    batch: int = 16
    rate: float = 3e-3
    decay: float = 0.02
    drop_in: float = 0.1
    drop: float = 0.2
    longest: int = 500


def fit_net(pages: Sequence[NetPage], tags: tuple[int, int], recipe: NetRecipe, seed: int) -> Net:
    """Learn from all pages, `epochs` times over, with Adam and a rate that rises and falls."""
    rng = np.random.default_rng(seed)
    frame = frame_of(pages, tags)
    ready = [scaled(frame, page) for page in pages]
    params = begin(frame.middle.size, recipe.width, rng)
    adam = _Adam(params, recipe)
    steps = recipe.epochs * -(-len(pages) // recipe.batch)
    done = 0
    for _ in range(recipe.epochs):
        order = rng.permutation(len(pages))
        for at in range(0, len(order), recipe.batch):
            batch = batch_of([ready[number] for number in order[at : at + recipe.batch]], tags, recipe.longest, rng)
            adam.step(gradients(params, batch, (recipe.drop_in, recipe.drop), rng)[1], done / steps)
            done += 1
    return _net(frame, params)


class _Adam:
    """Steps by the mean of past slopes over their size; weights shrink a little, biases do not."""

    def __init__(self, params: Params, recipe: NetRecipe) -> None:
        self.params, self.recipe, self.count = params, recipe, 0
        self.mean = {name: np.zeros_like(value) for name, value in params.items()}
        self.size = {name: np.zeros_like(value) for name, value in params.items()}

    def step(self, slopes: Params, done: float) -> None:
        """One step; `done` is the part of all steps that lies behind."""
        self.count += 1
        rate = self.recipe.rate * _pace(done)
        norm = float(np.sqrt(sum(float((slope**2).sum()) for slope in slopes.values())))
        part = np.float32(min(1.0, _STEEPEST / max(norm, 1e-9)))
        for name, slope in ((name, slope * part) for name, slope in slopes.items()):
            self.mean[name] += np.float32(0.1) * (slope - self.mean[name])
            self.size[name] += np.float32(0.001) * (slope**2 - self.size[name])
            mean = self.mean[name] / (1 - 0.9**self.count)
            size = self.size[name] / (1 - 0.999**self.count)
            if self.params[name].ndim > 1:
                self.params[name] *= np.float32(1 - rate * self.recipe.decay)
            self.params[name] -= (rate * mean / (np.sqrt(size) + 1e-8)).astype(np.float32)


def _pace(done: float) -> float:
    """From nothing to full pace, and down to nothing along a cosine."""
    return done / _RISE if done < _RISE else 0.5 + 0.5 * float(np.cos(np.pi * (done - _RISE) / (1 - _RISE)))


def begin(features: int, width: int, rng: np.random.Generator) -> Params:
    """Weights to begin with: small and by chance, smaller the more of them meet."""

    def some(*shape: int) -> NDArray[Any]:
        return np.asarray(rng.normal(size=shape) / np.sqrt(shape[0]), np.float32)

    beside = (2 * REACH + 1) * width
    zeros = {name: np.zeros(width, np.float32) for name in ("enter_bias", "near_bias", "far_bias")}
    return zeros | {
        "enter": some(features, width), "owner": 0.5 * some(len(CODE), width), "parent": 0.5 * some(len(CODE), width),
        "whole": some(width, width), "near": some(beside, width), "far": some(beside, width), "leave": some(width),
        "bias": np.zeros(1, np.float32),
    }  # fmt: skip


def _net(frame: Frame, params: Params) -> Net:
    """The parameters as extraction needs them: what scales features is part of the weights that they meet."""
    made: dict[str, Any] = {
        name: value.astype(NET_KINDS[name]).astype(np.float32) for name, value in params.items() if name != "bias"
    }  # as a model file keeps them: what is learned from its verdicts sees what extraction will see
    made["bias"] = float(params["bias"][0])
    made["enter_bias"] = made["enter_bias"] - (frame.middle * frame.scale) @ made["enter"]
    made["enter"] = made["enter"] * frame.scale[:, None]
    reach = LIMIT / np.maximum(frame.scale, np.float32(1e-9))
    return Net(tags=frame.tags, low=frame.middle - reach, high=frame.middle + reach, **made)


_RISE = 0.15  # the part of the steps in which the rate rises
_STEEPEST = 2.0


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
