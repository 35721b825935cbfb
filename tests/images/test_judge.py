"""Pictures are judged by where they stand, what they are and what is said of them, and each verdict has a reason.

Covers: printworthy.images.page_context, printworthy.images.signals.
"""

from __future__ import annotations

import pytest

from printworthy.images.judge import _PHRASES, Weights, judge_all, read_weights, shipped_weights, weigh, weights_text
from printworthy.images.signals import GROUPS, NAMES, SIGNS
from tests.images.illustrating import TEXT, illustrate, inside

FURNITURE = [
    "<img src='/p.gif' width=1 height=1>",
    "<img src='/i.png' width=24 height=24>",
    "<img src='/line.png' width=600 height=20>",
    "<p><img class='avatar' src='/ada.jpg' width=90 height=90></p>",
    "<a href='/'><img src='/img/site-logo.png'></a>",
    "<img src='https://secure.gravatar.com/x'>",
    "<img src='https://ad.doubleclick.net/x.jpg' width=600 height=400>",
    "<img src='data:image/png;base64,AA'>",
    "<img alt='nothing'>",
    "<img src='javascript:x'>",
    "<img class='mwe-math-fallback-image-inline' src='/m.png' alt='x^2'>",
    "<div class='card related'><a href='/n'><img src='/n.jpg'><h3>DROPPED other story</h3></a></div>",
    "<aside class='sidebar-widget'><a href=/n><img src='/n.jpg'></a><p>DROPPED</p></aside>",
    "<form class='newsletter'><img src='/n.jpg' width=100 height=80><p>DROPPED</p></form>",
]


@pytest.mark.parametrize("html", FURNITURE)
def test_furniture_is_dropped(html):
    assert inside(html) == []


ILLUSTRATIONS = [
    "<figure><img src='/a.jpg'></figure>",
    "<p><img src='/a.jpg' width=640 height=480></p>",
    "<p><img src='/a.jpg'></p>",
    "<p><a href='/a-large.jpg'><img src='/a.jpg' width=640 height=480></a></p>",
    "<div class='wp-block-image'><img src='/a.jpg' alt='Ein Satz mit Worten'></div>",
    "<figure><img src='/logo-of-the-club.png'><figcaption>Das Zeichen des Vereins</figcaption></figure>",
    "<ul><li><img src='/a.jpg' width=500 height=300> Ein Satz mit Worten.</li></ul>",
]


@pytest.mark.parametrize("html", ILLUSTRATIONS)
def test_illustrations_are_kept(html):
    assert len(inside(html)) == 1


def test_reasons_are_told_of_kept_and_dropped():
    found = illustrate(
        f"<article>{TEXT}<figure><img src=/a.jpg><figcaption>Wort</figcaption></figure>"
        f"<p><img class=avatar src=/b.jpg width=90 height=90></p><img src=/i.png width=9 height=9>{TEXT}</article>"
    )
    told = {one.src.rpartition("/")[2]: one for one in found.verdicts}
    assert told["a.jpg"].kept
    assert "caption" in told["a.jpg"].reason
    assert not told["b.jpg"].kept
    assert "furniture" in told["b.jpg"].reason
    assert (told["i.png"].reason, told["i.png"].relevance) == ("too small", 0)
    (figure,) = found.figures.values()
    assert figure.reason == told["a.jpg"].reason
    assert figure.relevance == told["a.jpg"].relevance >= 0.5


def test_all_pictures_of_the_article():
    html = f"<article>{TEXT}<img class=avatar src=/ada.jpg width=40 height=40>{TEXT}</article><p>DROPPED</p><img src=/b.jpg>"  # noqa: E501
    assert [figure.src for figure in illustrate(html, judge=judge_all).figures.values()] == [
        "https://example.org/ada.jpg"
    ]


def test_weights_speak_on_the_side_that_the_signals_say():
    weights = shipped_weights()
    assert set(weights.signals) <= set(NAMES)
    assert all(value * SIGNS[name] > 0 for name, value in weights.signals.items())
    assert set(_PHRASES) == set(NAMES)
    assert len(NAMES) == sum(map(len, GROUPS.values()))


def test_weights_are_written_and_read():
    weights = Weights(0.5, {"linked": -1.25, "large": 0.0})
    text = weights_text(weights, {"pages": 3})
    assert read_weights(text) == Weights(0.5, {"linked": -1.25})
    assert text == weights_text(weights, {"pages": 3})


def test_relevance_is_a_probability():
    row = dict.fromkeys(NAMES, 1.0)
    value, reason = weigh(row, Weights(0.0, {"linked": -1000.0, "large": 1.0, "small": -0.5}))
    assert value < 1e-9
    assert reason == "a link to another page; small"
    assert weigh(row, Weights(0.0, {}))[0] == 0.5
