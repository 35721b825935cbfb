"""What the user names by CSS selectors goes or stays, whatever the other filters think; text filters change words."""

from __future__ import annotations

import pytest

from printworthy.errors import UsageError
from printworthy.filters.named import TEXT_FILTERS, Texts, install
from printworthy.filters.walk.plan import WalkPlan
from tests.filters.conftest import Chain

PAGE = "<div id=a><p class=x>1</p></div><p class=x>2</p>"


@pytest.mark.parametrize(
    ("settings", "left"),
    [
        ({}, '<div id="a"><p class="x">1</p></div><p class="x">2</p>'),
        ({"remove": [".x"]}, '<div id="a"></div>'),
        ({"remove": ["#a"]}, '<p class="x">2</p>'),
        ({"remove": ["#a", "body > p"]}, ""),
        ({"remove": [".x"], "keep": ["#a"]}, '<div id="a"><p class="x">1</p></div>'),
        ({"remove": [".x"], "keep": ["body > p"]}, '<div id="a"></div><p class="x">2</p>'),
        ({"remove": ["html", "body"]}, '<div id="a"><p class="x">1</p></div><p class="x">2</p>'),
    ],
)
def test_selectors(chain: Chain, settings: dict[str, list[str]], left: str) -> None:
    assert chain(PAGE, selectors=settings) == left


def test_what_is_kept_is_kept_from_the_others(chain: Chain) -> None:
    html = "<script>1</script><div><script>2</script></div>"
    assert chain(html, tags={"scripts": True}, selectors={"keep": ["div"]}) == "<div><script>2</script></div>"


def test_what_is_no_selector_is_told(chain: Chain) -> None:
    with pytest.raises(UsageError, match="::"):
        chain(PAGE, selectors={"remove": ["p::::"]})


def test_filters_are_applied_in_their_order() -> None:
    plan = WalkPlan()
    install(plan, Texts(filters=("unseen", "unseen")))
    assert plan.texts == [TEXT_FILTERS["unseen"]] * 2
    install(plan, Texts())
    assert len(plan.texts) == 2


def test_soft_hyphens(chain: Chain) -> None:
    html = '<p title="a\u00adb">a\u00adb</p>'
    assert chain(html, texts={"filters": ["unseen"]}) == '<p title="a\u00adb">ab</p>'
    assert chain(html) == html


def test_a_filter_that_does_not_exist_is_told() -> None:
    with pytest.raises(UsageError, match=r"texts\.filters is 'upper': choose one of unseen"):
        Texts(filters=("upper",))
