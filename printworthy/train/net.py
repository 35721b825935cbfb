"""Fit the network of `model/net.py`: pages' matrices + labels → `Net`, the same on every run with the same numpy.

Its aim is that of the trees: each segment right, by its weight. Written out by hand: the layers are few, and no library
for networks need be installed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from printworthy.base.tags import CODE
from printworthy.data.model import Net
from printworthy.model.net import GAP, REACH, STEPS, neighbours
from printworthy.model.store import NET_KINDS

Floats = NDArray[np.floating[Any]]
Ints = NDArray[np.int64]
Params = dict[str, NDArray[Any]]


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


@dataclass(frozen=True, slots=True)
class NetPage:
    """A page to learn from: its matrix (features × segments), labels, weights and words."""

    matrix: Floats
    label: Floats
    weight: Floats
    words: Floats


@dataclass(frozen=True, slots=True)
class _Frame:
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


def fit_net(pages: Sequence[NetPage], tags: tuple[int, int], recipe: NetRecipe, seed: int) -> Net:
    """Learn from all pages, `epochs` times over, with Adam and a rate that rises and falls."""
    rng = np.random.default_rng(seed)
    frame = _frame(pages, tags)
    ready = [_scaled(frame, page) for page in pages]
    params = begin(frame.middle.size, recipe.width, rng)
    adam = _Adam(params, recipe)
    steps = recipe.epochs * -(-len(pages) // recipe.batch)
    done = 0
    for _ in range(recipe.epochs):
        for numbers in _batches([len(page.label) for page in pages], recipe, rng):
            batch = batch_of([ready[number] for number in numbers], tags, recipe.longest, rng)
            adam.step(gradients(params, batch, recipe, rng)[1], done / steps)
            done += 1
    return _net(frame, params)


def gradients(params: Params, batch: Batch, recipe: NetRecipe, rng: np.random.Generator) -> tuple[float, Params]:
    """The loss of a batch, and how it changes with each parameter."""
    keep = [_kept(rng, shape, part) for shape, part in _shapes(batch, recipe)]
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
    last = middle + far
    loss, d_score = _loss(last @ params["leave"] + params["bias"], batch)

    found: Params = {"leave": last.T @ d_score, "bias": d_score.sum(keepdims=True)}
    d_last = np.outer(d_score, params["leave"])
    d_far = d_last * (far > 0) * keep[2]
    found |= {"far": around.T @ d_far, "far_bias": d_far.sum(0)}
    d_middle = d_last + _gathered(d_far @ params["far"].T, STEPS[1])
    d_near = d_middle * (near > 0) * keep[1]
    found |= {"near": beside.T @ d_near, "near_bias": d_near.sum(0)}
    d_pages = np.add.reduceat(d_near, batch.starts)
    found["whole"] = mean.T @ d_pages
    d_enter = d_middle + _gathered(d_near @ params["near"].T, STEPS[0])
    d_enter += batch.share[:, None] * (d_pages @ params["whole"].T)[batch.page]
    d_enter *= enter > 0
    found |= {"enter": rows.T @ d_enter, "enter_bias": d_enter.sum(0)}
    for name in ("owner", "parent"):
        found[name] = np.zeros_like(params[name])
        np.add.at(found[name], getattr(batch, name), d_enter)
    return loss, found


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


def _frame(pages: Sequence[NetPage], tags: tuple[int, int]) -> _Frame:
    """How features are spread, by a seventh of all segments."""
    some = np.concatenate([page.matrix[:, ::7] for page in pages], axis=1)
    low, middle, high = np.percentile(some, (5, 50, 95), axis=1)
    scale = 1 / np.maximum((high - low) / 2, some.std(1) / 2 + 1e-3)
    scale[[*tags]] = 0
    return _Frame(np.array(tags), middle.astype(np.float32), scale.astype(np.float32))


def _scaled(frame: _Frame, page: NetPage) -> NetPage:
    rows = (page.matrix - frame.middle[:, None]) * frame.scale[:, None]
    rows = np.minimum(np.maximum(rows, -_LIMIT), _LIMIT)
    rows[frame.tags] = page.matrix[frame.tags]
    return NetPage(np.ascontiguousarray(rows.T), page.label, page.weight, page.words)


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


def _batches(sizes: Sequence[int], recipe: NetRecipe, rng: np.random.Generator) -> Iterator[Ints]:
    order = rng.permutation(len(sizes))
    yield from (order[at : at + recipe.batch] for at in range(0, len(order), recipe.batch))


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


def _shapes(batch: Batch, recipe: NetRecipe) -> tuple[tuple[tuple[int, int], float], ...]:
    count, features = batch.rows.shape
    hidden = (count, recipe.width)
    return ((count, features), recipe.drop_in), (hidden, recipe.drop), (hidden, recipe.drop)


def _kept(rng: np.random.Generator, shape: tuple[int, int], part: float) -> Floats:
    """What is not forgotten, made greater so that the sum stays; the same generator gives the same."""
    kept = rng.random(shape, np.float32) >= part
    return kept.astype(np.float32) * np.float32(1 / (1 - part))


def _net(frame: _Frame, params: Params) -> Net:
    """The parameters as extraction needs them: what scales features is part of the weights that they meet."""
    made: dict[str, Any] = {
        name: value.astype(NET_KINDS[name]).astype(np.float32) for name, value in params.items() if name != "bias"
    }  # as a model file keeps them: what is learned from its verdicts sees what extraction will see
    made["bias"] = float(params["bias"][0])
    made["enter_bias"] = made["enter_bias"] - (frame.middle * frame.scale) @ made["enter"]
    made["enter"] = made["enter"] * frame.scale[:, None]
    reach = _LIMIT / np.maximum(frame.scale, np.float32(1e-9))
    return Net(tags=frame.tags, low=frame.middle - reach, high=frame.middle + reach, **made)


_LIMIT = 3.0  # a feature counts for no more than this, where most lie between -1 and 1
_RISE = 0.15  # the part of the steps in which the rate rises
_STEEPEST = 2.0
