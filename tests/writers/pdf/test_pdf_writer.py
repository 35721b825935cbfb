from __future__ import annotations

import errno
import os
import shutil
import subprocess
from collections import Counter
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from printworthy.data.article import Article, Failure, Issue, Resource
from printworthy.data.blocks import (
    Block,
    Cell,
    Code,
    Comment,
    Figure,
    Heading,
    Link,
    Note,
    NoteRef,
    Paragraph,
    Quote,
    Style,
    Table,
    Text,
)
from printworthy.errors import UsageError, WriteError
from printworthy.writers.pdf.document import TypstDocument
from printworthy.writers.pdf.lines import Node
from printworthy.writers.pdf.pdf_writer import PdfWriter, set_ahead
from printworthy.writers.pdf.typesetter_client import TypesetterLimits
from printworthy.writers.pdf.work_folder import AHEAD, style_file, styles
from printworthy.writers.pictures import Pictures
from printworthy.writers.protocol import DEFAULTS, WriteOptions
from printworthy.writers.sheet import PAPERS, Sheet
from tests.writers.pdf.specimens import ARTICLES, RESOURCES, load

pytestmark = pytest.mark.processes

pikepdf = pytest.importorskip("pikepdf")
NAMES = sorted(path.stem for path in ARTICLES.glob("*.json"))
WORDS = "A sentence of a paragraph whose lines are broken somewhere, with hyphens where these are welcome. " * 4


def opened(pdf: bytes) -> Any:
    return pikepdf.open(BytesIO(pdf))


def fonts(pdf: Any) -> list[Any]:
    found = [one for one in pdf.objects if isinstance(one, pikepdf.Dictionary) and one.get("/Type") == "/Font"]
    return [one for one in found if one.get("/Subtype") != "/Type0"]


def paragraph(text: str) -> Paragraph:
    return Paragraph((Text(text),))


@pytest.mark.parametrize("name", NAMES)
def test_structure(printed, name: str) -> None:
    article = load(name)
    with opened(printed(article)) as pdf:
        assert pdf.Root.MarkInfo.Marked
        assert str(pdf.Root.Lang).startswith(article.language)
        assert str(pdf.docinfo["/Title"]) == article.title
        assert all("/FontFile2" in one.FontDescriptor or "/FontFile3" in one.FontDescriptor for one in fonts(pdf)), (
            "a font is not embedded"
        )
        assert {str(one.Subtype) for one in fonts(pdf)} <= {"/CIDFontType0", "/CIDFontType2"}
        with pdf.open_outline() as outline:
            assert [one.title for one in outline.root] == [article.title.replace("'", "’")]


def tags(pdf: Any) -> Counter[str]:
    """How often each kind of element stands in the document's tree."""
    found: Counter[str] = Counter()
    todo = [pdf.Root.StructTreeRoot.K]
    while todo:
        one = todo.pop()
        if isinstance(one, pikepdf.Array):
            todo.extend(one)
        elif isinstance(one, pikepdf.Dictionary) and "/S" in one:
            found[str(one.S)] += 1
            todo.extend([one.K] if "/K" in one else [])
    return found


@pytest.mark.parametrize(
    ("name", "least"),
    [
        (
            "clock",
            {"/H1": 1, "/H2": 3, "/P": 10, "/Table": 1, "/TH": 3, "/Figure": 2, "/Caption": 2, "/Note": 2, "/LI": 4},
        ),
        ("code", {"/Code": 3, "/L": 2, "/LI": 5}),
        ("formulas", {"/Formula": 9}),
        ("tables", {"/Table": 3, "/TH": 16, "/TR": 75}),
        ("arabic", {"/H1": 1, "/BlockQuote": 1, "/Link": 1}),
    ],
)
def test_tags(printed, name: str, least: dict[str, int]) -> None:
    with opened(printed(load(name))) as pdf:
        found = tags(pdf)
    assert {tag: found[tag] for tag in least if found[tag] < least[tag]} == {}, found


def test_pictures_have_words(printed) -> None:
    """What a reader who does not see them is told."""
    with opened(printed(load("clock"))) as pdf:
        figures = [one for one in pdf.objects if isinstance(one, pikepdf.Dictionary) and one.get("/S") == "/Figure"]
        assert figures
        assert all(str(one.get("/Alt", "")) for one in figures)


def test_outline_has_the_headings(printed) -> None:
    with opened(printed(load("clock"))) as pdf, pdf.open_outline() as outline:
        inner = [one.title for one in outline.root[0].children]
    assert inner == ["A machine that knows no hour", "What the town found out", "Four things she put back"]


def test_links_can_be_followed(printed) -> None:
    with opened(printed(load("long"))) as pdf:
        targets = {
            str(one.A.URI) for page in pdf.pages for one in page.get("/Annots", []) if "/A" in one and "/URI" in one.A
        }
    assert "https://maps.example/sheet/41?layer=paths&zoom=14" in targets


@pytest.mark.parametrize(("links", "times"), [("notes", 1), ("inline", 10), ("none", 0), ("auto", 1)])
def test_addresses_on_paper(printed, text_of, links: str, times: int) -> None:
    assert text_of(printed(load("long"), links=links)).replace(" ", "").count("maps.example/sheet/41") == times


def test_text_is_printed_literally(printed, text_of) -> None:
    text = text_of(printed(load("code")))
    for literal in ('#read("/etc/passwd")', "$x^2$", "*stars*", "_lines_", "`ticks`", "<label>", "#set text(red)"):
        assert literal in text
    assert "root:" not in text


def test_notes_stand_at_the_foot_once(printed, text_of) -> None:
    called = Paragraph((Text("a"), NoteRef("1"), Text(" b"), NoteRef("1"), Text(" c"), NoteRef("2")))
    notes = (
        Note("1", "1", (Paragraph((Text("first note"), NoteRef("2"))),)),
        Note("2", "2", (Paragraph((Text("second note"), NoteRef("1"))),)),
    )
    text = text_of(printed(Article(title="T", language="en", blocks=(called, *notes))))
    assert text.count("first note") == text.count("second note") == 1


@pytest.mark.parametrize("paper", [*PAPERS, "120x180"])
def test_paper(printed, paper: str) -> None:
    from printworthy.writers.sheet import paper_size

    with opened(printed(load("short"), paper=paper)) as pdf:
        box = [float(side) for side in pdf.pages[0].mediabox]
    assert [round(side * 25.4 / 72) for side in box[2:]] == [round(side) for side in paper_size(paper)]


@pytest.mark.parametrize("style", styles())
@pytest.mark.parametrize("name", ["clock", "arabic", "tables"])
def test_styles(printed, style: str, name: str) -> None:
    assert printed(load(name), style=style).startswith(b"%PDF-")


def test_own_style(printed, tmp_path: Path) -> None:
    own = tmp_path / "mine.typ"
    own.write_text('#import "/printworthy.typ": press\n#press(size: 30pt)\n')
    with opened(printed(load("clock"), style=str(own))) as large, opened(printed(load("clock"))) as usual:
        assert len(large.pages) > len(usual.pages)


@pytest.mark.parametrize("style", ["baroque", "missing.typ"])
def test_unknown_style(style: str) -> None:
    with pytest.raises(UsageError):
        style_file(style)


def test_wrong_style_is_an_error_message(printed, tmp_path: Path) -> None:
    own = tmp_path / "mine.typ"
    own.write_text('#import "/printworthy.typ": press\n#press(colour: red)\n')
    with pytest.raises(WriteError, match="knows nothing of: colour"):
        printed(load("short"), style=str(own))


@pytest.mark.parametrize(("standard", "mark"), [("ua-1", b"pdfuaid"), ("a-2b", b"pdfaid"), ("a-3a", b"pdfaid")])
def test_standards(printed, standard: str, mark: bytes) -> None:
    assert mark in printed(load("clock"), standard=standard)


@pytest.mark.parametrize("standard", ["ua-1", "a-2b", "a-3a"])
def test_strict_kinds_take_what_pages_hold(printed, standard: str) -> None:
    """No date, no language, no address, emoji, signs without a glyph, private ones, a picture without words."""
    figure = Figure("https://pictures.example/tower.jpg")
    odd = Article(title="Signs 😀", blocks=(paragraph("\U00012000 \ue000 😀"), figure, Code("x = 1", "python")))
    assert printed(odd, standard=standard).startswith(b"%PDF-")


def test_a_strict_kind_that_is_not_possible_says_so(printed, tmp_path: Path) -> None:
    """A style of one's own may do what the standard forbids; nothing else is made in silence."""
    own = tmp_path / "mine.typ"
    own.write_text('#import "/printworthy.typ": press\n#press()\n#set document(title: none)\n')
    with pytest.raises(
        WriteError, match=r"PDF/UA-1 is not possible here, nothing was written: .*leave out --pdf-stand"
    ):
        printed(load("short"), style=str(own), standard="ua-1")
    assert printed(load("short"), style=str(own)).startswith(b"%PDF-")


def test_size_of_three_pages(printed) -> None:
    assert len(printed(load("clock"), images=False)) < 300_000


def test_same_input_same_bytes(printed) -> None:
    assert printed(load("clock")) == printed(load("clock"))


def test_missing_pictures_leave_their_words(printed, text_of) -> None:
    text = text_of(printed(load("pictures")))
    assert text.count("Picture not available.") == 2
    assert "the picture that did not survive" in text
    assert "Picture not available" not in text_of(printed(load("pictures"), images=False))


def test_comments_and_dates(printed, text_of) -> None:
    article = Article(
        title="T",
        language="de",
        date="2026-04-18",
        url="https://a.example/x",
        blocks=(paragraph("Text."),),
        comments=(Comment((paragraph("Sehr gut."),), "Ada"),),
    )
    text = text_of(printed(article, comments=True, printed="2026-05-01", qr=True))
    for part in (
        "18. April 2026",
        "Gedruckt am 1. Mai 2026",
        "Kommentare",
        "Ada",
        "Sehr gut.",
        "Seite 1 von 1",
        "a.example/x",
    ):
        assert part in text


def test_issue(press, text_of) -> None:
    articles = tuple(map(load, ("clock", "poem", "arabic")))
    issue = Issue("Sunday", articles, "2026-05-03", (Failure("https://gone.example/a", "not found"),))
    pdf = press.write_issue(issue, WriteOptions(resources=RESOURCES()))
    with opened(pdf) as document, document.open_outline() as outline:
        assert [one.title for one in outline.root][:2] == [articles[0].title, "The Ferryman’s Ledger"]
    text = text_of(pdf)
    for part in ("Sunday", "3 articles", "Contents", "Not in this issue", "gone.example/a", "not found"):
        assert part in text


def test_empty_issue(press) -> None:
    with pytest.raises(WriteError, match="none of the sources"):
        press.write_issue(Issue("Nothing", ()))


def deep(levels: int) -> Quote:
    inner = Quote((paragraph("x"),))
    for _ in range(levels):
        inner = Quote((inner,))
    return inner


BAD = {
    "empty": Article(),
    "deep": Article(title="T", blocks=(deep(60),)),
    "long words": Article(title="x" * 500, authors=("y" * 300,), blocks=(paragraph("z" * 5000), Code("q" * 5000))),
    "unknown language": Article(title="T", language="xx-Klingon", blocks=(paragraph("x"),)),
    "no glyphs": Article(title="T", language="en", blocks=(paragraph("\U00012000\U0001f9ff\ue000 😀👩‍👩‍👧"),)),
    "lone surrogate": Article(title="T", blocks=(paragraph("a\ud800b\x00c"),)),
    "hostile spans": Article(
        title="T", blocks=(Table((tuple(Cell((paragraph("x"),), False, 999, 999) for _ in range(9)),) * 9, 3),)
    ),
    "hostile link": Article(
        title="T", url="javascript:x", blocks=(Paragraph((Link("javascript:alert(1)", (Text("x"),)),)),)
    ),
    "many rows": Article(title="T", blocks=(Table(((Cell((paragraph("x"),)),),) * 10_000, 1),)),
    "lying pictures": Article(title="T", blocks=tuple(Figure(f"u:{n}", caption=(Text("c"),)) for n in range(6))),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input(press: PdfWriter, name: str) -> None:
    lies = [
        b"<html>",
        b"",
        b"\x89PNG\r\n\x1a\nxx",
        b"%PDF-1.4",
        b"<svg xmlns='http://www.w3.org/2000/svg'/>",
        b"GIF89a",
    ]
    resources = {f"u:{number}": Resource(lie, "image/png") for number, lie in enumerate(lies)}
    assert press.write(BAD[name], WriteOptions(resources=resources)).startswith(b"%PDF-")


ENDLESS = "#for x in range(9000) { for y in range(9000) { for z in range(9000) { let _ = x + y + z } } }\n"


@pytest.mark.parametrize(
    ("bounds", "says"),
    [(TypesetterLimits(seconds=1), "longer than 1 s"), (TypesetterLimits(megabytes=60), "ended early")],
)
def test_limits_are_errors_and_the_next_document_works(bounds: TypesetterLimits, says: str, tmp_path: Path) -> None:
    endless = tmp_path / "endless.typ"
    endless.write_text(ENDLESS)
    with PdfWriter(bounds) as writer, pytest.raises(WriteError, match=says):
        writer.write(load("short"), WriteOptions(sheet=Sheet(style=str(endless))))
    with PdfWriter() as writer:
        assert writer.write(load("short")).startswith(b"%PDF-")


@pytest.mark.skipif(not shutil.which("pdftoppm"), reason="poppler-utils is not installed")
@pytest.mark.parametrize(
    ("name", "style"), [("clock", "classic"), ("poem", "classic"), ("clock", "newspaper"), ("arabic", "large")]
)
def test_pixels(printed, tmp_path: Path, name: str, style: str) -> None:
    """A first page looks as it did; PRINTWORTHY_DRAW=1 draws the kept pages anew, to be looked at before committing."""
    from PIL import Image, ImageChops, ImageStat

    (tmp_path / "page.pdf").write_bytes(printed(load(name), style=style))
    subprocess.run(
        ["pdftoppm", "-r", "30", "-gray", "-png", "-singlefile", tmp_path / "page.pdf", tmp_path / "page"], check=True
    )
    kept = Path(__file__).with_name("pages") / f"{name}-{style}.png"
    if os.environ.get("PRINTWORTHY_DRAW"):
        shutil.copyfile(tmp_path / "page.png", kept)
    with Image.open(tmp_path / "page.png") as now, Image.open(kept) as then:
        assert now.size == then.size
        assert ImageStat.Stat(ImageChops.difference(now, then)).mean[0] < 6


@pytest.mark.parametrize("place", ["writers.pdf.work_folder.shutil.copyfile", "base.scratch.tempfile.mkdtemp"])
def test_a_full_folder_for_temporary_files(monkeypatch: pytest.MonkeyPatch, place: str) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(f"printworthy.{place}", full)
    with pytest.raises(WriteError, match=r"has no room \(No space left on device\): make room there, or name another"):
        PdfWriter().write(load(NAMES[0]))


def article(many: int, *more: Block) -> Article:
    blocks = tuple(Paragraph((Text(f"{number}. {WORDS}"),)) for number in range(many))
    return Article(title="Long", text=WORDS, blocks=(*blocks, *more), url="https://example.org/")


def document(of: Article, several: bool = False, marks: bool = False) -> Node:
    return TypstDocument(Issue("Long", (of,)), DEFAULTS, Pictures({})).render(several, marks)


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
