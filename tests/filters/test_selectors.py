"""What the user names by CSS selectors goes or stays, whatever the other filters think."""

from __future__ import annotations

import pytest

from printworthy.errors import UsageError
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
