"""What is asked next: the most doubtful first, and few of one page."""

from __future__ import annotations

import numpy as np

from printworthy.train.own.active import ask, doubt, nearest

LIKELY = np.array([0.99, 0.52, 0.4, 0.05, 0.5, 0.49])
PAGE = np.array([0, 1, 1, 0, 1, 2])


def test_doubt_is_greatest_at_the_boundary() -> None:
    assert doubt(np.array([0.0, 0.5, 1.0])).tolist() == [0, 1, 0]


def test_the_nearest_come_first() -> None:
    assert nearest(LIKELY).tolist() == [4, 5, 1, 2, 3, 0]


def test_a_page_gives_few_at_a_time() -> None:
    assert ask(LIKELY, PAGE, 3) == [4, 5, 3]
    assert ask(LIKELY, PAGE, 3, each=2) == [4, 5, 1]


def test_pages_are_asked_again_when_none_is_left() -> None:
    assert ask(LIKELY, PAGE, 4) == [4, 5, 3, 1]
    assert sorted(ask(LIKELY, PAGE, 99)) == list(range(6))
