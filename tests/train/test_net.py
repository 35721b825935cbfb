"""The network's slopes are those of its loss; it learns, and twice the same."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from printworthy.model.net import net_score
from printworthy.train.net import NetPage, NetRecipe, batch_of, begin, fit_net, gradients

FEATURES = 8
TAGS = (6, 7)


def pages(sizes: tuple[int, ...]) -> list[NetPage]:
    """Pages whose segments belong to the article if the first feature of the one before is positive."""
    chance = np.random.default_rng(0)
    made = []
    for size in sizes:
        matrix = chance.normal(size=(FEATURES, size)).astype(np.float32)
        matrix[6:] = chance.integers(0, 5, (2, size))
        label = np.append(0, matrix[0, :-1] > 0).astype(np.float32)
        made.append(NetPage(matrix, label, np.full(size, 1 / size, np.float32), np.full(size, 9, np.float32)))
    return made


@pytest.mark.parametrize("name", ["enter", "enter_bias", "owner", "parent", "whole", "near", "far", "leave"])
def test_slopes_are_how_the_loss_changes(name: str) -> None:
    chance = np.random.default_rng(3)
    params = {key: value.astype(np.float64) for key, value in begin(FEATURES, 5, chance).items()}
    batch = batch_of([replace(page, matrix=page.matrix.T) for page in pages((12, 30, 7))], TAGS, 500, chance)
    slope = gradients(params, batch, (0, 0), chance)[1][name]
    place = np.unravel_index(int(np.abs(slope).argmax()), slope.shape)
    before, step = params[name][place], 1e-3
    losses = []
    for value in (before + step, before - step):
        params[name][place] = value
        losses.append(gradients(params, batch, (0, 0), chance)[0])
    assert (losses[0] - losses[1]) / (2 * step) == pytest.approx(slope[place], rel=0.05)


def test_it_learns_from_neighbours_and_twice_the_same() -> None:
    recipe = NetRecipe(width=8, epochs=60, batch=4, drop_in=0, drop=0, rate=1e-2)
    learned = pages((40,) * 24)
    one, other = (fit_net(learned, TAGS, recipe, seed=1) for _ in range(2))
    for mine, theirs in zip(one, other, strict=True):
        assert np.asarray(mine).tobytes() == np.asarray(theirs).tobytes()
    strange = pages((40,) * 30)[-1]
    right = (net_score(one, strange.matrix, strange.words) > 0) == (strange.label > 0)
    assert right.mean() > 0.9
