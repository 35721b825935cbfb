"""How the simulation of active learning reads its curves."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.research import active


def test_a_falling_step_is_evened_out() -> None:
    assert active.monotone([0.1, 0.5, 0.3, 0.6]) == pytest.approx([0.1, 0.4, 0.4, 0.6])
    assert active.monotone([3, 2, 1]) == [2, 2, 2]


@pytest.mark.parametrize(
    ("scores", "labels"),
    [
        ([0.95, 0.96, 1.0], 10),
        ([0.0, 0.95, 1.0], 20),
        ([0.0, 0.9, 1.0], 28),
        ([0.0, 0.1, 0.2], 40),
        ([0.99, 0.0, 0.97], 39),
    ],
)
def test_labels_needed(scores: list[float], labels: int) -> None:
    assert active.needed([10, 20, 40], scores, 1.0) == labels


def test_the_report_tells_how_many_fewer() -> None:
    curves = {"random": np.array([[0.1, 0.2, 1.0]] * 2), "nearest": np.array([[0.1, 1.0, 1.0]] * 2)}
    assert active.report([10, 20, 40], curves, 1.0)[-1].startswith("2.0 times fewer labels")


def test_steps_grow_by_half() -> None:
    assert active.steps(100) == [40, 61, 92, 139]
