"""Where things come to stand, and what a reader copies."""

from __future__ import annotations

import io
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from printworthy.data.article import Article, Issue
from printworthy.data.blocks import (
    Block,
    Break,
    Code,
    Definition,
    Definitions,
    Figure,
    Heading,
    Link,
    Note,
    NoteRef,
    Paragraph,
    Quote,
    Style,
    Text,
)
from printworthy.writers.pdf.pages import Pages
from printworthy.writers.pdf.pdf_writer import PdfWriter
from printworthy.writers.protocol import WriteOptions
from printworthy.writers.sheet import MILLIMETRE, Sheet, paper_size
from tests.writers.pdf.specimens import RESOURCES, load

pytestmark = pytest.mark.processes

VALLEY = "https://pictures.example/valley.jpg"
SENTENCE = "Words of a sentence that goes on for a while and then ends. "
LONG = (
    "Die Energieverbrauchsüberwachungsdatenbank der Donaudampfschifffahrtsgesellschaftskapitänsmützen, "
    "https://a.example/0123456789abcdef0123456789abcdef0123456789abcdef. "
)


def paragraph(text: str) -> Paragraph:
    return Paragraph((Text(text),))


def article(*blocks: Block, **about: object) -> Article:
    return Article(**{"title": "A title", "language": "en", **about}, blocks=blocks)


@pytest.fixture
def pages_of(press: PdfWriter) -> Callable[..., Pages]:
    def draw(one: Article, **choices: object) -> Pages:
        return press.pages(one, WriteOptions(resources=RESOURCES(), sheet=Sheet(**choices)))

    return draw


@pytest.fixture
def lines_of(tmp_path: Path) -> Callable[[bytes], list[list[str]]]:
    """The lines of each page, as they are copied."""

    def read(pdf: bytes) -> list[list[str]]:
        (tmp_path / "document.pdf").write_bytes(pdf)
        found = subprocess.run(["pdftotext", str(tmp_path / "document.pdf"), "-"], capture_output=True, check=True)
        return [page.splitlines() for page in found.stdout.decode().split("\f")[:-1]]

    return read


@pytest.mark.parametrize("style", ["classic", "newspaper", "large"])
def test_words_are_copied_as_they_are(printed, lines_of, style: str) -> None:
    text = article(paragraph(LONG * 4), Code("x = 1\n" + "call(" * 30), language="de")
    lines = [line for page in lines_of(printed(text, style=style)) for line in page]
    assert not [line for line in lines if "\u200b" in line]
    ends = [line[-2] for line in lines if line.endswith("\u00ad")]
    assert ends, "a word of this length is hyphenated"
    assert "0123456789abcdef0123456789abcdef0123456789abcdef" in "".join(lines).replace("\u00ad", "")


@pytest.mark.parametrize("space", ["\u00a0", "\u202f"])
def test_spaces_that_do_not_break(printed, lines_of, space: str) -> None:
    text = article(paragraph(f"About 32{space}768{space}kWh of it. " * 30))
    lines = [line for page in lines_of(printed(text, style="newspaper")) for line in page]
    assert not [line for line in lines if re.search(r"(32|768)$", line)]


@pytest.fixture
def boxes_of(tmp_path: Path) -> Callable[[bytes], dict[str, list[float]]]:
    """Left, top, right and bottom of each word of the first page, in points."""

    def read(pdf: bytes) -> dict[str, list[float]]:
        path = tmp_path / "document.pdf"
        path.write_bytes(pdf)
        boxes = subprocess.run(["pdftotext", "-bbox", "-l", "1", str(path), "-"], capture_output=True, check=True)
        found = re.findall(r"<word (.*?)>([^<]*)</word>", boxes.stdout.decode())
        return {word: [float(edge) for edge in re.findall(r'"([-\d.]+)"', box)] for box, word in found}

    return read


TITLES = [
    ("de", "Streit um die Straßenverkehrszulassungsordnung"),
    ("de", "Was die Wirtschaftsförderungsgesellschaft plant"),
    ("de", "Das Lebensmittelkennzeichnungsrecht"),
    ("de", "Über das Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz"),
    ("en", "The internationalization of electroencephalography"),
    ("en", "A plain title of seven ordinary short words"),
    ("en", "About https://a.example/0123456789abcdef0123456789abcdef0123456789abcdef"),
]


@pytest.mark.parametrize("paper", ["a4", "eink-6"])
@pytest.mark.parametrize("style", ["classic", "large", "newspaper"])
def test_titles_stay_within_the_width_of_the_text(printed, boxes_of, style: str, paper: str) -> None:
    side = boxes_of(printed(article(paragraph("Words."), site="X"), style=style, paper=paper))["X"][0]
    width = paper_size(paper)[0] * MILLIMETRE
    for language, title in TITLES:
        boxes = boxes_of(printed(article(title=title, language=language, site="X"), style=style, paper=paper))
        lefts, _tops, rights, _bottoms = zip(*boxes.values(), strict=True)
        assert min(lefts) > side - 1, title
        assert max(rights) < width - side + 1, title


def test_a_line_of_a_title_ends_before_a_long_word(printed, lines_of) -> None:
    title = "Gericht kippt die Vorratsdatenspeicherung"
    lines = lines_of(printed(article(paragraph("Words."), title=title, language="de")))[0]
    assert lines[:2] == ["Gericht kippt die", "Vorratsdatenspeicherung"]


@pytest.fixture
def gaps_of(tmp_path: Path) -> Callable[[bytes], list[int]]:
    """The heights of the empty stripes between the lines of the first page, in points."""

    def read(pdf: bytes) -> list[int]:
        (tmp_path / "document.pdf").write_bytes(pdf)
        drawn = ["pdftoppm", "-gray", "-r", "72", "-l", "1", str(tmp_path / "document.pdf")]
        page = Image.open(io.BytesIO(subprocess.run(drawn, capture_output=True, check=True).stdout))
        lines = (page.crop((0, y, page.width, y + 1)).tobytes() for y in range(page.height))
        rows = "".join(" " if min(line) > 200 else "x" for line in lines)
        return [len(gap) for gap in re.findall(" +", rows.strip())]

    return read


@pytest.mark.parametrize("style", ["classic", "newspaper", "large", "compact"])
def test_letters_that_hang_low_leave_room_below_the_title(printed, gaps_of, style: str) -> None:
    arabic = article(title="قرية تعيد الماء إلى عمر", language="ar", authors=("سلمى",), direction="rtl")
    below = gaps_of(printed(arabic, style=style))[0]
    assert below > 11


def test_from_right_to_left_descriptions_are_set_in_from_the_right(printed, boxes_of) -> None:
    terms = Definitions((Definition(((Text("אבא"),),), (paragraph("אמא"),)),))
    boxes = boxes_of(printed(article(paragraph("ששש"), terms, title="אהו", language="he", direction="rtl")))
    rights = {word: box[2] for word, box in boxes.items()}
    assert rights["ששש"] - 1 < rights["אבא"] < rights["ששש"] + 1
    assert rights["אמא"] < rights["ששש"] - 10


def test_headings_of_one_level_are_of_one_size(printed, boxes_of) -> None:
    headings = [Heading(level, (Text(name),)) for level, name in [(3, "One"), (3, "Two"), (2, "Three"), (3, "Four")]]
    boxes = boxes_of(printed(article(paragraph(SENTENCE), *headings)))
    heights = [round(boxes[name][3] - boxes[name][1], 1) for name in ("One", "Two", "Three", "Four")]
    assert heights[0] == heights[1] == heights[3] < heights[2]


@pytest.mark.parametrize("order", [1, -1])
def test_what_is_said_of_a_source_is_in_its_language(press: PdfWriter, lines_of, order: int) -> None:
    about = {"url": "https://www.a.example/b", "date": "2026-03-03"}
    german, english = (article(paragraph(SENTENCE), **about, language=language) for language in ("de", "en"))
    options = WriteOptions(sheet=Sheet(printed="2026-11-17"))
    pages = lines_of(press.write_issue(Issue("T", (german, english)[::order]), options))[1:][::order]
    assert {"Erschienen am 3. März 2026", "Gedruckt am 17. November 2026"} < set(pages[0])
    assert {"Published 3 March 2026", "Printed 17 November 2026"} < set(pages[1])
    assert [any(line.startswith(word) for line in page) for page in pages for word in ("Quelle:", "Source:")] == [
        True, False, False, True,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("choices", "columns"),
    [
        ({}, 3),
        ({"paper": "a5"}, 2),
        ({"size": 13}, 2),
        ({"size": 18}, 1),
        ({"paper": "a6"}, 1),
        ({"size": 18, "columns": 3}, 3),
    ],
)
def test_columns_are_wide_enough_for_words(pages_of, choices: dict[str, object], columns: int) -> None:
    text = article(*[paragraph(SENTENCE * 12) for _ in range(14)])
    places = pages_of(text, style="newspaper", **choices).places
    assert len({round(place.x) for place in places}) == columns


@pytest.mark.parametrize(
    "choices", [{"size": 18}, {"paper": "a5"}, {"paper": "a5", "size": 26}, {"columns": 3, "size": 18}]
)
def test_the_first_picture_and_its_caption_fit_the_page(pages_of, choices: dict[str, object]) -> None:
    picture = Figure(VALLEY, "A valley", (Text(SENTENCE * 2),), lead=True)
    text = article(
        picture, *[paragraph(SENTENCE * 8) for _ in range(4)], title="A rather long title of many words " * 3
    )
    pages = pages_of(text, style="newspaper", **choices)
    (place,) = [place for place in pages.places if place.block == 0]
    assert place.y + place.height < pages.sizes[place.page][1] * 0.94


@pytest.mark.parametrize("before", range(3, 9))
def test_a_picture_does_not_come_before_the_words_before_it(pages_of, before: int) -> None:
    picture = Figure(VALLEY, "A valley", (Text("The valley"),))
    text = [paragraph(SENTENCE * 7) for _ in range(12)]
    places = pages_of(article(*text[:before], picture, *text[before:])).places
    words = [(place.page, place.y) for place in places if place.block == before - 1]
    (own,) = [place for place in places if place.block == before]
    assert (own.page, own.y) > words[0]
    assert own.page <= words[-1][0] + 1


def test_text_fills_the_page_before_a_picture_that_follows_the_first_paragraph(pages_of) -> None:
    lead = Figure(VALLEY, "A valley", (Text("The valley"),), lead=True)
    tower = Figure("https://pictures.example/tall.png", "A tower", (Text("The tower"),))
    text = [paragraph(SENTENCE * 7) for _ in range(5)]
    places = pages_of(article(lead, text[0], tower, *text[1:])).places
    assert [place.page for place in places if place.block == 2] == [1]
    assert max(place.block for place in places if place.page == 0) > 3


def test_huge_letters_leave_room_for_text_on_the_first_page(pages_of) -> None:
    picture = Figure(VALLEY, "A valley", (Text("The valley"),), lead=True)
    one = article(
        picture, paragraph(SENTENCE * 4), title="Otters breed below the weir for the first time in sixty years"
    )
    places = pages_of(one, style="large", paper="a5", size=30).places
    assert (1, 0) in [(place.block, place.page) for place in places]


def test_lines_of_code_that_go_on_have_a_sign_that_is_not_copied(pages_of, printed, text_of) -> None:
    line = "result = " + " + ".join(f"value_{number}" for number in range(28))
    drawn = [pages_of(article(paragraph("Text."), Code(code))).drawings[0] for code in ("short = 1", line)]
    signs = [page.count(b'stroke-linecap="round"') for page in drawn]
    assert signs[0] == 0
    assert signs[1] >= 2
    assert line in text_of(printed(article(paragraph("Text."), Code(line))))


@pytest.mark.parametrize("lines", range(4, 12))
def test_the_source_is_not_alone_on_a_page(printed, lines_of, lines: int) -> None:
    blocks = [paragraph(SENTENCE * 3) for _ in range(13)] + [paragraph("A line.") for _ in range(lines)]
    pages = lines_of(printed(article(*blocks, paragraph("The last words. " * 5), url="https://a.example/x")))
    assert any("Source:" in line for line in pages[-1])
    assert any("The last words." in line for line in pages[-1])


def test_a_link_to_the_page_itself_is_no_note(printed, text_of) -> None:
    page = "https://a.example/x"
    links = (Link(f"{page}#fn-1", (Text("here"),)), Link("https://b.example/y#fn", (Text("[2]"),)))
    text = text_of(printed(article(Paragraph((Text("See "), *links)), url=page), links="notes"))
    assert "#fn" not in text


def test_a_cover_says_the_day_once_and_what_is_inside(press: PdfWriter, lines_of) -> None:
    issue = Issue("2026-05-03", (load("clock"), load("poem")), "2026-05-03")
    cover = " ".join(lines_of(press.write_issue(issue, WriteOptions(resources=RESOURCES())))[0])
    assert cover.count("3 May 2026") == 1
    assert "2026-05-03" not in cover
    assert "2 articles" in cover
    assert "The Ferryman’s Ledger" in cover


def test_one_article_is_not_counted(press: PdfWriter, text_of) -> None:
    assert "1 articles" not in text_of(press.write_issue(Issue("Sunday", (load("poem"),), "2026-05-03")))


@pytest.mark.parametrize("notes", [False, True])
def test_the_source_never_stands_alone_on_a_page(printed, lines_of, notes: bool) -> None:
    """Whatever the length of the text: its end is swept over the foot of the page."""
    link = (Link("https://a.example/noted", (Text("a link"),)), Text(".")) if notes else ()
    seen = set()
    for sentences in range(42, 54):
        text = Paragraph((Text(SENTENCE * sentences), *link))
        pages = lines_of(printed(article(text, url="https://a.example/story", date="2026-04-18"), fit=False))
        assert "ends." in " ".join(pages[-1]), sentences
        seen.add(len(pages))
    assert seen == {1, 2}


SPEAKERS = [paragraph("— Anna Berg"), Paragraph((Style("emphasis", (Text("Anna Berg"),)),))]
VERSE = Paragraph((Text("The lamps"), Break(), Text("are lit"), Break(), Text("and ends.")))


@pytest.mark.parametrize("speaker", SPEAKERS)
@pytest.mark.parametrize("words", [paragraph(SENTENCE * 4), VERSE])
def test_who_said_it_never_stands_alone_on_a_page(printed, lines_of, words: Paragraph, speaker: Paragraph) -> None:
    """Whatever the length of the text: the end of the quotation is swept over the foot of the page."""
    seen = set()
    for lines in range(30, 44):
        blocks = [paragraph("A line.") for _ in range(lines)]
        pages = lines_of(printed(article(*blocks, Quote((words, speaker)), paragraph("After.")), fit=False))
        (found,) = [number for number, page in enumerate(pages) if "Anna Berg" in " ".join(page)]
        assert "ends." in " ".join(pages[found]), lines
        seen.add(found)
    assert seen == {0, 1}


@pytest.mark.parametrize("url", ["", "https://a.example/x"])
@pytest.mark.parametrize("sentences", [0, 1, 2, 9])
def test_a_note_stands_on_the_page_that_calls_it(printed, lines_of, sentences: int, url: str) -> None:
    """Whatever the length of the text: the lines that call the note are swept over the foot of the page."""
    link = (Text(f"{SENTENCE * sentences}See the "), Link("https://a.example/noted", (Text("minutes"),)))
    seen = set()
    for lines in range(34, 46):
        blocks = [paragraph("A line.") for _ in range(lines - sentences)]
        text = article(*blocks, Paragraph((*link, Text(f" of it. {SENTENCE}"))), url=url)
        pages = [" ".join(page) for page in lines_of(printed(text, links="notes", fit=False))]
        (noted,) = [number for number, page in enumerate(pages) if "a.example/noted" in page]
        assert "minutes" in pages[noted], lines
        seen.add(noted)
    assert seen == {0, 1}


@pytest.mark.parametrize("lines", range(34, 44))
def test_a_few_lines_of_code_stay_together(pages_of, lines: int) -> None:
    places = pages_of(article(*[paragraph("A line.") for _ in range(lines)], Code("x = 1\ny = 2\nprint(x, y)"))).places
    assert len([place for place in places if place.block == lines]) == 1


def test_code_uses_the_margin_before_its_lines_go_on(pages_of) -> None:
    """Seventy-two columns fit on A4; two hundred do not."""
    drawn = [
        pages_of(article(paragraph("Text."), Code("x" * 4 + " = " + "y + " * count))).drawings[0] for count in (16, 49)
    ]
    assert [page.count(b'stroke-linecap="round"') > 0 for page in drawn] == [False, True]


def test_generic_words_of_missing_pictures_are_left_out(printed, text_of) -> None:
    figures = [
        Figure(f"https://pictures.example/gone-{n}.jpg", alt) for n, alt in enumerate(("Image", "IMG_2034", "a.jpg"))
    ]
    text = text_of(
        printed(article(paragraph("Text."), *figures, Figure("https://pictures.example/gone.jpg", "A weir")))
    )
    assert text.count("Picture not available.") == 1
    assert "A weir" in text


def test_calls_of_notes_stand_apart(printed, text_of) -> None:
    notes = (Note("a", "1", (paragraph("First."),)), Note("b", "2", (paragraph("Second."),)))
    text = text_of(printed(article(Paragraph((Text("See"), NoteRef("a"), NoteRef("b"), Text(" there."))), *notes)))
    assert "1,2" in text


def test_a_last_page_of_a_few_lines_is_saved_with_all_its_words(printed, lines_of) -> None:
    saved = 0
    for sentences in range(44, 62, 3):
        text = article(*[paragraph(SENTENCE) for _ in range(sentences)])
        loose, tight = (lines_of(printed(text, fit=fit)) for fit in (False, True))
        assert len(tight) <= len(loose)
        assert [" ".join(map(" ".join, pages)).count("ends.") for pages in (loose, tight)] == [sentences] * 2
        saved += len(loose) - len(tight)
    assert saved >= 1
