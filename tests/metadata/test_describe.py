"""Whole pages, written for these tests, and what they say of their article.

Covers: printworthy.metadata.page_kind.
"""

from __future__ import annotations

import datetime

import pytest

from printworthy.data.article import Metadata
from printworthy.metadata.describe import describe, read_relative
from printworthy.parse.lexbor import parse
from printworthy.segment.walk import segment

NOW = datetime.date(2026, 1, 15)
URL = "https://www.dailyplanet.example/news/2024/03/05/river-takes-the-bakery"
BODY = "".join(
    f"<p>The water came in the {hour} hour of the night, and the bakers carried the flour upstairs while the street "
    "slowly became a river that nobody in the town had seen before.</p>"
    for hour in "first second third fourth fifth sixth seventh".split()
)


def page(
    head: str = "", top: str = "", bottom: str = "", title: str = "River takes the bakery | The Daily Planet"
) -> str:
    """A news page with a menu, a heading, a body and a footer."""
    return (
        f"<html lang=en><head><title>{title}</title><meta property=og:type content=article>{head}</head><body>"
        "<nav><ul><li><a href=/>Home</a><li><a href=/sport>Sport</a></ul></nav><main><article><header>"
        f"<h1>River takes the bakery</h1>{top}</header>{BODY}{bottom}</article></main>"
        "<footer><p>Copyright 2019 The Daily Planet</p></footer></body></html>"
    )


def told(html: str, url: str = URL) -> Metadata:
    tree = parse(html.encode())
    return describe(tree, segment(tree), None, url, NOW)


LD = (
    '<script type="application/ld+json">{"@type":"NewsArticle","headline":"River takes the bakery","datePublished":'
    '"2024-03-05T08:30:00+01:00","dateModified":"2024-03-06T09:00:00Z","author":{"@type":"Person","name":"Ada Bell"},'
    '"publisher":{"@type":"Organization","name":"The Daily Planet"},"articleSection":"News",'
    '"keywords":["flood","bread"]}'
    "</script>"
)


def test_linked_data() -> None:
    found = told(page(head=LD, top="<p class=byline>By Ada Bell</p><time datetime=2024-03-05>March 5, 2024</time>"))
    assert found.title.value == "River takes the bakery"
    assert found.published.value == "2024-03-05T08:30:00+01:00"
    assert found.modified.value == "2024-03-06T09:00:00Z"
    assert found.authors.value == ("Ada Bell",)
    assert found.site.value == "The Daily Planet"
    assert found.section.value == "News"
    assert found.tags.value == ("flood", "bread")
    assert found.language.value == "en"
    assert found.direction == "ltr"
    assert found.reading_minutes == 1
    assert all(0 < field.confidence <= 1 and field.source for field in (found.title, found.published, found.authors))


@pytest.mark.parametrize(
    "title",
    [
        "River takes the bakery | The Daily Planet",
        "The Daily Planet - River takes the bakery",
        "River takes the bakery — Daily Planet",
        "River takes the bakery :: dailyplanet.example",
        "River takes the bakery",
    ],
)
def test_site_is_cut_from_either_end(title: str) -> None:
    assert told(page(title=title)).title.value == "River takes the bakery"


def test_title_without_heading_loses_the_site_and_keeps_its_own_dash() -> None:
    html = (
        "<html lang=en><head><title>Bread - a history | The Daily Planet</title><meta property=og:site_name "
        f"content='The Daily Planet'></head><body>{BODY}</body></html>"
    )
    assert told(html, "https://www.dailyplanet.example/bread-a-history").title.value == "Bread - a history"


def test_visible_date_and_byline() -> None:
    found = told(page(top="<p class=meta>By Ada Bell and Carl Dorn | 5 March 2024</p>"))
    assert found.published.value == "2024-03-05"
    assert found.authors.value == ("Ada Bell", "Carl Dorn")


NO_DATES = [
    ("copyright only", page(), "https://www.dailyplanet.example/about"),
    (
        "future",
        page(head='<meta property="article:published_time" content="2031-01-01">'),
        "https://www.dailyplanet.example/x",
    ),
    (
        "zeros",
        page(head='<meta property="article:published_time" content="0000-00-00">'),
        "https://www.dailyplanet.example/x",
    ),
    (
        "epoch",
        page(head='<meta property="article:published_time" content="1970-01-01T00:00:00Z">'),
        "https://www.dailyplanet.example/x",
    ),
    ("32 May", page(top="<p class=date>32 May 2024</p>"), "https://www.dailyplanet.example/x"),
]


@pytest.mark.parametrize(("name", "html", "url"), NO_DATES, ids=[name for name, _, _ in NO_DATES])
def test_no_silly_date(name: str, html: str, url: str) -> None:
    assert not told(html, url).published


def test_comment_dates_are_not_the_article_s() -> None:
    comments = "".join(
        f"<div class=comment><b>reader{day}</b> <span class=date>{day} June 2025</span><p>Well said.</p></div>"
        for day in range(1, 9)
    )
    found = told(page(head=LD, bottom=f"<section id=comments>{comments}</section>"))
    assert found.published.value[:10] == "2024-03-05"
    assert found.authors.value == ("Ada Bell",)


def test_relative_date_counts_back_from_now() -> None:
    found = told(page(top="<span>2 days ago</span>"), "https://www.dailyplanet.example/river")
    assert (found.published.value, found.published.source) == ("2026-01-13", "relative")


@pytest.mark.parametrize(
    "author",
    ["The Daily Planet", "https://dailyplanet.example/ada", "ada@dailyplanet.example", "2024-03-05", "Staff Writer"],
)
def test_no_author_is_better_than_these(author: str) -> None:
    site = '<meta property="og:site_name" content="The Daily Planet">'
    assert told(page(head=f'{site}<meta name=author content="{author}">')).authors.value == ()


def test_agencies_stand_apart() -> None:
    head = LD.replace(
        '{"@type":"Person","name":"Ada Bell"}',
        '[{"@type":"Person","name":"Ada Bell"},{"@type":"Organization","name":"Reuters"}]',
    )
    found = told(page(head=head, top="<p class=byline>By Ada Bell</p>"))
    assert found.authors.value == ("Ada Bell",)
    assert found.agencies.value == ("Reuters",)


def test_kicker_and_subtitle() -> None:
    html = page(top="<p class=standfirst>Seven hours of rain were enough for the old mill street.</p>").replace(
        "<h1>", "<p class=kicker>Weather</p><h1>"
    )
    found = told(html)
    assert found.kicker.value == "Weather"
    assert found.subtitle.value == "Seven hours of rain were enough for the old mill street."
    assert found.title.value == "River takes the bakery"


def test_canonical_is_absolute_and_not_another_front_page() -> None:
    assert told(page(head="<link rel=canonical href=/a/b>")).canonical.value == "https://www.dailyplanet.example/a/b"
    assert told(page(head="<link rel=canonical href=https://other.example/>")).canonical.value == URL
    assert told(page(head="<link rel=canonical href='javascript:alert(1)'>")).canonical.value == URL


def test_right_to_left() -> None:
    text = "فقد الخباز فرنه في الليل ولا يعرف متى يعود."
    html = f"<html lang=ar dir=rtl><head><title>خبر</title></head><body><p>{text}</p></body></html>"
    found = told(html, "")
    assert (found.language.value, found.direction) == ("ar", "rtl")


def test_declared_language_gives_way_to_a_text_that_clearly_is_another() -> None:
    text = (
        "Der Bäcker hat sein Brot in der Nacht verloren, und es war nicht schön, aber niemand wurde dabei verletzt. "
        * 4
    )
    found = told(f"<html lang=en><body><p>{text}</p></body></html>", "")
    assert (found.language.value, found.language.source) == ("de", "text")


@pytest.mark.parametrize(
    "html",
    [
        "",
        "<",
        "<html>",
        "<title></title>",
        "<h1></h1>",
        "<time datetime=''></time>",
        "<script type='application/ld+json'>{</script>",
        "<meta name=date content=''>",
        "<frameset><frame></frameset>",
        "<a rel=author></a>",
        "<div itemprop=author></div>" * 500,
        "<h1>" * 300,
        "\0\0\0",
        "<title>" + "| " * 5000,
    ],
)
def test_nothing_raises(html: str) -> None:
    found = told(html, "http://[broken")
    assert found.published.value == ""
    assert found.authors.value == ()


def test_same_page_same_answer() -> None:
    html = page(head=LD)
    assert told(html) == told(html)


def test_kept_segments_decide_the_reading_time() -> None:
    tree = parse(page().encode())
    columns = segment(tree)
    assert describe(tree, columns, [False] * len(columns.text), URL, NOW).reading_minutes == 0


@pytest.mark.parametrize(
    ("url", "title", "site"),
    [
        ("https://www.dailyplanet.example/a", "River takes the bakery | The Daily Planet", "The Daily Planet"),
        ("http://127.0.0.1:8000/a", "River takes the bakery – Flour & Flood", "Flour & Flood"),
        ("http://127.0.0.1:8000/a", "River takes the bakery", ""),
        ("http://[::1]:8000/a", "River takes the bakery", ""),
        ("https://abc.de/a", "River takes the bakery", "abc.de"),
        ("https://abc.de/a", "A river – and a bakery", "abc.de"),
    ],
)
def test_site(url: str, title: str, site: str) -> None:
    assert told(page(title=title), url).site.value == site


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("2 days ago", 2),
        ("3 hours ago", 0),
        ("5 min ago", 0),
        ("vor 3 Tagen", 3),
        ("il y a 2 jours", 2),
        ("hace 4 días", 4),
        ("há 2 dias", 2),
        ("3 giorni fa", 3),
        ("2 dagen geleden", 2),
        ("2 дня назад", 2),
        ("3天前", 3),
        ("3日前", 3),
        ("2일 전", 2),
        ("Yesterday", 1),
        ("gestern", 1),
        ("Today", 0),
        ("今天", 0),
    ],
)
def test_counted_back(text: str, days: int) -> None:
    assert read_relative(text, NOW) == NOW - datetime.timedelta(days=days)


@pytest.mark.parametrize(
    "text", ["10 hours ago", "3 weeks ago", "2 years ago", "45 days ago", "5 min read", "Todays offers", "ago", ""]
)
def test_too_vague(text: str) -> None:
    assert read_relative(text, NOW) is None
