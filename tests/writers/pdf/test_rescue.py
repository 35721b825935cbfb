"""What the typesetter refuses is found and printed as plain text; everything else stays as it is."""

from __future__ import annotations

import logging

import pytest

from printworthy.data.article import Article, Issue
from printworthy.data.blocks import Block, Formula, Link, Math, Paragraph, Quote, Text
from printworthy.errors import WriteError
from printworthy.writers.latex import parse_latex
from printworthy.writers.pdf import blocks as pdf_blocks
from printworthy.writers.pdf import lines as pdf_lines
from printworthy.writers.pdf.lines import Node
from printworthy.writers.pdf.pdf_writer import PdfWriter, levels
from printworthy.writers.pdf.rescue import Sets, rescued

REFUSED: Node = {"t": "accent", "v": "none", "c": []}


def paragraph(text: str) -> Paragraph:
    return Paragraph((Text(text),))


def node(kind: str, *words: str, **more: object) -> Node:
    return {"t": kind, "c": [*words], **more}


def document(*articles: list[Node]) -> Node:
    made = [
        {"title": f"T{place}", "shown-url": f"a.example/{place}", "lead": None, "comments": [], "blocks": blocks,
         "index": place}
        for place, blocks in enumerate(articles)
    ]  # fmt: skip
    return {"several": len(made) > 1, "failures": [], "articles": made}


def without(bad: str, calls: list[Node]) -> Sets:
    def sets(one: Node) -> bool:
        calls.append(one)
        return bad not in str(one["articles"])

    return sets


def test_one_block_of_many_is_found_by_halving() -> None:
    blocks = [node("paragraph", f"word {number}") for number in range(200)]
    blocks[77] = node("table", "BAD", rows=[["cell words"]])
    calls: list[Node] = []
    found = rescued(document(blocks), without("'table'", calls))
    assert found is not None
    assert found["articles"][0]["blocks"][77] == node("paragraph", "BAD cell words")
    assert found["articles"][0]["blocks"][:77] == blocks[:77]
    assert len(calls) < 30


def test_a_formula_becomes_its_source() -> None:
    bad = node("paragraph", "See ", {"t": "formula", "latex": "x", "tree": {"t": "BAD"}})
    found = rescued(document([bad]), without("BAD", []))
    assert found is not None
    assert found["articles"][0]["blocks"] == [node("paragraph", "See ", {"t": "formula", "latex": "x", "tree": None})]


def test_calls_of_a_note_that_went_go_too() -> None:
    first = node("quote", "BAD", {"t": "note", "id": "n", "first": True, "blocks": []})
    again = node("paragraph", "Again", {"t": "note", "id": "n", "first": False, "blocks": []})
    found = rescued(document([first, again]), lambda one: "'quote'" not in str(one))
    assert found is not None
    assert found["articles"][0]["blocks"][1] == node("paragraph", "Again")


def test_an_article_that_cannot_be_set_is_named() -> None:
    both = document([node("paragraph", "fine")], [node("paragraph", "x")])
    both["articles"][0]["title"] = "BAD"
    found = rescued(both, without("BAD", []))
    assert found is not None
    assert [one["title"] for one in found["articles"]] == ["T1"]
    assert found["articles"][0]["index"] == 0
    assert [one["source"] for one in found["failures"]] == ["a.example/0"]


def test_a_style_at_fault_is_not_mended() -> None:
    assert rescued(document([node("paragraph", "x")]), lambda _one: False) is None


@pytest.fixture
def stubborn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Formulas that name BAD come to the typesetter as something that it refuses."""
    parse = parse_latex
    for module in (pdf_blocks, pdf_lines):
        monkeypatch.setattr(
            module,
            "parse_latex",
            lambda latex: {"t": "accent", "v": "none", "c": []} if "BAD" in latex else parse(latex),
        )


BLOCKS: tuple[Block, ...] = (
    paragraph("One."),
    Math("BAD x^2"),
    Paragraph((Text("See "), Link("https://b.example", (Text("this"),)), Formula("BAD"))),
    Paragraph((Link("https://b.example", (Text("again"),)), Text(" and on."))),
    Quote((paragraph("Said."),)),
)


@pytest.mark.processes
@pytest.mark.usefixtures("stubborn")
def test_no_formula_ends_a_document(press: PdfWriter, text_of, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        text = text_of(press.write(Article(title="T", blocks=BLOCKS)))
    assert "BAD x^2" in text
    assert "Said." in text
    assert "a formula cannot be typeset and is printed as its source: BAD x^2" in caplog.text


@pytest.mark.processes
@pytest.mark.usefixtures("stubborn")
def test_nor_an_issue(press: PdfWriter, text_of) -> None:
    text = text_of(press.write_issue(Issue("I", (Article(title="T", blocks=BLOCKS), Article(title="Second")))))
    assert "BAD x^2" in text
    assert "Second" in text


@pytest.mark.processes
@pytest.mark.parametrize("name", ["matrix", "smallmatrix", "pmatrix", "Vmatrix"])
def test_matrices_with_and_without_brackets(press: PdfWriter, name: str, caplog: pytest.LogCaptureFixture) -> None:
    matrix = Math(rf"\begin{{{name}}}a&b\\c&d\end{{{name}}}")
    array = Math(r"\left.\begin{array}{cc}a&b\\c&d\end{array}\right\}")
    assert press.write(Article(title="T", blocks=(matrix, array))).startswith(b"%PDF-")
    assert not caplog.records


@pytest.mark.processes
def test_the_trace_of_the_typesetter_is_not_shown(press: PdfWriter, tmp_path) -> None:
    from printworthy.writers.protocol import WriteOptions
    from printworthy.writers.sheet import Sheet

    own = tmp_path / "mine.typ"
    own.write_text('#import "/printworthy.typ": press\n#let f() = panic("x")\n#f()\n')
    with pytest.raises(WriteError) as error:
        press.write(Article(title="T"), WriteOptions(sheet=Sheet(style=str(own))))
    assert "while calling" not in str(error.value)


@pytest.mark.parametrize(
    ("pages", "lines", "source", "found"),
    [
        (1, 3, 0, []),  # one page has no last one
        (3, 3, 0, [1, 2]),  # the gentlest that may do, and the next
        (2, 6, 0, [3]),
        (2, 7.5, 0, []),  # more than a page can gain
        (9, 7.5, 0, [1, 2]),
        (3, 9, 0, []),  # enough lines for a page
        (3, 9, 5, [1, 2]),  # of which five are about the source
    ],
)
def test_how_tight(pages: int, lines: float, source: float, found: list[int]) -> None:
    assert levels([{"pages": pages, "lines": lines, "source": source}]) == found


def test_a_document_that_reports_no_end_is_left_alone() -> None:
    assert levels([]) == []
