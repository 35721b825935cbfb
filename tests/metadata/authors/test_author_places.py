"""People whom the head, linked data and marked elements name."""

from __future__ import annotations

import pytest

from printworthy.metadata.authors.author_places import FoundAuthors, add_stated
from printworthy.metadata.site import read_site
from tests.metadata.pages import sources_of


def stated(html: str, url: str = "https://www.dailyplanet.example/river") -> dict[tuple[str, ...], list[str]]:
    sources = sources_of(html, url)
    found = FoundAuthors(read_site(sources), -1, "")
    add_stated(found, sources)
    return {one.names: one.sources for one in found.lists.values()}


def linked(author: str, kind: str = "Article") -> str:
    return f'<script type="application/ld+json">{{"@type":"{kind}","author":{author}}}</script>'


ADA = ("Ada Bell",)
CASES = [
    (linked('"Ada Bell"'), ADA, "ld_article"),
    (linked('{"@type":"Person","name":"Ada Bell"}'), ADA, "ld_article_person"),
    (linked('{"@type":["person"],"name":"Ada Bell"}'), ADA, "ld_article_person"),
    (linked('["Ada Bell","Carl Dorn"]', "WebPage"), ("Ada Bell", "Carl Dorn"), "ld_other"),
    ("<meta name=author content='Ada Bell, Senior Editor'>", ADA, "meta_author"),
    (
        "<meta name=twitter:label1 content='Written by'><meta name=twitter:data1 content='Ada Bell'>",
        ADA,
        "meta_written",
    ),
    (
        "<meta name=citation_author content='Bell, Ada'><meta name=citation_author content='Carl Dorn'>",
        ("Ada Bell", "Carl Dorn"),
        "meta_many",
    ),
    ("<body><a rel=author href=/ada>Ada Bell</a>", ADA, "rel"),
    ("<body><div itemprop=author><img><b itemprop=name>Ada Bell</b> about me</div>", ADA, "item"),
    ("<body><div itemprop=author><meta itemprop=name content='Ada Bell'></div>", ADA, "item"),
    ("<meta property=og:site_name content='Ada Bell'>", ADA, "site_person"),
    ("<meta name=author content='Daily Planet Team'>", ("Daily Planet Team",), "meta_author"),
]


@pytest.mark.parametrize(("html", "names", "source"), CASES)
def test_places(html: str, names: tuple[str, ...], source: str) -> None:
    assert source in stated(html).get(names, [])


@pytest.mark.parametrize(
    "html",
    [
        "<meta name=author content='The Daily Planet'>",
        "<meta property=article:author content=https://social.example/ada>",
        linked('{"@type":"Organization","name":"Daily Planet"}'),
        linked("null"),
        linked("[[],5,{}]"),
        "<meta name=author content=admin>",
    ],
)
def test_nobody(html: str) -> None:
    assert stated(html) == {}


def test_a_person_may_name_the_site_after_herself() -> None:
    person = '{"@type":"Person","name":"Ada Bell"}'
    assert ("Ada Bell",) in stated(linked(person), "https://www.adabell.example/river")
    assert ("Ada Bell",) not in stated(linked('"Ada Bell"'), "https://www.adabell.example/river")
