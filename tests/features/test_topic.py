from __future__ import annotations

import numpy as np
import pytest

from printworthy.features.page import PageView, view_page
from printworthy.features.topic import topic_features
from printworthy.parse.lexbor import parse
from printworthy.segment.walk import segment

_PAGE = b"""<h1>Of clocks</h1><p>The clockmaker of Upland winds the tower clock.</p>
<p>The tower clock of Upland stopped.</p><p>Holiday bargains: cruises, hotels.</p>"""
_RARE = np.ones(2, np.float32)


def view_of(html: bytes, stated: str = "") -> PageView:
    tree = parse(html)
    return view_page(segment(tree), "Of clocks", stated)


def test_a_segment_that_speaks_of_the_same_is_told_from_one_that_does_not() -> None:
    rows = topic_features(view_of(_PAGE), np.array([0.9, 0.9, 0.9, 0.1]), _RARE)
    assert rows["topic_body"][2] > 0.8
    assert rows["topic_p"][2] > 0.7
    assert rows["topic_body"][3] == rows["topic_p"][3] == 0
    assert rows["topic_new"][[0, 3]].tolist() == pytest.approx([1, 1])
    assert rows["topic_new"][2] < 0.3


def test_a_segment_does_not_speak_for_itself() -> None:
    rows = topic_features(view_of(b"<p>One of a kind"), np.array([0.99]), _RARE)
    assert rows["topic_body"].tolist() == rows["topic_mass"].tolist() == rows["topic_p"].tolist() == [0]


def test_words_that_all_pages_use_do_not_count() -> None:
    rows = topic_features(view_of(_PAGE), np.array([0.9, 0.9, 0.9, 0.1]), np.zeros(2, np.float32))
    assert all((row <= 0).all() for row in rows.values())


def test_words_of_the_stated_text_are_told_where_there_is_one() -> None:
    p = np.full(4, 0.5)
    assert topic_features(view_of(_PAGE), p, _RARE)["topic_stated"].tolist() == [-1] * 4
    stated = topic_features(view_of(_PAGE, "The tower clock of Upland stopped."), p, _RARE)["topic_stated"]
    assert stated[2] == pytest.approx(1)
    assert stated[3] == 0
