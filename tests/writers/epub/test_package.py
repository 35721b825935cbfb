"""The cover of an e-book: nothing leaves its frame, whatever face a reading app takes."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from printworthy.data.article import Article
from printworthy.writers.epub.epub_writer import EpubWriter
from printworthy.writers.epub.package import cover_drawing
from tests.writers.epub.test_epub_writer import files

TITLES = [
    "Mein Wochenende",
    "Donaudampfschifffahrtsgesellschaftskapitän",
    "Über das Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz und seine Folgen",
    "MMMMMMMM WWWWWWWWWWWWWWWWWWWWWWWWWW",
    "The internationalization of electroencephalography, and what became of it in forty short years",
    "Высокопревосходительствующий человеконенавистник",
    "x" * 5000,
    "一個很長的標題" * 30,
    "",
]


def lines(drawing: bytes) -> list[tuple[str, float, float]]:
    """The lines of text, with the size of their letters and how deep they stand."""
    found = ElementTree.fromstring(drawing).iter("{http://www.w3.org/2000/svg}text")
    return [(one.text or "", float(one.attrib["font-size"]), float(one.attrib["y"])) for one in found]


@pytest.mark.parametrize("face", ["DejaVuSans-Bold.ttf", "DejaVuSerif-Bold.ttf"])
@pytest.mark.parametrize("title", TITLES)
def test_nothing_leaves_the_frame(title: str, face: str) -> None:
    from PIL import ImageFont

    for text, size, deep in lines(cover_drawing(title, ["Maximilian Wimmershoff-Wagenknecht, Emma Wo", "mmm.example"])):
        try:
            letters = ImageFont.truetype(face, round(size))
        except OSError:
            pytest.skip(f"{face} is not installed")
        assert letters.getlength(text) < 1060, text
        assert 60 + size < deep < 1520, text


@pytest.mark.parametrize(
    ("title", "set_as"),
    [
        ("Mein Wochenende", ["Mein", "Wochenende"]),
        ("Donaudampfschifffahrtsgesellschaftskapitän", ["Donaudampf-", "schifffahrtsge-", "sellschaftska-", "pitän"]),
    ],
)
def test_words_are_broken_only_if_they_must(title: str, set_as: list[str]) -> None:
    assert [text for text, _size, _deep in lines(cover_drawing(title, []))] == set_as


def test_the_day_reads_as_in_the_text() -> None:
    book = EpubWriter().write(Article(title="Brot", site="Hof", language="de", date="2026-03-03"))
    assert [text for text, *_ in lines(files(book)["EPUB/cover.svg"])] == ["Brot", "Hof", "3. März 2026"]
