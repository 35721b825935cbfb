"""Small boxes that say of themselves that they are advertisements."""

from __future__ import annotations

import pytest

BOXES = [
    '<div><span>Anzeige</span><a href="/x"><img src="/i.png"></a></div>',
    '<div><p>Advertisement</p><p><a href="/x">Buy this oscilloscope today</a></p></div>',
    '<aside>广告<a href="/x">限时抢购!春季家装节全场五折起</a></aside>',
    '<div><p> 広告 </p><div><iframe src="/f"></iframe></div></div>',
    '<div><span>إعلان</span><img src="/i.png"></div>',
    '<div><small>Sponsored</small><a href="https://doubleclick.net/x">Buy</a></div>',
]
PARTS = [
    "<p>Anzeige</p>",
    '<p><a href="/ads">Advertisement</a></p>',
    '<div><b>Anzeige</b><p>Der Zähler zeigt alles an.</p><a href="/x">mehr</a></div>',
    '<div><h1>Of clocks</h1><i>Ad</i><img src="/i.png"></div>',
    '<table><tbody><tr><td>Ad</td><td><a href="/x">7</a></td></tr></tbody></table>',
    f"<div><span>Ad</span>{'<a href=/x>a link of six</a>' * 6}</div>".replace("=/x", '="/x"'),
]


@pytest.mark.parametrize("html", BOXES)
def test_a_labelled_box_goes_as_a_whole(chain, html: str) -> None:
    assert chain(f"<p>They tick.</p>{html}", ads={"enabled": True}) == "<p>They tick.</p>"


@pytest.mark.parametrize("html", PARTS)
def test_what_holds_other_words_stays(chain, html: str) -> None:
    assert chain(html, ads={"enabled": True}) == html


@pytest.mark.parametrize(
    ("table", "gone"), [({"labels": False}, False), ({"allow": ["paper.example"]}, False), ({}, True)]
)
def test_when_labels_count(chain, table: dict[str, object], gone: bool) -> None:
    assert (chain(BOXES[0], ads={"enabled": True, **table}) == "") is gone
