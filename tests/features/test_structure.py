"""Features of structure: the title's story and later ones, comments, cards."""

from __future__ import annotations

import numpy as np
import pytest

from printworthy.base.encoding import to_utf8
from printworthy.data.tree import page_title
from printworthy.features.page_view import PageView, view_page
from printworthy.features.structure import comment_keys, structure_features, title_segment
from printworthy.reading.reading import Reading

LONG = "The clock in the tower had stopped, and nobody in the town could say when it had last struck the hour. " * 3
STORY = "<article class=story><h2>{}</h2><p>{}</p></article>"


def view(body: str) -> PageView:
    reading = Reading(to_utf8(f"<title>Of clocks and towers</title><body>{body}"))
    return view_page(reading.columns, page_title(reading.tree))


def rows(body: str) -> dict[str, np.ndarray]:
    return {name: np.asarray(row, np.float32) for name, row in structure_features(view(body))}


def test_a_later_story_has_the_template_of_the_one_with_the_title() -> None:
    found = rows(STORY.format("Of clocks and towers", LONG) + STORY.format("Of bells", LONG))
    assert found["later_story"].tolist() == [0, 0, 1, 1]
    assert found["after_title"].tolist() == [0, 1, 2, 3]
    assert found["title_level"][1] < found["title_level"][3]


def test_without_a_title_nothing_is_known() -> None:
    found = rows(f"<p>{LONG}</p>")
    assert title_segment(view(f"<p>{LONG}</p>")) == -1
    assert (found["title_level"].tolist(), found["later_story"].tolist()) == ([-1], [0])


def test_comments_stand_below_the_text() -> None:
    found = rows(f"<p>{LONG}</p><ol class=comment-list><li>Mine is slow</ol>")
    assert found["in_comments"].tolist() == [0, 1]
    assert found["text_above_comments"][1] > 3


@pytest.mark.parametrize("key", ["comments", "kommentare", "reply-list", "#disqus_thread", "user-recomment"])
def test_names_of_comments(key: str) -> None:
    assert comment_keys(["", key, "story"]).tolist() == [False, True, False]


def test_cards_are_siblings_of_one_template() -> None:
    cards = "<div class=card><h3><a href=/a>A tower</a></h3><p>Seen from the hill</p></div>" * 5
    found = rows(f"<div class=text><p>{LONG}</p></div><div class=more>{cards}</div>")
    assert np.expm1(found["cards"][1:]).round().tolist() == [5] * 10
    assert found["card_links"][0] == 0
    assert found["card_links"][1] > 0.2
