"""Words of every script, counted and hashed for all segments at once."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from printworthy.features.classes import class_columns
from printworthy.features.text import text_columns

WORDS = {
    "One, two three.": 3,
    "don't": 2,
    "naïve Ärger über Łódź": 4,
    "привет мир": 2,
    "안녕하세요 세계": 2,
    "中文字": 1.5,
    "これはペン": 2.5,
    "مرحبا بالعالم": 2,
    "ภาษาไทย": 1 + 7 / 4.5,
    "!!! …": 0,
}


@pytest.mark.parametrize(("text", "count"), WORDS.items())
def test_words(text: str, count: float) -> None:
    assert text_columns([text]).words.tolist() == pytest.approx([count])


def test_counts_stand_beside_each_other() -> None:
    columns = text_columns(["One, two; 34.", "什么？是，的。", "x"])
    assert columns.commas.tolist() == [2, 1, 0]
    assert columns.stops.tolist() == [1, 2, 0]
    assert columns.digits.tolist() == [2, 0, 0]
    assert columns.ends.tolist() == [2, 2, 0]


def test_the_same_words_have_the_same_hash_wherever_they_stand() -> None:
    columns = text_columns(["Read more", "then  READ MORE", "read  more!"], "Read on")
    assert columns.whole[0] == columns.whole[2] != columns.whole[1]
    assert columns.hashes[0] == columns.hashes[3] == columns.title[0]


@given(st.lists(st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), min_size=1), min_size=1))
def test_any_text_is_counted(texts: list[str]) -> None:
    columns = text_columns(texts)
    assert len(columns.words) == len(columns.ends) == len(columns.whole) == len(texts)
    assert len(columns.hashes) == columns.offsets[-1] == len(columns.segment)
    assert (np.diff(columns.offsets) >= 0).all()
    assert (columns.words >= 0).all()


def test_class_names_have_parts() -> None:
    columns = class_columns(["entry-content #mainText", "", "entry-content #mainText", "main text"])
    assert columns.key.tolist() == [0, 1, 0, 2]
    assert np.diff(columns.part_offsets).tolist() == [4, 0, 2]
    assert np.diff(columns.name_offsets).tolist() == [2, 0, 2]
    assert columns.parts[2:4].tolist() == columns.parts[4:6].tolist()  # mainText and main text
