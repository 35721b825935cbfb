"""Description, canonical address, section, tags, and the time a text takes."""

from __future__ import annotations

import pytest

from printworthy.metadata.facts import read_canonical, read_description, read_section, read_tags, reading_minutes
from tests.metadata.pages import sources_of


def linked(properties: str) -> str:
    return f'<script type="application/ld+json">{{"@type":"Article",{properties}}}</script>'


@pytest.mark.parametrize(
    ("head", "text", "source"),
    [
        ("<meta name=description content='Seven hours &amp;amp; wind.'>", "Seven hours & wind.", "description"),
        (linked('"description":"Seven hours of rain."'), "Seven hours of rain.", "json-ld"),
        ("<meta name=description content=Short>", "", ""),
    ],
)
def test_description(head: str, text: str, source: str) -> None:
    found = read_description(sources_of(head))
    assert (found.value, found.source) == (text, source)


@pytest.mark.parametrize(
    ("head", "section"),
    [
        ("<meta property=article:section content=Weather>", "Weather"),
        (linked('"articleSection":["Weather","News"]'), "Weather"),
        ("<meta property=article:section content=https://a.example/weather>", ""),
        ("", ""),
    ],
)
def test_section(head: str, section: str) -> None:
    assert read_section(sources_of(head)).value == section


@pytest.mark.parametrize(
    ("head", "tags"),
    [
        (
            "<meta property=article:tag content=Flood><meta property=article:tag content='flood, Bread'>",
            ("flood", "Bread"),
        ),
        (linked('"keywords":"flood, bread"'), ("flood", "bread")),
        ("<meta name=keywords content='洪水、面包'>", ("洪水", "面包")),
        ("", ()),
    ],
)
def test_tags(head: str, tags: tuple[str, ...]) -> None:
    assert read_tags(sources_of(head)).value == tags


@pytest.mark.parametrize(
    ("href", "address"),
    [
        ("https://www.dailyplanet.example/a", "https://www.dailyplanet.example/a"),
        ("/a", "https://www.dailyplanet.example/a"),
        ("https://other.example/", "https://www.dailyplanet.example/river"),
        ("ftp://other.example/a", "https://www.dailyplanet.example/river"),
        ("http://[broken", "https://www.dailyplanet.example/river"),
        ("", "https://www.dailyplanet.example/river"),
    ],
)
def test_canonical(href: str, address: str) -> None:
    assert read_canonical(sources_of(f"<link rel=canonical href='{href}'>")).value == address


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("", 0),
        ("one", 1),
        ("word " * 229, 1),
        ("word " * 461, 3),
        ("“wörd” " * 461, 3),
        ("水" * 400, 1),
        ("水" * 1200, 3),
        ("ข" * 800, 2),
        ("слово " * 460, 3),
    ],
)
def test_reading_time_goes_by_the_script(text: str, minutes: int) -> None:
    assert reading_minutes(text) == minutes
