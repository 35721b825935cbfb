"""Advertisements, by the rules of block lists.

Covers: printworthy.filters.blocking.blocked, printworthy.filters.blocking.rules.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from printworthy.errors import InputError
from printworthy.filters.blocking.block_lists import OWN
from printworthy.filters.blocking.rules import read_rules

LIST = """[Adblock Plus 2.0]
! a comment
||ads.example^$third-party
||only-here.example^$domain=other.example
@@||fine.ads.example^
##.sponsor-box
###top-ad
##.teaser > .promo
##div[id^="slot-"]
##.broken:has-text(x)
paper.example##.house-ad
paper.example#@#.sponsor-box
other.example##.foreign
/banner/*/img^
0.0.0.0 hosts-file.example
"""
HOSTS = [
    ('<img src="https://ads.example/a.gif">', True),
    ('<img src="//cdn.ads.example/a.gif">', True),
    ('<img src="https://fine.ads.example/a.gif">', False),
    ('<img src="https://only-here.example/a.gif">', False),
    ('<img src="https://hosts-file.example/a.gif">', True),
    ('<img src="/ads.example/a.gif">', False),
    ('<img src="https://notads.example/a.gif">', False),
    ('<a href="https://ads.example/click">Buy</a>', True),
    ('<iframe src="https://ads.example/f"></iframe>', True),
    ('<object data="https://ads.example/o"></object>', True),
]
NAMES = [
    ('<div id="top-ad">x</div>', True),
    ('<div class="a sponsor-box b">x</div>', False),
    ('<div class="house-ad">x</div>', True),
    ('<div class="foreign">x</div>', False),
    ('<div class="teaser"><i class="promo">x</i></div>', '<div class="teaser"></div>'),
    ('<p><i class="promo">x</i></p>', False),
    ('<div id="slot-7">x</div>', True),
    ('<div class="broken">x</div>', False),
]


@pytest.fixture
def listed(tmp_path: Path) -> str:
    path = tmp_path / "list.txt"
    path.write_text(LIST, "utf-8")
    return str(path)


@pytest.mark.parametrize("engine", ["sets", "adblock"])
@pytest.mark.parametrize(("html", "gone"), HOSTS)
def test_hosts(chain, listed: str, engine: str, html: str, gone: bool) -> None:
    ads = {"enabled": True, "builtin": False, "lists": [listed], "engine": engine}
    assert chain(f"<p>a</p>{html}", ads=ads) == ("<p>a</p>" if gone else f"<p>a</p>{html}")


@pytest.mark.parametrize(("html", "gone"), NAMES)
def test_cosmetic_rules(chain, listed: str, html: str, gone: bool | str) -> None:
    ads = {"enabled": True, "builtin": False, "lists": [listed], "engine": "sets"}
    after = gone if isinstance(gone, str) else "" if gone else html
    assert chain(html, ads=ads) == after
    assert chain(html, ads=ads | {"cosmetic": False}) == html
    assert chain(html, ads=ads | {"allow": ["paper.example"]}) == html


def test_all_network_rules_need_the_engine(chain, listed: str) -> None:
    html = '<img src="https://cdn.example/banner/1/img/x.gif">'
    ads = {"enabled": True, "builtin": False, "lists": [listed]}
    assert chain(html, ads=ads | {"engine": "sets"}) == html
    assert chain(html, ads=ads | {"engine": "adblock"}) == ""


def test_own_hosts_and_exceptions(chain) -> None:
    html = '<img src="https://a.mine.example/x.gif"><img src="https://doubleclick.net/x.gif">'
    ads = {"enabled": True, "block": ["mine.example"], "allow": ["doubleclick.net"]}
    assert chain(html, ads=ads) == '<img src="https://doubleclick.net/x.gif">'


def test_a_blocked_host_keeps_what_is_its_own(chain) -> None:
    html = '<p>a</p><img src="http://mine.example/x.gif">'
    ads = {"enabled": True, "block": ["mine.example"]}
    assert chain(html, ads=ads) == "<p>a</p>"
    assert chain(html, "https://mine.example/", ads=ads) == html
    assert chain(html, ads=ads) == "<p>a</p>"


def test_a_changed_list_is_read_again(chain, listed: str) -> None:
    ads = {"enabled": True, "builtin": False, "lists": [listed]}
    html = '<img src="https://late.example/x.gif">'
    assert chain(html, ads=ads) == html
    Path(listed).write_text(LIST + "||late.example^\n", "utf-8")
    assert chain(html, ads=ads) == ""


def test_a_missing_list_is_told(chain) -> None:
    with pytest.raises(InputError, match=r"nowhere\.txt cannot be read .*: check ads\.lists"):
        chain("<p>a</p>", ads={"enabled": True, "lists": ["nowhere.txt"]})


def test_the_whole_page_is_never_an_advertisement(chain) -> None:
    html = '<main class="advertisement"><article id="ads">a</article></main>'
    assert chain(html, ads={"enabled": True}) == html


def test_our_own_list_is_well_formed() -> None:
    lines = OWN.read_text("utf-8").splitlines()
    rules = read_rules(["\n".join(lines)])
    told = [line for line in lines if line and line[0] not in "!["]
    assert len(told) == len(set(told))
    assert len(rules.hosts) + len(rules.tokens) + len(rules.ids) == len(told)


@pytest.mark.parametrize(
    "names",
    ["ad top-ad", "ad in-article-ad", "inline-ad", "ad-slot", "widget ad", "ads", "adsbygoogle", "sponsored-content"],
)
def test_the_usual_names_of_boxes(chain, names: str) -> None:
    html = f'<div class="{names}">Buy one, and get one free with it.</div>'
    assert chain(f"<p>They tick.</p>{html}", ads={"enabled": True}) == "<p>They tick.</p>"


@pytest.mark.parametrize(
    "html", ['<main class="ad"><p>x</p></main>', '<p class="adapter">x</p>', '<p class="no-ad">x</p>']
)
def test_what_only_looks_like_one(chain, html: str) -> None:
    assert chain(html, ads={"enabled": True}) == html
