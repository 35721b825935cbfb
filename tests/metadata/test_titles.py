"""Texts that may be the title: from where they come, what is cut off them, and what each is like."""

from __future__ import annotations

import pytest

from printworthy.metadata.site import read_site
from printworthy.metadata.titles import TitleCandidate, shown_title, title_candidates
from tests.metadata.pages import sources_of

URL = "https://www.dailyplanet.example/news/old_river-rises"


def candidates(html: str, url: str = URL) -> dict[str, TitleCandidate]:
    """The candidates of a page by their text."""
    sources = sources_of(html, url)
    return {one.text: one for one in title_candidates(sources, read_site(sources))}


def linked_data(fields: str) -> str:
    return f'<script type="application/ld+json">{{{fields}}}</script>'


PLACES = [
    ("<title>River</title>", "t"),
    ('<meta property="og:title" content="River">', "og"),
    ('<meta name="twitter:title" content="River">', "tw"),
    ('<meta name="dc.title" content="River">', "meta"),
    ('<meta name="citation_title" content="River">', "meta"),
    ("<body><h1>River</h1>", "h1_0"),
    ("<body><h1>One</h1><h1>River</h1>", "h1_1"),
    ("<body><h2>River</h2>", "h2_0"),
    (linked_data('"@type": "NewsArticle", "headline": "River"'), "ld_headline"),
    (linked_data('"@type": "CreativeWork", "headline": "River"'), "ld_headline_other"),
    (linked_data('"@type": "BlogPosting", "name": "River"'), "ld_name_article"),
    (linked_data('"@type": "WebPage", "name": "River"'), "ld_name_page"),
    (linked_data('"@type": "Product", "name": "River"'), "ld_name_product"),
    ('<body itemscope><h1 itemprop="headline">River</h1>', "item_headline"),
    ("<title>River | Somewhere</title>", "t_cut_last"),
    ("<title>Somewhere | River</title>", "t_cut_first"),
    ("<title>River | News | Somewhere</title>", "t_only_first"),
    ("<title>River | News | Somewhere</title>", "t_cut_two"),
    ("<title>News | River | Somewhere</title>", "t_middle"),
]


@pytest.mark.parametrize(("html", "source"), PLACES)
def test_places(html: str, source: str) -> None:
    found = candidates(html)["River"]
    assert source in found.sources
    assert found.row[source] == 1.0


@pytest.mark.parametrize(
    "html",
    [
        "",
        "<title> | – </title>",
        "<title></title><body><h1></h1><h3>River</h3>",
        f"<title>{'River ' * 80}</title>",
        linked_data('"@type": "Person", "name": "River"'),
    ],
)
def test_no_title(html: str) -> None:
    assert candidates(html) == {}


def test_headings_are_bounded() -> None:
    names = "one two three four five six".split()
    first = "".join(f"<h1>First {name}</h1>" for name in names)
    second = "".join(f"<h2>Second {name}</h2>" for name in names)
    assert list(candidates(f"<body>{first}{second}")) == [
        *(f"First {name}" for name in names[:4]),
        *(f"Second {name}" for name in names[:2]),
    ]


def test_equal_texts_are_one_candidate_in_the_first_spelling() -> None:
    found = candidates(
        '<title>THE RIVER</title><meta property="og:title" content="The River!"><body><h1>The river</h1>'
    )
    assert list(found) == ["The River!"]
    assert found["The River!"].sources == ["og", "t", "h1_0"]
    assert found["The River!"].row["agree"] == 3.0
    assert found["The River!"].segment == 0


def test_separators_stay_between_parts_that_stay() -> None:
    assert "Up – down" in candidates("<title>Up – down | Somewhere</title>")


@pytest.mark.parametrize(
    ("title", "text", "feature"),
    [
        ("River | Daily Planet", "River", "t_cut_last_site"),
        ("Daily Planet | River", "River", "t_cut_first_site"),
    ],
)
def test_a_part_that_names_the_site_is_known(title: str, text: str, feature: str) -> None:
    assert candidates(f"<title>{title}</title>")[text].row[feature] == 1.0
    assert feature not in candidates(f"<title>{title}</title>", "https://other.example/")[text].row


HEADINGS = [
    ("<article><h1>River</h1></article>", {"article": 1.0}),
    ("<main><header><h1>River</h1></header></main>", {"main": 1.0, "header": 1.0}),
    ("<nav><h1>River</h1></nav>", {"nav": 1.0}),
    ("<aside><h1>River</h1></aside>", {"aside": 1.0}),
    ("<footer><h1>River</h1></footer>", {"footer": 1.0}),
    ('<h1 class="post-title">River</h1>', {"telling_class": 1.0, "linked": 0.0}),
    ('<h1><a href="/x">River</a></h1>', {"telling_class": 0.0, "linked": 1.0}),
    ("<p>One</p><p>Two</p><h1>River</h1><p>Four</p>", {"place": 0.5, "place_segments": 2.0, "pieces": 1.0}),
]


@pytest.mark.parametrize(("html", "features"), HEADINGS)
def test_the_place_and_look_of_a_heading(html: str, features: dict[str, float]) -> None:
    row = candidates(f"<body>{html}")["River"].row
    assert {name: row.get(name) for name in features} == features
    flags = {"article", "main", "header", "nav", "footer", "aside", "hidden"}
    assert flags & row.keys() == flags & features.keys()


def test_what_a_candidate_is_like() -> None:
    found = candidates(
        '<title>Old river rises | Daily Planet</title><meta property="og:title" content="River rises">'
        "<body><p>First</p><h1>Old river rises</h1>"
    )
    row = found["Old river rises"].row
    assert row["with_h1"] == 1.0
    assert row["with_title"] == pytest.approx(2 * 3 / (3 + 5))
    assert row["with_og"] == pytest.approx(2 * 2 / (3 + 2))
    assert (row["in_title"], row["visible"], row["is_site"], row["has_mark"]) == (1.0, 1.0, 0.0, 0.0)
    assert (row["in_slug"], row["slug_in"]) == (1.0, 1.0)
    assert (row["words"], row["chars"], row["title_parts"], row["h1s"]) == (3.0, 15.0, 2.0, 1.0)
    assert row["others"] == float(len(found))
    assert found["River rises"].row["visible"] == 0.0
    assert found["Daily Planet"].row["is_site"] == 1.0
    assert found["Old river rises | Daily Planet"].row["has_mark"] == 1.0


def test_a_page_without_an_address_has_no_slug() -> None:
    row = candidates("<title>River</title>", "")["River"].row
    assert (row["in_slug"], row["slug_in"], row["root"]) == (-1.0, -1.0, 1.0)


@pytest.mark.parametrize(
    ("html", "segment"),
    [
        ("<title>River rises</title><body><p>Menu</p><h1>River rises</h1>", 1),
        ("<title>River rises</title><body><h1>Daily Planet</h1><p>x</p><h2>River rises</h2>", 2),
        ("<title>River rises</title><body><p>Menu</p><p>River rises</p>", 1),
        ("<title>River rises</title><body><p>Menu</p>", -1),
        ("<body><p>Menu</p>", -1),
    ],
)
def test_the_segment_that_shows_the_title(html: str, segment: int) -> None:
    sources = sources_of(html)
    assert shown_title(title_candidates(sources, read_site(sources))) == segment
