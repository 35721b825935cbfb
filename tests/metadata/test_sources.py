"""What a page says of itself is read once, with its place."""

from __future__ import annotations

import pytest

from tests.metadata.pages import sources_of


def test_head() -> None:
    found = sources_of(
        "<html lang=DE dir=RTL><head><title> River \n takes it </title><meta property='og:Title' content=' A  b '>"
        "<meta name=author content=One><meta name=author content=Two><meta name=empty content=' '>"
        "<link rel=Canonical href=/x><script type='application/LD+json; charset=utf-8'>"
        '{"@type":"Article"}</script></head>'
    )
    assert (found.title, found.html_lang, found.html_dir) == ("River takes it", "de", "rtl")
    assert found.meta == {"og:title": ["A b"], "author": ["One", "Two"]}
    assert found.first("nothing", "author") == "One"
    assert found.first("nothing") == ""
    assert found.links == {"canonical": "/x"}
    assert [thing.types for thing in found.things] == [("Article",)]


def test_marks_know_the_segment_in_which_they_begin() -> None:
    found = sources_of(
        "<body><p>zero</p><p>one <time datetime=2024-03-05>5 March</time></p>"
        "<div itemprop=author><p>two</p></div><meta itemprop=datePublished content=2024-03-05>"
        "<span itemprop=position>three</span><a rel=author href=/a>four</a></body>"
    )
    assert [(mark.tag, mark.prop, mark.segment) for mark in found.marks] == [
        ("time", "", 1),
        ("div", "author", 2),
        ("meta", "datepublished", -1),
        ("a", "", 3),
    ]
    assert [mark.is_dated for mark in found.marks] == [True, False, True, False]
    assert [mark.names_author for mark in found.marks] == [False, True, False, True]


def test_an_image_s_title_is_not_the_page_s() -> None:
    assert sources_of("<title>River</title><body><svg><title>Close</title></svg>").title == "River"


@pytest.mark.parametrize(
    ("url", "host", "path"),
    [("https://A.example/x/y?z", "a.example", "/x/y"), ("http://[broken", "", ""), ("", "c.example", "/canonical")],
)
def test_address(url: str, host: str, path: str) -> None:
    found = sources_of("<link rel=canonical href=https://c.example/canonical>", url)
    assert (found.host, found.path) == (host, path)


def test_marks_are_bounded() -> None:
    assert len(sources_of("<time datetime=2024-03-05>x</time>" * 5000).marks) <= 400


def test_linked_data_in_a_meta_element() -> None:
    html = """<meta name="script:ld+json" content='{"@type":"Article","datePublished":"2024-03-05"}'><p>River</p>"""
    assert sources_of(html).things[0].texts("datePublished") == ["2024-03-05"]
