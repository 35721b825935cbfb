"""Lines that speak for the site are known by their words; longer ones, and other sentences with these words, stay."""

from __future__ import annotations

import numpy as np
import pytest

from printworthy.refine.appeals import appeals


@pytest.mark.parametrize(
    "line",
    [
        "Never miss a story: sign up for our free newsletter.",
        "Get the best of the week delivered to your inbox",
        "Follow us on Instagram and X",
        "Follow The Courier on Facebook.",
        "Already a subscriber? Log in",
        "Subscribe to read the whole story",
        "© 2026 The Courier. All rights reserved.",
        "Copyright 2026 The Courier",
    ],
)
def test_lines_of_the_site(line: str) -> None:
    assert appeals(["The water rose.", line], np.array([True, True])).tolist() == [False, True]
    assert not appeals([line], np.array([False])).any()


@pytest.mark.parametrize(
    "line",
    [
        "The newsletter of the parish was printed on blue paper.",
        "They follow the river on foot as far as the weir.",
        "Copyright law was written for printers.",
        "He kept his inbox empty.",
        "In the spring the editors asked everybody who had signed up for the newsletter whether they would also "
        "register for the walk along the canal, and most of those who received the letter said that they would join.",
        "",
    ],
)
def test_lines_of_the_article(line: str) -> None:
    assert not appeals([line], np.array([True])).any()
