"""The network gives what its layers give one segment at a time, and stage two weighs it against the trees."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from printworthy.data.model import Floats, Net
from printworthy.model.net import REACH, STEPS, late_probability, net_score
from printworthy.model.store import load_model, model_bytes
from printworthy.model.trees import score
from tests.model.test_trees import random_trees

FEATURES, WIDTH, TAGS = 6, 4, 9


def random_net(seed: int) -> Net:
    chance = np.random.default_rng(seed)

    def some(*shape: int) -> Floats:
        return chance.normal(size=shape).astype(np.float32)

    beside = (2 * REACH + 1) * WIDTH
    return Net(
        tags=np.array([4, 5]), low=some(FEATURES) - 2, high=some(FEATURES) + 2, enter=some(FEATURES, WIDTH),
        enter_bias=some(WIDTH), owner=some(TAGS, WIDTH), parent=some(TAGS, WIDTH), whole=some(WIDTH, WIDTH),
        near=some(beside, WIDTH), near_bias=some(WIDTH), far=some(beside, WIDTH), far_bias=some(WIDTH),
        leave=some(WIDTH), bias=0.5,
    )  # fmt: skip


def page(segments: int) -> tuple[Floats, Floats]:
    chance = np.random.default_rng(segments)
    matrix = chance.normal(size=(FEATURES, segments)).astype(np.float32)
    matrix[4:] = chance.integers(0, TAGS, (2, segments))
    return matrix, chance.integers(1, 30, segments).astype(np.float32)


def walked(net: Net, matrix: Floats, words: Floats) -> list[float]:
    """Layer by layer, segment by segment, as the words of `Net` say."""
    count = matrix.shape[1]
    rows = np.minimum(np.maximum(matrix.T, net.low), net.high)
    hidden = [
        np.maximum(row @ net.enter + net.enter_bias + net.owner[int(tags[0])] + net.parent[int(tags[1])], 0)
        for row, tags in zip(rows, matrix[4:].T, strict=True)
    ]
    mean = sum(part * one for part, one in zip(words / words.sum(), hidden, strict=True))
    for step, weights, bias in (
        (STEPS[0], net.near, net.near_bias + mean @ net.whole),
        (STEPS[1], net.far, net.far_bias),
    ):
        nothing = np.zeros(WIDTH)
        beside = [
            np.concatenate(
                [
                    hidden[at + far * step] if 0 <= at + far * step < count else nothing
                    for far in range(-REACH, REACH + 1)
                ]
            )
            for at in range(count)
        ]
        hidden = [one + np.maximum(near @ weights + bias, 0) for one, near in zip(hidden, beside, strict=True)]
    return [float(one @ net.leave + net.bias) for one in hidden]


@pytest.mark.parametrize("segments", [1, 2, 19, 20, 21, 70])
def test_scores_are_those_of_each_segment_by_itself(segments: int) -> None:
    net, (matrix, words) = random_net(segments), page(segments)
    np.testing.assert_allclose(net_score(net, matrix, words), walked(net, matrix, words), rtol=1e-3, atol=1e-2)


def test_trees_and_networks_have_half_the_say_each() -> None:
    trees, nets, (matrix, words) = random_trees(1), (random_net(1), random_net(2)), page(40)
    said = np.mean([net_score(net, matrix, words) for net in nets], axis=0)
    both = late_probability(trees, nets, matrix, words)
    assert ((both > 0.5) == (score(trees, matrix) + said > 0)).all()
    alone = late_probability(trees, (), matrix, words)
    assert ((alone > 0.5) == (score(trees, matrix) > 0)).all()


def test_a_network_survives_its_file(tmp_path: Path) -> None:
    shipped = load_model()
    assert shipped.nets
    (tmp_path / "mine.npz").write_bytes(model_bytes(shipped))
    for one, other in zip(shipped.nets, load_model(tmp_path / "mine.npz").nets, strict=True):
        for field in Net._fields:
            np.testing.assert_array_equal(getattr(one, field), getattr(other, field))
