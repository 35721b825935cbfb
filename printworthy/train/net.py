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
from printworthy.model.net import REACH
from printworthy.model.store import NET_KINDS
from printworthy.train.net_slopes import LIMIT, Frame, NetPage, Params, batch_of, frame_of, gradients, scaled


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
