"""The site's name: as the page declares it, as its title ends, or as its address says."""

from __future__ import annotations

import pytest

from printworthy.data.article import Field
from printworthy.metadata.site import Site, read_site, split_title
from tests.metadata.pages import sources_of

URL = "https://www.dailyplanet.example/river"
PUBLISHER = '<script type="application/ld+json">{"@type": "NewsArticle", "publisher": {"name": "Planet"}}</script>'
WEBSITE = '<script type="application/ld+json">{"@type": "WebSite", "name": "Planet"}</script>'


@pytest.mark.parametrize(
    ("html", "url", "name", "source"),
    [
        ('<meta property="og:site_name" content="Planet">', URL, "Planet", "meta"),
        ('<meta name="application-name" content="Planet">', URL, "Planet", "meta"),
        (WEBSITE, URL, "Planet", "json-ld"),
        (PUBLISHER, URL, "Planet", "json-ld publisher"),
        ("<title>River | The Daily Planet</title>", URL, "The Daily Planet", "title"),
        ("<title>The Daily Planet | River</title>", URL, "The Daily Planet", "title"),
        ("<title>River | Somewhere</title><body><h1>River</h1>", URL, "Somewhere", "title's end"),
        ("<title>River | Somewhere</title>", URL, "dailyplanet.example", "address"),
        ("<title>River</title>", URL, "dailyplanet.example", "address"),
        (f'<meta property="og:site_name" content="{"Planet " * 20}">', URL, "dailyplanet.example", "address"),
        ("<title>River</title>", "http://192.0.2.1/river", "", ""),
        ("<title>River</title>", "", "", ""),
    ],
)
def test_names(html: str, url: str, name: str, source: str) -> None:
    found = read_site(sources_of(html, url)).name
    assert (found.value, found.source) == (name, source)
    assert bool(found.confidence) is bool(name)


SITE = Site(Field("The Planet"), frozenset({"planet", "metropolisnews"}), ("dailyplanet", "abc"))


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("Planet", True),
        ("The Planet", True),
        ("METROPOLIS NEWS", True),
        ("Daily Planet", True),
        ("dailyplanet.com", True),
        ("The Daily Planet News", True),
        ("Daily", True),
        ("Dai", False),
        ("abc", True),
        ("abcd", False),
        ("River", False),
        ("", False),
    ],
)
def test_what_names_the_site(text: str, named: bool) -> None:
    assert SITE.is_named(text) is named


@pytest.mark.parametrize(
    ("title", "parts"),
    [
        ("River", ["River"]),
        ("River | Planet", ["River", "Planet"]),
        ("River - News – Planet", ["River", "News", "Planet"]),
        ("Well-known river", ["Well-known river"]),
        ("River: a story", ["River: a story"]),
        ("River :: Planet", ["River", "Planet"]),
        ("大河｜新聞", ["大河", "新聞"]),
        ("大河_新聞", ["大河", "新聞"]),
        ("", [""]),
    ],
)
def test_parts_of_a_title(title: str, parts: list[str]) -> None:
    assert [part for part, _ in split_title(title)] == parts


def test_labels_of_the_host() -> None:
    assert read_site(sources_of("", "https://www.news.daily-planet.co.example/")).labels == ("dailyplanet",)
