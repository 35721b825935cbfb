"""Linked data as pages really write it."""

from __future__ import annotations

import pytest

from printworthy.metadata.jsonld import read_things

ARTICLE = '"@type": "NewsArticle", "headline": "Flood", "datePublished": "2024-03-05"'

SCRIPTS = [
    ("plain", f"{{{ARTICLE}}}"),
    ("trailing comma", f"{{{ARTICLE},}}"),
    ("comments", f"/* data */ {{ // article\n{ARTICLE} }}"),
    ("cdata", f"//<![CDATA[\n{{{ARTICLE}}}\n//]]>"),
    ("html comment", f"<!-- {{{ARTICLE}}} -->"),
    ("entities", f"{{{ARTICLE}}}".replace('"', "&quot;")),
    ("graph", f'{{"@graph": [{{"@type": "WebSite"}}, {{{ARTICLE}}}]}}'),
    ("array", f"[[{{{ARTICLE}}}]]"),
    ("two values", f'{{"@type": "WebSite"}} {{{ARTICLE}}}'),
    ("line break in a string", f'{{{ARTICLE}, "description": "one\ntwo"}}'),
    ("cut off", f'{{{ARTICLE}, "articleBody": "It rained'),
]


@pytest.mark.parametrize(("name", "script"), SCRIPTS, ids=[name for name, _ in SCRIPTS])
def test_headline_is_read(name: str, script: str) -> None:
    things = [thing for thing in read_things([script]) if "NewsArticle" in thing.types]
    assert [thing.texts("headline") for thing in things] == [["Flood"]]
    assert things[0].texts("datePublished") == ["2024-03-05"]


@pytest.mark.parametrize(
    "script",
    ["", "null", "[", "{}", "[" * 100_000, '{"a":' * 50_000, '{"@type": 5}', '{"@type": "X", "author": [[[]]]}', "\0"],
)
def test_rubbish_gives_nothing_and_raises_nothing(script: str) -> None:
    for thing in read_things([script]):
        assert thing.texts("author") == []


def test_five_megabytes_are_not_parsed_whole() -> None:
    script = f'{{{ARTICLE}, "articleBody": "{"x" * 5_000_000}"}}'
    assert [thing.texts("headline") for thing in read_things([script])] == [["Flood"]]


def test_authors_by_reference() -> None:
    person = '{"@type": "Person", "@id": "#a", "name": "Ada Bell"}'
    script = f'{{"@graph": [{{"@type": "Article", "author": {{"@id": "#a"}}}}, {person}]}}'
    assert read_things([script])[0].texts("author") == ["Ada Bell"]


def test_entities_and_tags_in_values_are_resolved() -> None:
    thing = read_things(['{"@type": "Article", "headline": "Salt &amp; <b>pepper</b>"}'])[0]
    assert thing.texts("headline") == ["Salt & pepper"]
