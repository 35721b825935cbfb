"""Dates that pages state: in the head, in linked data, in the address and in marked elements."""

from __future__ import annotations

import pytest

from printworthy.metadata.dates.date_formats import DateConvention
from printworthy.metadata.dates.date_places import FoundDates, add_marked, add_stated
from tests.metadata.pages import NOW, sources_of


def found_dates() -> FoundDates:
    return FoundDates(DateConvention("en", True, NOW), -1)


def places(found: FoundDates) -> dict[str, list[str]]:
    return {day.isoformat(): one.sources for day, one in found.days.items()}


def linked(kind: str, properties: str) -> str:
    return f'<script type="application/ld+json">{{"@type":"{kind}",{properties}}}</script>'


STATED = [
    ("<meta property='article:published_time' content=2024-03-05T10:00:00Z>", "meta_published"),
    ("<meta name='article:modified_time' content=2024-03-05>", "meta_modified"),
    ("<meta name=date content='5 March 2024'>", "meta_date"),
    ("<meta name=parsely-pub-date content=2024-03-05>", "meta_published"),
    ("<meta name=citation_online_date content=2024/03/05>", "meta_published"),
    (linked("NewsArticle", '"datePublished":"2024-03-05"'), "ld_published_article"),
    (linked("WebPage", '"dateModified":"2024-03-05"'), "ld_modified_page"),
    (linked("QAPage", '"dateCreated":"2024-03-05"'), "ld_created_post"),
    (linked("VideoObject", '"uploadDate":"2024-03-05"'), "ld_created_other"),
    (linked("Article", '"comment":{"@type":"Article","datePublished":"2024-03-05"}'), "ld_published_other"),
]


@pytest.mark.parametrize(("head", "source"), STATED)
def test_head(head: str, source: str) -> None:
    found = found_dates()
    add_stated(found, sources_of(head))
    assert places(found) == {"2024-03-05": [source]}


@pytest.mark.parametrize("name", ["expires", "event_start_date", "copyright-date", "reading_time", "viewport"])
def test_names_of_other_things(name: str) -> None:
    found = found_dates()
    add_stated(found, sources_of(f"<meta name={name} content=2024-03-05>"))
    assert not found.days


ADDRESSES = [
    ("https://a.example/2024/03/05/river", "2024-03-05"),
    ("https://a.example/news/2024-3-5-river.html", "2024-03-05"),
    ("https://a.example/20240305/river", "2024-03-05"),
    ("https://a.example/blog/2024/march/05/river", "2024-03-05"),
    ("https://a.example/blog/2024/Oct/5", "2024-10-05"),
    ("https://a.example/meldungen/29-10-2021", "2021-10-29"),
    ("https://a.example/2024/03/river", None),
    ("https://a.example/2024/winter/05/river", None),
    ("https://a.example/item/20249999", None),
    ("https://a.example/2031/01/01/", None),
    ("https://a.example/555-12-2019-4567", None),
]


@pytest.mark.parametrize(("url", "day"), ADDRESSES)
def test_address(url: str, day: str | None) -> None:
    found = found_dates()
    add_stated(found, sources_of("", url))
    assert places(found) == ({day: ["url"]} if day else {})


MARKED = [
    ("<time datetime=2024-03-05>x</time>", "time"),
    ("<time>5 March 2024</time>", "time"),
    ("<time class=entry-date datetime=2024-03-05>x</time>", "time_published"),
    ("<time class=updated datetime=2024-03-05>x</time>", "time_modified"),
    ("<relative-time datetime=2024-03-05>x</relative-time>", "time"),
    ("<meta itemprop=datePublished content=2024-03-05>", "item_published"),
    ("<span itemprop=dateModified>March 5, 2024</span>", "item_modified"),
]


@pytest.mark.parametrize(("html", "source"), MARKED)
def test_marked_elements(html: str, source: str) -> None:
    found = found_dates()
    assert add_marked(found, sources_of(f"<body>{html}</body>")) == 1
    assert places(found) == {"2024-03-05": [source]}


def test_the_most_exact_form_of_a_day_is_kept() -> None:
    found = found_dates()
    add_stated(
        found,
        sources_of(
            "<meta name=date content=2024-03-05>"
            "<meta property='article:published_time' content=2024-03-05T08:30:00+01:00>"
        ),
    )
    assert [one.iso for one in found.days.values()] == ["2024-03-05T08:30:00+01:00"]
