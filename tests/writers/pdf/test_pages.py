"""Pages to look at: the same pages as the PDF has, and of every block where it stands.

Covers: printworthy.writers.pdf.document.
"""

from __future__ import annotations

import io
import re
from dataclasses import replace
from xml.etree import ElementTree

import pikepdf
import pytest

from printworthy.data.article import Article, Issue
from printworthy.data.blocks import Cell, Figure, Link, Paragraph, Table, Text
from printworthy.writers.body import body
from printworthy.writers.pdf.document import TypstDocument
from printworthy.writers.pdf.pages import Pages
from printworthy.writers.pdf.pdf_writer import PdfWriter
from printworthy.writers.pdf.typesetter_client import DrawnPages
from printworthy.writers.pictures import Pictures
from printworthy.writers.protocol import WriteOptions
from printworthy.writers.sheet import Sheet
from tests.writers.pdf.specimens import RESOURCES, load

pytestmark = pytest.mark.processes

STYLES = ("classic", "newspaper", "large", "compact")


def options(**choices: object) -> WriteOptions:
    return WriteOptions(resources=RESOURCES(), sheet=Sheet(**choices))


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("name", ["clock", "pictures", "tables", "arabic", "japanese"])
def test_pages_are_those_of_the_pdf(press: PdfWriter, name: str, style: str) -> None:
    article = load(name)
    pages = press.pages(article, options(style=style))
    with pikepdf.open(io.BytesIO(press.write(article, options(style=style)))) as pdf:
        assert len(pages.drawings) == len(pdf.pages)
    assert [round(one) for one in pages.sizes[0]] == [595, 842]
    standing = {place.block for place in pages.places}
    assert len(standing) > 2
    assert standing <= set(range(len(body(article))))
    for place in pages.places:
        assert 0 <= place.page < len(pages.drawings)
        width, height = pages.sizes[place.page]
        assert 0 <= place.x < place.x + place.width <= width
        assert 0 <= place.y < place.y + place.height <= height


def test_drawings_are_well_formed_whatever_addresses_hold(press: PdfWriter) -> None:
    address = "https://town.example/?a=1&b=<2>\"'&lt;"
    paragraph = Paragraph((Link(address, (Text("The tide tables"),)), Text(" were wrong all year.")))
    article = replace(load("clock"), url="https://town.example/tide?day=1&hour=2", blocks=(paragraph,))
    for drawing in press.pages(article, options(links="notes")).drawings:
        assert ElementTree.fromstring(drawing).tag.endswith("svg")
        assert b"town.example" not in drawing


@pytest.mark.parametrize("style", ["classic", "newspaper"])
def test_marks_move_nothing(press: PdfWriter, style: str) -> None:
    """The same glyphs at the same points: the drawings with and without marks are equal but for their marks."""
    article = load("clock")
    marked = press.pages(article, options(style=style)).drawings
    again = options(style=style)
    pictures = Pictures(again.resources)
    plain = TypstDocument(Issue(article.title, (article,), article.date), again, pictures).render(several=False)
    plain["settings"]["marks"] = True  # tells of none, as no block has a number
    with press._prepared(plain, pictures, again.sheet) as (folder, typesetter):
        bare = Pages.drawn(typesetter.draw(folder, 0)).drawings
    numbers = re.compile(rb'(?:id|href|clip-path)="[^"]*"')
    assert [numbers.sub(b"", one) for one in marked] == [numbers.sub(b"", one) for one in bare]


def test_a_block_that_goes_on_has_several_places(press: PdfWriter) -> None:
    words = "A sentence of the long paragraph that goes on and on. " * 80
    article = Article(title="Long", text=words, blocks=(Paragraph((Text("Short."),)), Paragraph((Text(words),))))
    pages = press.pages(article, options())
    assert [(place.block, place.page) for place in pages.places] == [(0, 0), (1, 0), (1, 1)]
    columns = press.pages(article, options(columns=2))
    long = [place for place in columns.places if place.block == 1]
    assert len({place.x for place in long}) == 2


def test_a_floating_picture_is_where_it_floats_to(press: PdfWriter) -> None:
    text = tuple(Paragraph((Text(f"Paragraph {number}. " + "Words of it. " * 60),)) for number in range(6))
    picture = Figure("https://pictures.example/valley.jpg", "A valley", (Text("The valley"),))
    article = Article(title="Floating", blocks=(*text[:4], picture, *text[4:]))
    pages = press.pages(article, options())
    (place,) = [place for place in pages.places if place.block == 4]
    same = [other for other in pages.places if other.page == place.page and other.block != 4]
    for other in same:
        assert other.y >= place.y + place.height - 1 or other.y + other.height <= place.y + 1


def test_the_lead_picture_has_its_number(press: PdfWriter) -> None:
    picture = Figure("https://pictures.example/valley.jpg", lead=True)
    article = Article(title="Led", blocks=(picture, Paragraph((Text("Words under it. " * 30),))))
    assert [place.block for place in press.pages(article, options()).places] == [0, 1]


def test_an_empty_article_is_a_page_without_places(press: PdfWriter) -> None:
    pages = press.pages(replace(Article(), title="Nothing"), options())
    assert (len(pages.drawings), pages.places) == (1, ())


def test_marks_from_right_to_left_count_columns_from_the_right() -> None:
    told = {
        "columns": 2, "left": 50.0, "top": 60.0, "width": 500.0, "height": 700.0, "bottom": 640.0, "gap": 20.0,
        "rtl": True, "column": 190.0, "feet": [], "fills": [],
        "marks": [[0, 0, 1, 260.0, 600.0], [0, 1, 1, 50.0, 100.0]],
    }  # fmt: skip
    first, second = Pages.drawn(DrawnPages((b"",), told)).places
    assert (first.x, first.y, first.height) == (260.0, 600.0, 40.0)
    assert (second.x, second.y, second.height) == (50.0, 60.0, 40.0)


def test_columns_end_above_notes_and_where_they_are_made_equal() -> None:
    told = {
        "columns": 2, "left": 50.0, "top": 60.0, "width": 500.0, "height": 700.0, "bottom": 640.0, "gap": 20.0,
        "rtl": False, "column": 190.0, "feet": [[1, 50.0, 600.0]], "fills": [[2, 300.0]],
        "marks": [[0, 0, 1, 50.0, 100.0], [0, 1, 2, 260.0, 100.0]],
    }  # fmt: skip
    places = Pages.drawn(DrawnPages((b"", b""), told)).places
    ends = [(place.page, place.x, place.y + place.height) for place in places]
    assert ends == [(0, 50.0, 590.0), (0, 260.0, 640.0), (1, 50.0, 300.0), (1, 260.0, 100.0)]


def test_a_short_article_in_columns_has_no_long_places(press: PdfWriter) -> None:
    text = tuple(Paragraph((Text(f"Paragraph {number}. " + "Words of it. " * 40),)) for number in range(3))
    pages = press.pages(Article(title="Equal", blocks=text), options(style="newspaper"))
    assert max(place.y + place.height for place in pages.places) < pages.sizes[0][1] / 2


@pytest.mark.parametrize("rows", [4, 90])
def test_a_table_that_lies_on_its_side_has_its_pages(press: PdfWriter, rows: int) -> None:
    cells = [Cell((Paragraph((Text(f"unbreakable{number}word" * 2),)),)) for number in range(9)]
    table = Table((tuple(cells),) * rows, 1)
    words = Paragraph((Text("Words around the table. " * 20),))
    article = Article(title="Turned", blocks=(words, table, words))
    pages = press.pages(article, options(paper="a5"))
    places = [place for place in pages.places if place.block == 1]
    assert places
    lying = [place for place in places if pages.sizes[place.page][0] > pages.sizes[place.page][1]]
    assert bool(lying) == (rows > 4)
