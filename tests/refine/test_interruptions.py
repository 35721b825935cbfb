from __future__ import annotations

import numpy as np
import pytest

from printworthy.refine.interruptions import interruptions


@pytest.mark.parametrize(
    "line",
    [
        "Advertisement",
        "ADVERTISEMENT",
        "— Advertisement —",
        "Continue reading below",
        "Story continues below",
        "Article continues below this ad",
        "Article continues after advertisement",
        "Scroll to continue",
        "Anzeige",
        "Der Artikel wird nach der Werbung fortgesetzt",
        "Weiterlesen nach der Anzeige",
        "La suite après cette publicité",
        "Continúa después de la publicidad",
        "Dalsza część artykułu pod materiałem wideo",
        "Реклама",
        "広告",
    ],
)
def test_lines_that_only_interrupt(line):
    assert interruptions(["The water rose.", line], np.array([True, True])).tolist() == [False, True]
    assert not interruptions([line], np.array([False])).any()


@pytest.mark.parametrize(
    "line",
    [
        "The story continues below the ridge, where the second hut stands.",
        "Advertisement is the art of arresting intelligence",
        "Continue",
        "Below",
        "Anzeige erstattet",
        "ad",
        "",
        "!" * 59,
    ],
)
def test_lines_of_the_article(line):
    assert not interruptions([line], np.array([True])).any()
