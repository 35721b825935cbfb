"""The last lines that say who helped, how to write to them, or where it was first; elsewhere these words stay."""

from __future__ import annotations

import numpy as np
import pytest

from printworthy.refine.signoffs import signoffs

PROSE = [f"In the year {year} the river rose again and took a field with it." for year in range(1820, 1830)]


@pytest.mark.parametrize(
    "line",
    [
        "A. Miller in Bath contributed to this report.",
        "Associated Press writer A. Miller in Bath contributed.",
        "Additional reporting by A. Miller",
        "— With files from The Canadian Press",
        "Mit Material von dpa",
        "Con información de EFE",
        "A. Miller can be reached at miller@courier.example.",
        "Contact A. Miller at miller@courier.example",
        "A. Miller is a reporter for the Courier. Follow her: @miller",
        "Originally published in the Courier on May 3.",
        "This article first appeared in the Courier.",
        "Dieser Text erschien zuerst im Courier.",
        "Cet article est paru dans le Courier.",
    ],
)
def test_lines_that_close_an_article(line: str) -> None:
    texts = [*PROSE, line]
    assert signoffs(texts, np.ones(len(texts), bool)).tolist() == [False] * len(PROSE) + [True]
    assert not signoffs(texts[::-1], np.ones(len(texts), bool)).any(), "it stands first"
    assert not signoffs(texts, np.zeros(len(texts), bool)).any(), "it was not kept"


@pytest.mark.parametrize(
    "line",
    [
        "Snow in the hills contributed to this flood.",
        "The mayor said that nobody could be reached.",
        "The book costs nine shillings; write to boats@river.example to order it.",
        "The reporter of the Courier came by boat.",
        "This story was told to me first by the miller.",
    ],
)
def test_lines_of_the_article(line: str) -> None:
    assert not signoffs([*PROSE, line], np.ones(len(PROSE) + 1, bool)).any()
