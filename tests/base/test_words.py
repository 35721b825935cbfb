"""Words and scripts, with and without spaces; likeness of texts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printworthy.base.words import (
    containment,
    count_words,
    distance,
    jaccard,
    ratio,
    reading_minutes,
    script_of,
    shingles,
    similarity,
    words,
)

CASES = [
    ("Don't stop the well-known test.", 5, "Latin"),
    ("Mr. Smith paid 3.5 euros. Was it much? No!", 9, "Latin"),
    ("昨天城里下了大雨。居民说！", 11, "Han"),
    ("昨夜、市内では激しい雨。", 10, "Kana"),
    ("어제 저녁 도시에 비가 내려", 5, "Hangul"),
    ("เมื่อวานนี้ฝนตกหนักในเมือง", 6, "Thai"),
    ("नमस्ते दुनिया। कैसे हो?", 4, "Devanagari"),
    ("هطلت أمس أمطار غزيرة", 4, "Arabic"),
    ("שלום עולם", 2, "Hebrew"),
    ("Москва — город.", 2, "Cyrillic"),
    ("", 0, ""),
    (" … ", 0, ""),
]


@pytest.mark.parametrize(("text", "count", "script"), CASES)
def test_counts(text: str, count: int, script: str) -> None:
    assert count_words(text) == count, words(text)
    assert script_of(text) == script


def test_words_keep_the_letters_of_an_unspaced_run() -> None:
    run = "เมื่อวานนี้ฝนตกหนัก"
    assert "".join(words(run)) == run


def test_reading_time_grows_with_the_text() -> None:
    assert reading_minutes("word " * 230) == pytest.approx(1)
    assert reading_minutes("字" * 260) == pytest.approx(1)


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
