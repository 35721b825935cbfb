from __future__ import annotations

import pytest

from printworthy.data.article import Article
from printworthy.data.blocks import Comment, Figure, Heading, Note, NoteRef, Paragraph, Quote, Text
from printworthy.follow.merge import best_of, of_part, of_print_page, plain, rename_notes, stitch

FIRST = "the first paragraph of the article, which is long enough to be told apart from any other."
SECOND = "the second paragraph of the article, which is just as long as the first, give or take a word."
LEAD = "a lead that only the print page has, and that says in two sentences what the rest is about. it is a long one."
NEW = "a paragraph of a later part that the first page did not hold, and that ends as paragraphs do."


def paragraph(words: str) -> Paragraph:
    return Paragraph((Text(words),))


ONE, TWO, THREE = (
    paragraph(f"{name} paragraph, with enough words to be told apart.") for name in ("A", "Another", "Last")
)
MAP = Figure("https://a.example/map.png", caption=(Text("A map"),))
CHART = Figure("https://a.example/chart.png")


def test_text_from_the_print_page_and_the_rest_from_the_original() -> None:
    original = Article(
        title="T", authors=("A",), date="2026-05-01", url="https://a.example/x", site="S", text="junk", confidence=0.7,
        blocks=(MAP, ONE, CHART, paragraph("An advertisement that the print page does not have."), TWO),
    )  # fmt: skip
    printed = Article(title="T - print", url="https://a.example/print", text="clean", confidence=0.9, blocks=(ONE, TWO))
    merged = best_of(original, printed)
    assert merged.blocks == (MAP, ONE, CHART, TWO)
    assert (merged.text, merged.title, merged.authors, merged.url) == ("clean", "T", ("A",), "https://a.example/x")
    assert merged.confidence == 0.9


def test_what_the_original_lacks_comes_from_the_print_page() -> None:
    merged = best_of(Article(blocks=(ONE,)), Article(title="T", authors=("B",), date="2026", blocks=(MAP, ONE)))
    assert (merged.title, merged.authors, merged.date, merged.blocks) == ("T", ("B",), "2026", (MAP, ONE))


def test_pictures_are_not_doubled() -> None:
    assert best_of(Article(blocks=(ONE, MAP)), Article(blocks=(ONE, MAP))).blocks == (ONE, MAP)


def test_parts_once_and_in_order() -> None:
    title = Heading(1, (Text("T"),))
    intro = paragraph("The same introduction stands above every part of this article.")
    parts = [
        Article(title="T", text="T\n\nintro " * 9 + "\n\none", blocks=(title, intro, MAP, ONE), confidence=0.8),
        Article(
            title="T", text="T\n\ntwo", blocks=(title, intro, MAP, TWO), confidence=0.6, comments=(Comment((ONE,)),)
        ),
        Article(title="T", text="T\n\nthree", blocks=(title, intro, CHART, THREE), comments=(Comment((ONE,)),)),
    ]
    whole = stitch(parts)
    assert whole.blocks == (title, intro, MAP, ONE, TWO, CHART, THREE)
    assert whole.text.endswith("one\n\ntwo\n\nthree")
    assert len(whole.comments) == 1


def test_notes_of_parts_stay_apart() -> None:
    def part(words: str) -> Article:
        return Article(
            text=words, blocks=(Quote((Paragraph((Text(words), NoteRef("1"))),)), Note("1", "1", (paragraph(words),)))
        )

    blocks = stitch([part("alpha"), part("beta")]).blocks
    assert [block.id for block in blocks if isinstance(block, Note)] == ["1", "2-1"]
    assert blocks[2] == Quote((Paragraph((Text("beta"), NoteRef("2-1"))),))


def test_plain_and_rename() -> None:
    assert plain(Quote((paragraph("  A\n B "), MAP))) == "a b a map"
    assert rename_notes((ONE, NoteRef("a")), "x") == (ONE, NoteRef("xa"))


@pytest.mark.parametrize(
    ("lines", "kept"),
    [
        (["the paper", "the title", "by somebody", FIRST, SECOND], [FIRST, SECOND]),
        (["the paper", LEAD, FIRST, SECOND], [LEAD, FIRST, SECOND]),
        ([FIRST, SECOND, NEW, "“yes,” she said.", "© 2026 the paper"], [FIRST, SECOND, NEW, "“yes,” she said."]),
        ([FIRST, "a heading", SECOND, "printed from the paper"], [FIRST, "a heading", SECOND]),
        (["nothing of it is known", "at all"], ["nothing of it is known", "at all"]),
        ([], []),
    ],
)  # fmt: skip
def test_print_page(lines: list[str], kept: list[str]) -> None:
    mask = of_print_page(lines, {FIRST, SECOND})
    assert [line for line, stays in zip(lines, mask, strict=True) if stays] == kept


@pytest.mark.parametrize(
    ("lines", "kept"),
    [
        (["title", "by somebody", "page 2 of 3", NEW], [NEW]),
        (["by somebody", NEW, "* * *", "by somebody", FIRST], [NEW, "* * *", "by somebody"]),
        (["seite 2", "a new heading", NEW], ["a new heading", NEW]),
    ],
)
def test_part(lines: list[str], kept: list[str]) -> None:
    mask = of_part(lines, {"by somebody", "* * *", FIRST}, "title")
    assert [line for line, new in zip(lines, mask, strict=True) if new] == kept
