"""Segments get the labels that a person would give them.

Covers: printworthy.train.boost.
"""

from __future__ import annotations

import numpy as np
import pytest

from printworthy.data.columns import Columns
from printworthy.train.align import align
from printworthy.train.boost import Recipe, fit
from printworthy.train.page_trees import without_article

TRUTH = "The clock stopped at nine. Nobody knew why it had stopped.\n\nFour days later it ran again, said the mayor."
CASES = [
    (["Home", "The clock stopped at nine. Nobody knew why it had stopped.", "Share"], [0, 1, 0]),
    (["Four days later it ran", "again,", "said the mayor."], [1, 1, 1]),
    (["The mayor opened a bridge over the river and the people came to see it"], [0]),
    (["时钟", "停"], [0, 0]),
]


@pytest.mark.parametrize(("texts", "labels"), CASES)
def test_labels(texts: list[str], labels: list[int]) -> None:
    assert (align(texts, TRUTH) >= 0.5).astype(int).tolist() == labels


def test_copies_share_their_label() -> None:
    line = "Nobody knew why it had stopped so early that day."
    assert (align([line, "x", line], line) >= 0.5).tolist() == [True, False, True]


def test_chinese_is_aligned_by_the_character() -> None:
    truth = "钟停在九点，没有人知道为什么。"
    assert (align(["首页", truth], truth) >= 0.5).tolist() == [False, True]


def test_a_page_without_its_article_keeps_its_frame() -> None:
    columns = Columns([-1, 0, 0], [0, 1, 1], ["", "", ""], [0, 0, 0], first=[0, 0, 2], last=[3, 2, 3])
    columns.text, columns.owner = ["menu", "story", "end"], [1, 1, 2]
    for name in ("link_chars", "links", "strong_chars", "images", "soft"):
        setattr(columns, name, [0, 0, 0])
    rest = without_article(columns, np.array([False, True, False]))
    assert rest.text == ["menu", "end"]
    assert (rest.first, rest.last, rest.owner) == ([0, 0, 1], [2, 1, 2], [1, 2])


def test_fitting_twice_gives_the_same_bytes() -> None:
    chance = np.random.default_rng(0)
    rows = chance.normal(size=(400, 6)).astype(np.float32)
    label = (rows[:, 0] + rows[:, 1] * rows[:, 2] > 0).astype(np.float32)
    one, other = (fit(rows, label, np.ones(400, np.float32), Recipe(12, 4, 0.2)) for _ in range(2))
    for name in ("feature", "threshold", "leaves"):
        assert getattr(one, name).tobytes() == getattr(other, name).tobytes()
    assert one.bias == other.bias
