"""What is asked next: the doubtful rather than the sure, by lot."""

from __future__ import annotations

import numpy as np

from printworthy.apps.annotate.queue import ask, doubt, nearest

LIKELY = np.array([0.99, 0.52, 0.4, 0.05, 0.5, 0.49])


def test_doubt_is_greatest_at_the_boundary() -> None:
    assert doubt(np.array([0.0, 0.5, 1.0])).tolist() == [0, 1, 0]


def test_the_nearest_come_first() -> None:
    assert nearest(LIKELY).tolist() == [4, 5, 1, 2, 3, 0]


def test_the_doubtful_are_drawn_and_the_nearest_of_them_come_first() -> None:
    for seed in range(20):
        drawn = ask(LIKELY, 3, seed).tolist()
        assert drawn == [number for number in nearest(LIKELY).tolist() if number in drawn]
    often = np.bincount(np.concatenate([ask(LIKELY, 3, seed) for seed in range(200)]), minlength=6)
    assert often[[1, 2, 4, 5]].min() > 100
    assert often[[0, 3]].max() < 20


def test_the_lot_is_the_same_each_time_and_all_can_be_asked() -> None:
    assert ask(LIKELY, 3, 7).tolist() == ask(LIKELY, 3, 7).tolist()
    assert len({tuple(ask(LIKELY, 3, seed).tolist()) for seed in range(20)}) > 1
    assert ask(LIKELY, 99, 0).tolist() == nearest(LIKELY).tolist()
