"""Class names and dates are read as people mean them."""

from __future__ import annotations

import numpy as np
import pytest

from printworthy.features.text import text_columns
from printworthy.methods.node_words import CUES, cue_bits, known, looks_dated, month_words, small_words


@pytest.mark.parametrize(
    ("name", "cues"),
    [
        ("", set()),
        ("headline", {"title"}),
        ("articleBody", {"text", "story"}),
        ("entry-content #main", {"text"}),
        ("site-footer", {"footer"}),
        ("mainNav", {"menu"}),
        ("post-date", {"date", "story"}),
        ("shadow", set()),
        ("gradient", set()),
        ("ad slot", {"advert"}),
    ],
)
def test_cues(name: str, cues: set[str]) -> None:
    bits = cue_bits(name)
    assert {cue for bit, cue in enumerate(CUES) if bits >> bit & 1} == cues


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("12/03/2024", (True, True)),
        ("2024-03-12T10:00", (True, True)),
        ("12.3.24", (True, False)),
        ("2024年3月12日", (True, True)),
        ("March 2024", (False, True)),
        ("Version 1.2.3.4", (False, False)),
        ("call 555-12024", (False, False)),
        ("x" * 200 + " 12/03/2024", (False, True)),
    ],
)
def test_dates(text: str, expected: tuple[bool, bool]) -> None:
    assert looks_dated(text) == expected


@pytest.mark.parametrize(
    ("words", "table", "expected"),
    [
        ("the clock of Hallowgate", small_words, [True, False, True, False]),
        ("Der Turm und die Uhr", small_words, [True, False, True, True, False]),
        ("12 March März octobre xyz", month_words, [False, True, True, True, False]),
    ],
)
def test_known_words(words: str, table, expected: list[bool]) -> None:
    assert known(text_columns([words]).hashes, table()).tolist() == expected
    assert (np.diff(table().astype(np.int64)) > 0).all()
