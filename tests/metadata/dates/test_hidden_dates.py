"""Dates that pages neither state nor show: in scripts, in attributes that scripts read, in the head's sentences."""

from __future__ import annotations

import pytest

from printworthy.metadata.dates.date_formats import DateConvention
from printworthy.metadata.dates.date_places import FoundDates
from printworthy.metadata.dates.dates import date_candidates
from printworthy.metadata.dates.hidden_dates import add_scripted, add_written
from tests.metadata.pages import NOW, sources_of

HOW = DateConvention("en", True, NOW)


def places(found: FoundDates) -> dict[str, list[str]]:
    return {day.isoformat(): one.sources for day, one in found.days.items()}


def test_scripts_name_their_dates() -> None:
    found = FoundDates(HOW, -1)
    add_scripted(
        found,
        sources_of(
            '<script>window.state = {"publishedAt":"2024-03-05T10:00:00Z",'
            '"updated_at": "2024-03-06","expires":"2024-03-07"}'
            "</script>"
        ),
    )
    assert places(found) == {"2024-03-05": ["script_published"], "2024-03-06": ["script_modified"]}
    assert next(iter(found.days.values())).iso == "2024-03-05T10:00:00Z"


@pytest.mark.parametrize(("filling", "read"), [("update();", False), ("x();", True), ('"2024-01-01";', True)])
def test_scripts_with_telling_words_are_read_to_a_limit(filling: str, read: bool) -> None:
    found = FoundDates(HOW, -1)
    long = f"<script>{filling * (210_000 // len(filling))}</script>"
    add_scripted(found, sources_of(f'<body>{long}<script>a = {{"published":"2024-03-05"}}</script>'))
    assert bool(found.days) is read


WRITTEN = [
    ("<body><shreddit-post created-timestamp=2024-03-05T09:47:05.754000+0000>x</shreddit-post>", "attribute"),
    ("<body><abbr data-utime=1709630000>x</abbr>", "attribute"),
    ("<body><abbr title='Tuesday, 5 March 2024 at 04:00'>x</abbr>", "attribute"),
    ("<body><p data-published=2024-03-05>x", "attribute"),
    (
        "<body><astro-island props='{&quot;a&quot;:[0,&quot;"
        + "b" * 80
        + "&quot;],&quot;datePublished&quot;:&quot;2024-03-05T09:00:00-05:00&quot;}'>x</astro-island>",
        "script_published",
    ),
    ("<meta property=og:title content='River takes the bakery (5 March 2024)'><body>x", "sentence"),
]


@pytest.mark.parametrize(("html", "source"), WRITTEN)
def test_written_by_scripts(html: str, source: str) -> None:
    found = FoundDates(HOW, -1)
    add_written(found, sources_of(html))
    assert places(found) == {"2024-03-05": [source]}


def test_hidden_dates_count_only_where_no_other_does() -> None:
    hidden = "<abbr title='5 March 2024'>x</abbr>"
    days = {one.day.isoformat() for one in date_candidates(sources_of(f"<body><p>6 March 2024<p>{hidden}"), -1, HOW)}
    assert days == {"2024-03-06"}
    assert [one.sources for one in date_candidates(sources_of(f"<body>{hidden}"), -1, HOW)] == [["attribute"]]
