"""How a network is to change: parameters + batch → loss, and its slope by each of them; by hand, layer by layer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from printworthy.model.net import REACH, STEPS, neighbours
from printworthy.train.net_batch import Batch, Floats

Params = dict[str, NDArray[Any]]
Drops = tuple[float, float]  # the parts of features and of units that are forgotten by chance


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
