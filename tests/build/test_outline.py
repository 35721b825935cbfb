"""The outline as the walk drives it: frames, paragraphs, what waits for their end, and what is said twice."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from printworthy.build.inline import BREAK
from printworthy.build.outline import Outline, tidy
from printworthy.data.blocks import (
    Block,
    Break,
    Code,
    Embed,
    Figure,
    Gallery,
    Heading,
    Inline,
    Note,
    Paragraph,
    Quote,
    Rule,
    Style,
    Text,
)

LONG = "A sentence that is long enough to be known again when a page says it for the second time, as some do."
CODE = Code("x = 1")
LAKE = Figure("lake.jpg", caption=(Text("The lake at dawn"),), credit="Ada Bell")


def say(outline: Outline, *texts: str) -> None:
    """Paragraphs, one after the other."""
    for text in texts:
        outline.run.append(((), text))
        outline.flush()


def paragraph(text: str) -> Paragraph:
    return Paragraph((Text(text),))


def quote(_outline: Outline, parts: list[object], _data: object) -> Quote:
    return Quote(tidy(parts))


def heading(children: tuple[Inline, ...], data: object) -> Heading | None:
    assert isinstance(data, int)
    return Heading(data, children) if children else None


def title(text: str) -> Heading:
    return Heading(2, (Text(text),))


def test_a_frame_becomes_one_part_of_its_parent() -> None:
    outline = Outline()
    say(outline, "Before")
    outline.open("quote", quote)
    assert (outline.top, outline.out) == ("quote", [])
    say(outline, "Outer")
    outline.open("item", quote)
    say(outline, "Inner")
    assert outline.top == "item"
    outline.close(1)
    assert outline.top == "quote"
    outline.close(0)
    say(outline, "After")
    inner = Quote((paragraph("Inner"),))
    assert outline.finish() == (paragraph("Before"), Quote((paragraph("Outer"), inner)), paragraph("After"))


def test_a_frame_without_a_value_leaves_nothing() -> None:
    outline = Outline()
    outline.open("quote", lambda _outline, _parts, _data: None)
    say(outline, "Lost")
    assert outline.finish() == ()


def test_the_end_closes_what_is_open_and_adds_the_notes() -> None:
    outline = Outline()
    note = Note("n1", "1", (paragraph("A note"),))
    outline.notes.append(note)
    outline.open("quote", quote)
    outline.run.append(((), "Open"))
    assert outline.finish() == (Quote((paragraph("Open"),)), note)
    assert outline.frames == []


def test_a_flat_frame_is_one_line() -> None:
    outline = Outline()
    outline.open_flat("heading", heading, 2)
    outline.run.append(((), "One"))
    outline.flush()
    outline.run.append(((), "two"))
    outline.line(())
    outline.run.append(((), "three"))
    states = [outline.flat]
    outline.close(0)
    assert [*states, outline.flat] == [True, False]
    assert outline.finish() == (title("One two three"),)


def test_what_stands_in_a_flat_frame_or_a_sentence_waits_for_its_end() -> None:
    outline = Outline()
    outline.open_flat("heading", heading, 2)
    outline.run.append(((), "Title"))
    outline.add(CODE)
    assert outline.later == [CODE]
    outline.close(0)
    outline.run.append(((), "Half a"))
    outline.add(Rule())
    outline.run.append(((), " sentence"))
    assert outline.finish() == (title("Title"), CODE, paragraph("Half a sentence"))  # a rule at the end parts nothing


@pytest.mark.parametrize("item", [" ", BREAK])
def test_white_space_is_no_sentence(item: str | Break) -> None:
    outline = Outline()
    outline.run.append(((), item))
    outline.add(CODE)
    assert outline.out == [CODE]
    assert outline.later == []


def test_line_breaks() -> None:
    outline = Outline()
    outline.line(())
    assert outline.run == []  # none before the first word
    outline.run.append(((), "One"))
    outline.line(("strong",))
    assert outline.run[-1] == (("strong",), BREAK)
    outline.run.append(((), "two"))
    outline.line(())
    outline.line(())
    outline.run.append(((), "Three"))
    assert outline.finish() == (Paragraph((Text("One"), Style("strong", (BREAK,)), Text("two"))), paragraph("Three"))


def test_the_run_stays_the_same_list() -> None:
    outline = Outline()
    run = outline.run
    say(outline, "One")
    outline.open_flat("heading", heading, 2)
    run.append(((), "Two"))
    outline.finish()
    assert outline.run is run


TWICE: list[tuple[list[str], list[str]]] = [
    ([LONG, LONG], [LONG]),
    ([LONG, "Between", LONG], [LONG, "Between", LONG]),
    (["Hurrah!", "Hurrah!"], ["Hurrah!", "Hurrah!"]),
]


@pytest.mark.parametrize(("said", "left"), TWICE)
def test_long_paragraphs_are_not_said_twice_in_a_row(said: list[str], left: list[str]) -> None:
    outline = Outline()
    say(outline, *said)
    assert outline.finish() == tuple(map(paragraph, left))


def test_headings_are_not_said_twice_in_a_row() -> None:
    outline = Outline()
    for text in ("One", "One", "Two", "One"):
        outline.add(title(text))
    assert outline.finish() == (title("One"), title("Two"), title("One"))


def test_a_picture_stands_once() -> None:
    outline = Outline()
    outline.figure(LAKE)
    say(outline, "Between")
    outline.figure(Figure("lake.jpg"))
    assert outline.finish() == (LAKE, paragraph("Between"))


# Text after a picture, and whether it stays.
CAPTIONS = [
    (["The lake at dawn"], []),
    (["The lake at dawn Ada Bell"], []),
    (["Ada Bell The lake at dawn"], []),
    (["Ada Bell"], []),
    (["at dawn"], ["at dawn"]),  # a short piece may be anything
    (["lake at dawn"], []),  # a long one is a piece of it
    (["The sea at dawn"], ["The sea at dawn"]),
    (["One", "Two", "The lake at dawn"], ["One", "Two"]),
    (["One", "Two", "Three", "The lake at dawn"], ["One", "Two", "Three", "The lake at dawn"]),  # too far away
]


@pytest.mark.parametrize(("said", "left"), CAPTIONS)
def test_text_that_repeats_a_caption(said: list[str], left: list[str]) -> None:
    outline = Outline()
    outline.figure(LAKE)
    say(outline, *said)
    assert outline.finish() == (LAKE, *map(paragraph, left))


@pytest.mark.parametrize(("before", "left"), [("The lake at dawn", []), ("The mountains", ["The mountains"])])
def test_a_caption_before_its_picture(before: str, left: list[str]) -> None:
    outline = Outline()
    say(outline, before)
    outline.figure(LAKE)
    assert outline.finish() == (*map(paragraph, left), LAKE)


def test_a_picture_without_a_caption_swallows_nothing() -> None:
    outline = Outline()
    say(outline, "Before")
    outline.figure(Figure("lake.jpg"))
    say(outline, "After")
    assert outline.finish() == (paragraph("Before"), Figure("lake.jpg"), paragraph("After"))


def test_an_embed_stands_once_and_does_not_repeat_the_caption_of_its_still() -> None:
    outline = Outline()
    film = Embed("video", "https://v.example/1", caption=(Text("The lake at dawn"),))
    outline.figure(LAKE)
    outline.embed(film)
    outline.embed(film)
    assert outline.finish() == (LAKE, Embed("video", film.url))


def test_an_embed_keeps_its_caption_and_watches_for_it() -> None:
    outline = Outline()
    film = Embed("video", "https://v.example/1", caption=(Text("The lake at dawn"),))
    outline.embed(film)
    say(outline, "The lake at dawn", "The lake was cold.")
    assert outline.finish() == (film, paragraph("The lake was cold."))


ONE, TWO, LEAD = Figure("1.jpg"), Figure("2.jpg"), Figure("3.jpg", lead=True)
WORDS = paragraph("Words")
TIDY: list[tuple[list[object], tuple[Block, ...]]] = [
    ([], ()),
    ([WORDS, WORDS], (WORDS, WORDS)),
    ([Rule(), WORDS, Rule(), Rule(), WORDS, Rule()], (WORDS, Rule(), WORDS)),
    ([Rule()], ()),
    ([ONE, WORDS, TWO], (ONE, WORDS, TWO)),
    ([WORDS, ONE, TWO], (WORDS, Gallery((ONE, TWO)))),
    ([ONE, TWO, WORDS], (Gallery((ONE, TWO)), WORDS)),
    ([LEAD, ONE], (LEAD, ONE)),
    ([ONE, LEAD, TWO], (ONE, LEAD, TWO)),
    ([ONE, Rule(), TWO], (ONE, Rule(), TWO)),
]


@pytest.mark.parametrize(("parts", "blocks"), TIDY)
def test_tidy(parts: list[object], blocks: tuple[Block, ...]) -> None:
    assert tidy(parts) == blocks


@pytest.mark.parametrize("end", [Outline.finish, lambda outline: outline.close(0)])
def test_what_waited_is_let_go_with_the_frame(end: Callable[[Outline], object]) -> None:
    outline = Outline()
    outline.open("quote", quote)
    outline.run.append(((), "Words"))
    outline.add(CODE)
    end(outline)
    assert outline.finish() == (Quote((WORDS, CODE)),)
