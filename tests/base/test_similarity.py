"""One similarity for texts of any length."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printworthy.base.similarity import containment, distance, jaccard, ratio, shingles, similarity


@pytest.mark.parametrize(
    ("one", "other", "edits"), [("kitten", "sitting", 3), ("", "abc", 3), ("same", "same", 0), ("ab", "ba", 2)]
)
def test_distance(one: str, other: str, edits: int) -> None:
    assert distance(one, other) == edits


@pytest.mark.parametrize(
    ("part", "whole", "share"),
    [("b c d", "a b c d e", 1.0), ("b d", "a b c d", 0.0), ("x", "a x b", 1.0), ("", "a", 0), ("我们", "我们去", 1.0)],
)
def test_containment(part: str, whole: str, share: float) -> None:
    assert containment(part, whole) == share


def test_jaccard_counts_shared_runs() -> None:
    assert jaccard("a b c d", "a b c e") == pytest.approx(1 / 3)
    assert shingles("A b") == {("a", "b")}


def test_case_and_white_space_do_not_matter() -> None:
    assert similarity("Hello  World", "hello world") == 1.0


@given(st.text(max_size=30), st.text(max_size=30))
def test_similarity_is_a_share_and_symmetric(one: str, other: str) -> None:
    assert 0.0 <= similarity(one, other) <= 1.0
    assert distance(one, other) == distance(other, one)
    assert ratio(one, one) == 1.0
