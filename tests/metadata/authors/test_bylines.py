"""People whom pages show as their writers."""

from __future__ import annotations

import pytest

from printworthy.data.article import Field
from printworthy.metadata.authors.author_places import FoundAuthors
from printworthy.metadata.authors.bylines import add_shown
from printworthy.metadata.site import Site
from tests.metadata.pages import sources_of

SITE = Site(Field("The Daily Planet"), frozenset({"thedailyplanet", "dailyplanet"}), ("dailyplanet",))


def shown(html: str) -> dict[tuple[str, ...], set[str]]:
    """The lists of people around a title, with the places that name them."""
    sources = sources_of(f"<body><h1>River</h1>{html}</body>")
    found = FoundAuthors(SITE, 0, "river")
    add_shown(found, sources.columns, sources.scan)
    return {one.names: set(one.sources) for one in found.lists.values()}


ADA = ("Ada Bell",)
PLACES = [
    ("<p>By Ada Bell</p>", ADA, "by_line"),
    ("<p>Von Ada Bell</p>", ADA, "by_line"),
    ("<p>Written by</p><p>Ada Bell</p>", ADA, "by_next"),
    ("<p>March 5, 2024 by Ada Bell</p>", ADA, "by_within"),
    ("<p>Ada Bell</p>", ADA, "name_near"),
    ("<p>5 March 2024 • Ada Bell</p>", ADA, "name_near"),
    ("<p>Text <span class=author-name>Ada Bell</span></p>", ADA, "class_inline"),
    ("<p>Text <a href=/authors/ada>Ada Bell</a></p>", ADA, "link"),
    (
        "<p>Text <a href=/authors/ada>Ada Bell</a> <a href=/authors/carl>Carl Dorn</a></p>",
        ("Ada Bell", "Carl Dorn"),
        "links",
    ),
    ("<div class=post-author><div>Ada Bell</div></div>", ADA, "class_block"),
    ("<p>x</p>" * 60 + "<p>Posted by Ada Bell</p>", ADA, "phrase"),
    ("<p>x</p>" * 60 + "<p>作者：王小明</p>", ("王小明",), "phrase"),
    ("<p>by the Planet Team</p>", ("the Planet Team",), "by_line"),
]


@pytest.mark.parametrize(("html", "names", "source"), PLACES)
def test_places(html: str, names: tuple[str, ...], source: str) -> None:
    assert source in shown(html).get(names, set())


@pytest.mark.parametrize(
    "html",
    [
        "<p>By following these three rules you will bake better bread</p>",
        "<p>By The Daily Planet</p>",
        "<p>by Reuters</p>",
        "<p>Key Takeaways</p>",
        "<p>Log In</p>",
        "<p>River</p>",
        "<p>2024-03-05</p>",
        "",
    ],
)
def test_nobody(html: str) -> None:
    assert shown(html) == {}


def test_agencies_are_noted_beside_the_people() -> None:
    sources = sources_of("<body><h1>River</h1><p>By Ada Bell, Reuters</p></body>")
    found = FoundAuthors(SITE, 0, "river")
    add_shown(found, sources.columns, sources.scan)
    assert [(one.names, one.agencies) for one in found.lists.values()] == [(ADA, ("Reuters",))]


def test_many_telling_blocks_are_bounded() -> None:
    people = "".join(f"<div class=author>Ada Bell{chr(97 + n % 26)}{chr(97 + n // 26)}</div>" for n in range(400))
    assert len(shown("<p>x</p>" * 60 + people)) <= 12
