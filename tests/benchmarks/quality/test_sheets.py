"""The machine that looks at printed sheets: what it must see, and a small fixed sample that it must find clean."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from benchmarks.lib.sheet_checks import Frame, frame_of, inspect, tokens
from benchmarks.lib.sheet_reader import SeenLine, SeenPage, SeenWord, is_ready, read_pdf, stream_of
from benchmarks.quality.sheets import Look
from printworthy.data.article import Article
from printworthy.data.blocks import Block, Code, Figure, Heading, Item, List, Math, Paragraph, Text
from printworthy.writers.pdf.pdf_writer import PdfWriter
from printworthy.writers.protocol import WriteOptions
from printworthy.writers.sheet import Sheet

pytestmark = [
    pytest.mark.processes,
    pytest.mark.skipif(not is_ready(), reason="poppler-utils is not installed"),
]
SENTENCE = "Words of a sentence that goes on for a while and then ends. "
FRAME = Frame((100.0,), 300.0, 70.0, 770.0, 14.0, 13.0)


def paragraph(sentences: int) -> Paragraph:
    return Paragraph((Text(SENTENCE * sentences),))


def item(*blocks: Block) -> Item:
    return Item(blocks)


@pytest.fixture(scope="module")
def look() -> Iterator[Look]:
    pytest.importorskip("typst")
    found = Look(None)
    yield found
    found.close()


HEADINGS = tuple(
    block for number in range(9) for block in (Heading(2, (Text(f"Part {number}"),)), paragraph(5), paragraph(4))
)
SAMPLE: dict[str, tuple[Block, ...]] = {
    "bullets": (paragraph(17), List(False, tuple(item(paragraph(4), paragraph(13)) for _ in range(8)))),
    "numbers": (paragraph(27), List(True, tuple(item(paragraph(9), paragraph(2)) for _ in range(8)))),
    "headings": (paragraph(9), *HEADINGS),
    "code": (paragraph(24), *(Code("\n\n".join(f"a = {n}\nb = a + {n}\nprint(a, b)" for n in range(30))),) * 2),
    "pictures": tuple(
        block
        for number in range(7)
        for block in (paragraph(7), Figure(f"https://a.example/{number}.png", "A view", width=900, height=600))
    ),
    "matrices": (paragraph(3), Math(r"\begin{matrix}a&b\\c&d\end{matrix}"), paragraph(3)),
}


@pytest.mark.parametrize("style", ["classic", "large"])
@pytest.mark.parametrize("name", SAMPLE)
def test_a_small_sample_is_clean(look: Look, name: str, style: str) -> None:
    article = Article(title="A title", language="en", url="https://a.example/x", blocks=(*SAMPLE[name], paragraph(9)))
    seen = look.article(name, article, Sheet(style=style)).seen
    assert [one for one in seen if one.kind not in ("words twice", "short last pages")] == []


def test_the_frame_of_a_page() -> None:
    with PdfWriter() as writer:
        frame = frame_of(writer, Sheet())
        columns = frame_of(writer, Sheet(style="newspaper"))
    assert len(frame.lefts) == 1
    assert len(columns.lefts) == 3
    assert 13 < frame.pitch < 16
    assert frame.width > 2 * columns.width


def test_words_that_are_not_on_paper_are_seen() -> None:
    with PdfWriter() as writer:
        frame = frame_of(writer, Sheet())
        pdf = writer.write(Article(title="T", language="en", blocks=(paragraph(2),)), WriteOptions())
    longer = Article(title="T", language="en", blocks=(paragraph(2), Paragraph((Text("Something unprinted."),))))
    count, seen = inspect(longer, read_pdf(pdf), stream_of(pdf), frame)
    assert count == len(tokens(SENTENCE * 2)) + 2
    assert [(one.kind, one.count) for one in seen] == [("missing words", 2)]


def drawn(*lines: tuple[str, float], ink: tuple[range, ...] = ()) -> SeenPage:
    """A page of 500 by 840 points with lines at these heights, and ink there and in further rows of pixels."""
    made = tuple(SeenLine((SeenWord(text, 100, top, 300, top + 13),)) for text, top in lines)
    rows = [bytearray(b"\xff" * 250) for _ in range(420)]
    for row in [
        *(int(top / 2) + step for _, top in lines for step in range(6)),
        *(one for part in ink for one in part),
    ]:
        rows[row][60:140] = bytes(80)
    return SeenPage(500, 840, made, b"".join(map(bytes, rows)), 250, 420)


BODY = [("Words of the text", 70.0 + 14 * number) for number in range(50)]


@pytest.mark.parametrize(
    ("pages", "kinds"),
    [
        ([drawn(*BODY), drawn(*BODY[:20])], []),
        ([drawn(*BODY[:20]), drawn(*BODY[:20])], ["holes"]),
        ([drawn(*BODY[:20], *BODY[40:]), drawn(*BODY[:20])], ["holes"]),
        ([drawn(*BODY[:20], ink=(range(180, 380),)), drawn(*BODY[:20])], []),
        ([drawn(*BODY[:49], ("A heading", 756.0)), drawn(*BODY[:20])], ["stranded headings"]),
        ([drawn(*BODY), drawn(*BODY[:3])], ["short last pages"]),
    ],
)
def test_what_is_wrong_with_a_page_is_seen(pages: list[SeenPage], kinds: list[str]) -> None:
    article = Article(title="T", blocks=(Heading(2, (Text("A heading"),)), Paragraph((Text("Words of the text"),))))
    _, seen = inspect(article, pages, "", FRAME)
    wanted = ("holes", "stranded headings", "short last pages")
    assert [one.kind for one in seen if one.kind in wanted] == kinds
