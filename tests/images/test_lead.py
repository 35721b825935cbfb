"""The lead picture: the page's own choice, without its logo."""

from __future__ import annotations

import pytest

from printworthy.data.blocks import Figure
from printworthy.images.lead import lead_picture
from printworthy.parse.lexbor import parse_page

URL = "https://coast.example/news/book"


def lead(head: str, *figures: Figure) -> Figure | None:
    return lead_picture(parse_page(f"<html><head>{head}</head><body><p>x</p></body></html>".encode()), URL, figures)


@pytest.mark.parametrize(
    "head",
    [
        '<meta property="og:image" content="/i/seal.jpg">',
        '<meta name="twitter:image" content="https://coast.example/i/seal.jpg">',
        '<link rel="image_src" href="/i/seal.jpg">',
        '<meta property="og:image" content="/img/logo.png"><meta name="twitter:image" content="/i/seal.jpg">',
        '<script type="application/ld+json">{"@type":"NewsArticle","image":["https://coast.example/i/seal.jpg"]}</script>',
    ],
)
def test_named_pictures(head: str) -> None:
    found = lead(head)
    assert found is not None
    assert found.src == "https://coast.example/i/seal.jpg"


def test_size_and_words_of_the_figure() -> None:
    head = '<meta property="og:image" content="/i/seal.jpg"><meta property="og:image:width" content="1200">'
    head += '<meta property="og:image:height" content="630">'
    found = lead(head, Figure("https://coast.example/i/seal.jpg", alt="A seal", credit="Runa Vik"))
    assert found is not None
    assert (found.alt, found.credit, found.width, found.height) == ("A seal", "Runa Vik", 1200, 630)


@pytest.mark.parametrize("name", ["logo.png", "default-share.jpg", "placeholder.png"])
def test_pictures_of_the_site_are_refused(name: str) -> None:
    assert lead(f'<meta property="og:image" content="/img/{name}">') is None


def test_the_lead_figure_stands_in() -> None:
    figure = Figure("https://coast.example/i/oars.jpg", lead=True)
    assert lead("", figure) == figure
