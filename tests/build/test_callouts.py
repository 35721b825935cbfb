"""Callouts: boxes named by their class become blocks with kind, title and body; cards, promotions and parts do not."""

from __future__ import annotations

import pytest

from printworthy.build.inline import plain
from printworthy.data.blocks import Callout, Figure, Paragraph
from tests.building import blocks

AROUND = "<p>Before the box stands a text.</p>{}<p>After the box stands a text.</p>"


def callouts(html: str) -> list[tuple[str, str]]:
    return [(block.kind, plain(block.title)) for block in blocks(AROUND.format(html)) if isinstance(block, Callout)]


@pytest.mark.parametrize(
    ("html", "kind", "title"),
    [
        (
            "<div class='markdown-alert markdown-alert-note'><p class=markdown-alert-title>Note</p><p>x.</p></div>",
            "note",
            "Note",
        ),
        ("<div class=callout data-callout=faq><div class=callout-title>Why?</div><p>x.</p></div>", "faq", "Why?"),
        ("<div class='alert alert-warning' role=alert>Careful.</div>", "warning", ""),
        ("<div class='alert alert-success'><p><strong>Tip</strong><br>x.</p></div>", "tip", "Tip"),
        ("<div class='theme-admonition theme-admonition-tip alert alert--success'><p>x.</p></div>", "tip", ""),
        ("<aside class='starlight-aside starlight-aside--tip'><p>x.</p></aside>", "tip", ""),
        (
            "<div class='success box callout-success'><div class='callout callout-note'><p>x.</p></div></div>",
            "note",
            "",
        ),
        ("<blockquote><p>[!TIP] Keep it dry.</p></blockquote>", "tip", ""),
        ("<div class=warning><p>x.</p></div>", "warning", ""),
        ("<div class='callout x'><div class=icon>💡</div><h4>Head</h4><p>x.</p></div>", "note", "Head"),
    ],
)
def test_kind_and_title(html: str, kind: str, title: str) -> None:
    assert callouts(html) == [(kind, title)]


@pytest.mark.parametrize(
    "html",
    [
        "<div class='alert alert-info alert-dismissible'>Closed by a button.</div>",
        "<div class=navigation-callout-promo-wrap><p>x.</p></div>",
        "<div class=callout-inner><p>x.</p></div>",
        "<div class=alert>Without a kind.</div>",
        "<div><p class=callout>a</p><p class=callout>b</p><p class=callout>c</p></div>",
    ],
)
def test_no_callout(html: str) -> None:
    assert callouts(html) == []


def test_a_dropped_title_comes_with_its_callout() -> None:
    html = "<div class='admonition note'><p class=admonition-title>DROPPED</p><p>Kept text.</p></div>"
    assert callouts(html) == [("note", "DROPPED")]


def test_the_words_around_stay_where_they_are() -> None:
    found = blocks(AROUND.format("<div class='admonition note'><p>Inside.</p></div>"))
    assert [type(block) for block in found] == [Paragraph, Callout, Paragraph]
    assert not any(isinstance(block, Figure) for block in found)
