"""What is set ahead: which paragraphs, and that a document is the same with it and without."""

from __future__ import annotations

import pytest

from printworthy.data.article import Article
from printworthy.data.blocks import Block, Heading, Paragraph, Style, Text
from printworthy.data.issue import Issue
from printworthy.errors import WriteError
from printworthy.writers.pdf.ahead import set_ahead
from printworthy.writers.pdf.document import Document
from printworthy.writers.pdf.galley import AHEAD
from printworthy.writers.pdf.lines import Node
from printworthy.writers.pdf.writer import PdfWriter
from printworthy.writers.pictures import Pictures
from printworthy.writers.protocol import DEFAULTS
from printworthy.writers.sheet import Sheet

WORDS = "A sentence of a paragraph whose lines are broken somewhere, with hyphens where these are welcome. " * 4


def article(many: int, *more: Block) -> Article:
    blocks = tuple(Paragraph((Text(f"{number}. {WORDS}"),)) for number in range(many))
    return Article(title="Long", text=WORDS, blocks=(*blocks, *more), url="https://example.org/")


def document(of: Article, several: bool = False, marks: bool = False) -> Node:
    return Document(Issue("Long", (of,)), DEFAULTS, Pictures({})).render(several, marks)


def test_the_later_half_from_its_end() -> None:
    styled = Paragraph((Style("emphasis", (Text("Leaning."),)),))
    early = set_ahead(document(article(10, Heading(2, (Text("More"),)), styled)))
    assert early is not None
    first, *rest = (block["c"][0] for block in early["articles"][0]["blocks"])
    assert first == "–"
    assert [text.partition(".")[0] for text in rest] == ["9", "8", "7", "6"]


@pytest.mark.parametrize(
    "one", [document(article(5)), document(article(20), several=True), document(article(20), marks=True)]
)
def test_what_is_not_worth_the_while(one: Node) -> None:
    assert set_ahead(one) is None


def test_the_same_pages(press: PdfWriter) -> None:
    press.write(article(3))  # the typesetter's second thread begins after its first document
    long = article(40)
    assert press.write(long) == PdfWriter().write(long)


def test_it_ends_before_pages_are_made(press: PdfWriter) -> None:
    pictures = Pictures({})
    with press._prepared(document(article(40)), pictures, Sheet()) as (folder, typesetter):
        with pytest.raises(WriteError, match="set ahead"):
            typesetter.typeset(folder / AHEAD, [], 0)
        assert typesetter.typeset(folder, [], 0).startswith(b"%PDF-")
