"""What is emptied, what stays, and what is reported of it.

Covers: printworthy.parse.unseen.
"""

from __future__ import annotations

import pytest

from printworthy.parse.lexbor import parse_page
from printworthy.parse.unseen import drop_unseen

SHOWN = "<p>The clocks of the old town tick through the night, and only the watchman hears them.</p>" * 3


def left(html: str) -> tuple[str, list[tuple[str, str]]]:
    """The text of the page after the step, and what it reported."""
    tree = parse_page(f"<html><body>{SHOWN}{html}</body></html>".encode())
    unseen = drop_unseen(tree)
    assert tree.body is not None
    return " ".join(tree.body.text().split()), [(one.text, one.reason) for one in unseen]


def test_the_element_stays_and_its_text_goes() -> None:
    tree = parse_page(f"<body>{SHOWN}<p hidden>Away <b>with</b> it</p><p>after".encode())
    assert [one.text for one in drop_unseen(tree)] == ["Away with it"]
    assert tree.body is not None
    assert '<p hidden=""></p><p>after</p>' in (tree.body.html or "")


def test_data_inside_stay() -> None:
    tree = parse_page(
        f'<body>{SHOWN}<div hidden>x<script type="application/ld+json">{{}}</script><img src=a></div>'.encode()
    )
    drop_unseen(tree)
    assert tree.body is not None
    html = tree.body.html or ""
    assert '<script type="application/ld+json">{}</script></div>' in html
    assert "<img" not in html


def test_what_is_inside_a_hidden_element_is_reported_once() -> None:
    text, unseen = left('<div style="display:none">one <p hidden>two</p></div>')
    assert "two" not in text
    assert unseen == [("one two", "display: none")]


def test_what_shows_itself_again_stays() -> None:
    text, unseen = left('<div style="visibility:hidden">gone <p style="visibility:visible">here</p></div>')
    assert "here" in text
    assert "gone" not in text
    assert unseen[0][1] == "visibility: hidden"


def test_most_of_a_page_is_never_hidden() -> None:
    long = "A long tale of clocks that a script will show as soon as the page has come. " * 20
    text, unseen = left(f'<main style="opacity:0"><p>{long}</p></main>')
    assert "A long tale" in text
    assert unseen == []


def test_hidden_text_inside_what_is_given_back_goes() -> None:
    long = "A long tale of clocks that a script will show as soon as the page has come. " * 20
    text, _ = left(f'<main style="opacity:0"><p>{long}</p><p hidden>orders for machines</p></main>')
    assert "A long tale" in text
    assert "orders" not in text


def test_a_series_of_boxes_is_what_readers_open() -> None:
    answer = (
        "<div style='display:none'>" + "An answer that is long enough to be one, and says what to do. " * 2 + "</div>"
    )
    assert left(f"<section>{answer * 3}</section>")[1] == []
    assert len(left(f"<section>{answer}</section>")[1]) == 1


@pytest.mark.parametrize("opener", ['<a href="#n">1</a>', '<button aria-controls="n">open</button>'])
def test_what_a_link_or_button_leads_to_stays(opener: str) -> None:
    assert "a note" in left(f'{opener}<aside id="n" hidden>a note</aside>')[0]


def test_a_streamed_part_stays() -> None:
    assert "late" in left('<div hidden id="S:1a">late</div>')[0]


def test_prices_said_in_other_words_are_seen() -> None:
    assert "$5" in left('<p><span aria-hidden="true">$5</span> each</p>')[0]


def test_without_a_body_nothing_is_hidden() -> None:
    assert drop_unseen(parse_page(b"<frameset><frame src=a></frameset>")) == []
