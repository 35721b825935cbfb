"""Boxes inside the text that say by their name that they are something else, the standfirst, and captions."""

from __future__ import annotations

import numpy as np
import pytest

from printworthy.data.columns import Columns
from printworthy.parse.lexbor import parse
from printworthy.refine.boxes import boxes
from printworthy.refine.furniture import captions
from printworthy.refine.standfirst import standfirst
from printworthy.segment.walk import segment

PROSE = "".join(
    f"<p>In the year {year} the river rose again and took a field with it.</p>" for year in range(1820, 1830)
)


def kept_all(html: str) -> tuple[Columns, np.ndarray]:
    columns = segment(parse(f"<body>{html}</body>".encode()))
    return columns, np.ones(len(columns.text), bool)


def told(columns: Columns, mask: np.ndarray) -> list[str]:
    return [text for text, chosen in zip(columns.text, mask.tolist(), strict=True) if chosen]


def boxed(html: str) -> list[str]:
    columns, kept = kept_all(html)
    words = np.array([len(text.split()) for text in columns.text])
    return told(columns, boxes(columns, words, kept))


@pytest.mark.parametrize(
    "name",
    ["related", "article-related", "relatedStories", "cookie-modal", "newsletter-signup", "ad", "ad-slot", "inline-ad",
     "in-article-ad", "advertisement", "tooltip"],
)  # fmt: skip
def test_a_box_that_is_something_else(name: str) -> None:
    assert boxed(f'{PROSE}<div class="{name}"><p>Stairlifts, fitted this week.</p></div>{PROSE}') == [
        "Stairlifts, fitted this week."
    ]


@pytest.mark.parametrize(
    "name", ["body", "has-ads", "ad-free-article", "lead", "road", "how-floods-and-rain-are-related-here"]
)
def test_a_box_that_may_hold_text(name: str) -> None:
    assert boxed(f'{PROSE}<div class="{name}"><p>The mayor came by boat.</p></div>') == []


def test_a_box_with_much_of_the_text_is_believed_to_be_text() -> None:
    assert boxed(f'<div class="related">{PROSE}</div><p>The end.</p>') == []


def test_a_heading_may_have_any_name() -> None:
    assert boxed(f'{PROSE}<h2 id="related">Related floods</h2>{PROSE}') == []


HEAD = '<h1>The river</h1><p class="{}">How a village of nine houses learned to live with water.</p><p>By A. Miller</p>'


@pytest.mark.parametrize("name", ["standfirst", "article-subtitle", "dek", "c-deck", "post-excerpt", "chapo"])
def test_the_standfirst(name: str) -> None:
    columns, kept = kept_all(HEAD.format(name) + PROSE)
    kept[:3] = False
    assert told(columns, standfirst(columns, kept)) == ["How a village of nine houses learned to live with water."]


@pytest.mark.parametrize("name", ["", "byline subtitle", "photo-dek", "deckchair"])
def test_other_lines_below_the_headline(name: str) -> None:
    columns, kept = kept_all(HEAD.format(name) + PROSE)
    kept[:3] = False
    assert told(columns, standfirst(columns, kept)) == []


def test_the_caption_of_a_picture_is_no_running_text() -> None:
    columns, kept = kept_all(f'{PROSE}<figure><img src="a.jpg"><figcaption>The weir.</figcaption></figure>{PROSE}')
    assert told(columns, captions(columns, kept)) == ["The weir."]


def test_what_stands_under_a_table_or_a_quotation_stays() -> None:
    quote = "<figure><blockquote>Water has time.</blockquote><figcaption>A. Miller</figcaption></figure>"
    table = "<figure><table><tr><td>1820</table><figcaption>Floods</figcaption></figure>"
    columns, kept = kept_all(PROSE + quote + table)
    assert told(columns, captions(columns, kept)) == []
