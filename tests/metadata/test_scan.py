"""One look at all texts of a page."""

from __future__ import annotations

import pytest

from printworthy.metadata.scan import heads, scan

HEADS = heads(["post", "see ", "écri", "авто", "作者"])


@pytest.mark.parametrize(
    ("texts", "dated"),
    [
        ([], []),
        ([""], []),
        (["5 March 2024"], [0]),
        (["x", "2024", "March 2024", "5.3.24", "call 555 1234 5"], [3, 4]),
        (["12", "34", "5", "6"], []),
        (["1.", "2.24"], [1]),
        (["é", "٥ مارس ٢٠٢٤", "x"], [1]),
        (["5/2024", "a.b", "9.9"], [0, 2]),
    ],
)
def test_texts_that_may_hold_a_date(texts: list[str], dated: list[int]) -> None:
    assert scan(texts).dated() == dated


@pytest.mark.parametrize(
    ("texts", "found"),
    [
        ([], []),
        (["", "", ""], []),
        (["Posted by Ada", "A post", "POST", "pos", "t"], [0, 2]),
        (["see more", "seen", "Écrit par", "АВТОР: x", "作者：林", "x"], [0, 2, 3, 4]),
    ],
)
def test_texts_that_begin_with_words(texts: list[str], found: list[int]) -> None:
    assert scan(texts).beginning(HEADS) == found


def test_a_nul_inside_a_text_does_no_harm() -> None:
    texts = ["a\0b\0c", "5 March 2024"]
    assert max(scan(texts).dated()) < len(texts)
