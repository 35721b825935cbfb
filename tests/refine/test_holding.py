"""Boxes that hold some of the chosen words but not too many, and the words of names."""

from __future__ import annotations

import numpy as np
import pytest

from printworthy.base.tags import CODE
from printworthy.refine.holding import chosen_before, elements_of, holding, name_words, naming
from tests.building import read


def test_sums() -> None:
    assert chosen_before(np.array([3, 4, 5]), np.array([True, False, True])) == [0.0, 3.0, 3.0, 8.0]
    assert chosen_before(np.array([], int), np.array([], bool)) == [0.0]


PAGE = "<body><div><p>one two</p></div><div><p>three</p><p>four five six seven</p></div><div></div>"


def test_elements_of_a_tag() -> None:
    _, columns, _ = read(PAGE)
    found = elements_of(columns, CODE["div"])
    assert [columns.tag[element] for element in found] == [CODE["div"]] * len(found)
    assert len(found) == list(columns.tag).count(CODE["div"])
    assert elements_of(columns, CODE["table"]) == []


@pytest.mark.parametrize(
    ("kept", "share", "found"),
    [
        ([True, True, True], 0.5, [0]),
        ([True, True, True], 1.0, [0, 1]),
        ([False, True, True], 1.0, [1]),
        ([False, True, True], 0.5, []),
        ([False, False, False], 1.0, []),
    ],
)
def test_holding(kept: list[bool], share: float, found: list[int]) -> None:
    _, columns, _ = read(PAGE)
    boxes = elements_of(columns, CODE["div"])
    before = chosen_before(np.array([2, 1, 4]), np.array(kept))
    assert [boxes.index(one) for one in holding(columns, boxes, before, share)] == found


def test_naming() -> None:
    assert naming(["related", "", "body", "unrelated x", "more-box"], "relat", "more") == [0, 3, 4]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("related-posts", {"related", "posts"}),
        ("relatedPosts", {"related", "posts"}),
        ("MoreABOUT", {"more", "about"}),
        ("AD_box2", {"ad", "box"}),
        ("", set()),
    ],
)
def test_words_of_a_name(name: str, words: set[str]) -> None:
    assert name_words(name) == words
