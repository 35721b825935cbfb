"""Corrections, without any server: what is dropped is gone and nothing else, what is added is there.

Covers: printworthy.apps.service.sheets.choices, printworthy.apps.service.sheets.compose,
printworthy.apps.service.sheets.drawing,
printworthy.apps.service.sheets.editable_units.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from printworthy.apps.service.sheets.block_text import said
from printworthy.apps.service.sheets.choices import ReaderChoices, Sheets, Shown, read_choices
from printworthy.apps.service.sheets.compose import compose
from printworthy.apps.service.sheets.drawing import draw, feedback_marks, write_document
from printworthy.apps.service.sheets.editable_page import EditablePage, read_editable
from printworthy.apps.service.sheets.editable_units import Unit
from printworthy.apps.service.sheets.origins import origins
from printworthy.data.blocks import Embed
from printworthy.errors import InputError, NoArticleError, UsageError
from printworthy.options import Options
from printworthy.parse.lexbor import parse
from printworthy.parse.xpath import find_node
from printworthy.printing.steps import typesetter
from printworthy.reading.extract import extract
from printworthy.writers.body import body
from tests.apps.service.sheets_kit import DROPPED, LEFT_OUT, PICTURE, story

URL = "https://harbour.example/lamps.html"
VIDEO = '<iframe src="https://www.youtube.com/embed/abcdefghijk" title="The round, filmed"></iframe>'


@pytest.fixture(scope="module", autouse=True)
def _typesetter() -> Iterator[None]:
    """Here the typesetter is a child of the tests, and ends with them."""
    yield
    typesetter().__exit__()
    typesetter.cache_clear()


def read(html: bytes, url: str) -> EditablePage:
    return read_editable(html, url, Options())


def show(sheets: Sheets, choices: ReaderChoices, printed: str, first: bool = False) -> Shown:
    return draw(sheets, choices, printed, first)


@pytest.fixture(scope="module")
def reading() -> EditablePage:
    return read(story(VIDEO), URL)


def unit_with(reading: EditablePage, text: str) -> Unit:
    return next(unit for unit in reading.units.values() if text in unit.text)


def texts(reading: EditablePage, *changed: str) -> list[str]:
    return [said(block) for block in compose(reading, ReaderChoices(changed=tuple(sorted(changed)))).blocks]


def test_without_changes_it_is_what_extract_gives(reading: EditablePage) -> None:
    article = extract(story(VIDEO), URL)
    composed = compose(reading, ReaderChoices()).article
    assert (composed.title, composed.authors, composed.site) == (article.title, article.authors, article.site)
    assert (composed.text, composed.blocks) == (article.text, article.blocks)


def test_what_the_header_says_is_not_printed_twice() -> None:
    page = story().replace(b"</h1>", b"</h1><p>By Ada Quill</p><p><time datetime=2026-04-18>18 April 2026</time></p>")
    reading = read(page, URL)
    assert compose(reading, ReaderChoices()).blocks == body(extract(page, URL))
    told = [unit_with(reading, text) for text in ("Ada Quill", "18 April 2026")]
    assert [(unit.kept, unit.fixed) for unit in told] == [(False, False)] * 2
    assert "18 April 2026" in texts(reading, told[1].name)


def test_every_segment_is_in_one_unit(reading: EditablePage) -> None:
    held = [segment for unit in reading.units.values() for segment in unit.segments]
    assert sorted(held) == list(range(len(reading.columns.text)))


def test_every_block_can_be_dropped_and_brought_back(reading: EditablePage) -> None:
    whole = compose(reading, ReaderChoices())
    for number, names in enumerate(whole.units):
        rest = [said(block) for at, block in enumerate(whole.blocks) if at != number]
        assert texts(reading, *names) == rest
    assert texts(reading) == [said(block) for block in whole.blocks]


def test_what_was_left_out_can_be_added(reading: EditablePage) -> None:
    unit = unit_with(reading, LEFT_OUT)
    assert not unit.kept
    assert LEFT_OUT not in texts(reading)
    assert texts(reading, unit.name)[-1] == LEFT_OUT


def test_the_title_stays(reading: EditablePage) -> None:
    title = unit_with(reading, "The lamps of the lower harbour")
    assert title.fixed
    assert texts(reading, title.name) == texts(reading)


def test_a_heading_that_repeats_the_title_further_down_can_be_dropped() -> None:
    page = story().replace(b"<h1>The lamps of the lower harbour</h1>", b"", 1)
    page = page.replace(b"<h2>What the book says</h2>", b"<h2>The lamps of the lower harbour</h2>")
    made = read(page, URL)
    whole = compose(made, ReaderChoices())
    at = [said(block) for block in whole.blocks].index("The lamps of the lower harbour")
    assert "The lamps of the lower harbour" not in texts(made, *whole.units[at])


def test_a_picture_is_dropped_with_its_caption(reading: EditablePage) -> None:
    picture = next(unit for unit in reading.units.values() if unit.src)
    assert picture.src == f"https://harbour.example{PICTURE}"
    assert picture.kept
    composed = compose(reading, ReaderChoices(changed=(picture.name,)))
    assert composed.article.images == ()
    assert "A lamp on the lower quay" in " ".join(texts(reading))
    assert "A lamp on the lower quay" not in " ".join(texts(reading, picture.name))


def test_a_picture_that_was_left_out_is_added() -> None:
    page = read(story('<p>Partners</p><img src="/badge.png" width="70" height="20" class="badge icon">'), URL)
    badge = next(unit for unit in page.units.values() if unit.src.endswith("badge.png"))
    assert not badge.kept
    shown = compose(page, ReaderChoices(changed=(badge.name,))).article.images
    assert "https://harbour.example/badge.png" in [figure.src for figure in shown]


def test_an_embed_has_no_text_but_a_name(reading: EditablePage) -> None:
    whole = compose(reading, ReaderChoices())
    at = next(number for number, block in enumerate(whole.blocks) if isinstance(block, Embed))
    (name,) = whole.units[at]
    assert name[0] == "x"
    without = compose(reading, ReaderChoices(changed=(name,)))
    assert not any(isinstance(block, Embed) for block in without.blocks)
    assert without.lost == ((at, whole.blocks[at]),)


def test_text_finds_its_block_whatever_became_of_it() -> None:
    page = b"""<article><h1>Notes</h1><p>One sentence with a call<sup><a href="#fn1">1</a></sup> in it, and more words
    after it so that it is long.</p><p>Same.</p><p>A second paragraph, between two that say the same word only.</p>
    <p>Same.</p><p>First line<br><br>Second line of the same element</p>
    <ol><li id="fn1">The note itself, which goes to the foot of the page.</li></ol></article>"""
    made = read(page, "")
    kept = [True] * len(made.columns.text)
    blocks = made.reading.built(kept, {}).blocks
    found = [[made.columns.text[one] for one in segments] for segments in origins(blocks, made.columns, kept)]
    assert [len(one) for one in found] == [1] * len(blocks)
    for block, (text,) in zip(blocks, found, strict=True):
        assert said(block)[-20:].strip() in text


def test_a_page_without_text_is_refused() -> None:
    with pytest.raises(InputError, match="no text"):
        read(b"<html><body><div id=app></div></body></html>", URL)


# choices


@pytest.mark.parametrize("given", [
    {"style": "/etc/passwd.typ"}, {"style": 7}, {"paper": "a99"}, {"paper": ["a4"]}, {"columns": 9}, {"columns": "2"},
    {"columns": 1.5}, {"size": float("nan")}, {"size": 400}, {"size": True}, {"images": "some"}, {"links": "all"},
    {"changed": "s1"}, {"changed": ["../s1"]}, {"changed": ["s1", "s1"]}, {"changed": [1]}, {"fonts": ["/tmp"]},
    {"changed": [f"s{n}" for n in range(5001)]}, [], None, "classic",
])  # fmt: skip
def test_choices_that_make_no_sense_are_refused(given: Any) -> None:
    with pytest.raises(UsageError):
        read_choices(given)


def test_choices_travel_as_json() -> None:
    choices = read_choices({"style": "compact", "size": 9.5, "changed": ["s3", "p0123456789ab"]})
    assert read_choices(choices.told) == choices
    assert choices.key == read_choices({**choices.told, "changed": ["p0123456789ab", "s3"]}).key
    assert choices.key != replace(choices, columns=1).key


# pages


@pytest.mark.processes
def test_a_page_that_sells_its_rest_is_told() -> None:
    walled = story().replace(b"</article>", b"<p class=offer>Subscribe to read the rest of this story</p></article>")
    assert show(Sheets(story(), URL), ReaderChoices(), "").told["wall"] == ""
    told = show(Sheets(walled, URL), ReaderChoices(), "").told["wall"]
    assert told == "perhaps not the whole article, which ends with 'Subscribe to read the rest of this story'"


@pytest.mark.processes
def test_the_pages_say_where_a_click_goes() -> None:
    sheets = Sheets(story(), URL)
    shown = show(sheets, ReaderChoices(), "2026-04-18", True)
    told = shown.told
    assert len(shown.drawings) == told["pages"] == 1 + max(page for _, page, *_ in told["places"])
    assert all(gzip.decompress(one).startswith(b"<svg") for one in shown.drawings)
    assert {block for block, *_ in told["places"]} == set(range(len(told["blocks"])))
    width, height = told["sizes"][0]
    for _, _, x, y, wide, high in told["places"]:
        assert 0 < x < x + wide < width
        assert 0 < y < y + high < height
    assert shown.wanted == (f"https://harbour.example{PICTURE}",)
    assert {unit["name"] for unit in told["units"]} >= {one for block in told["blocks"] for one in block["units"]}


@pytest.mark.processes
def test_a_gap_stands_where_the_block_stood() -> None:
    sheets = Sheets(story(), URL)
    before = show(sheets, ReaderChoices(), "2026-04-18").told
    number = next(at for at, block in enumerate(before["blocks"]) if DROPPED in block["text"])
    names = before["blocks"][number]["units"]
    after = show(sheets, ReaderChoices(changed=tuple(names)), "2026-04-18").told
    (gap,) = after["gaps"]
    stood = next(place for place in before["places"] if place[0] == number)
    assert gap["name"] == names[0]
    assert DROPPED in gap["text"]
    assert gap["place"][0] == stood[1]
    assert abs(gap["place"][2] - stood[3]) < 4


@pytest.mark.processes
def test_everything_dropped_is_still_a_page_and_no_document() -> None:
    sheets = Sheets(story(), URL)
    names = {name for block in show(sheets, ReaderChoices(), "").told["blocks"] for name in block["units"]}
    nothing = ReaderChoices(changed=tuple(sorted(names)))
    told = show(sheets, nothing, "").told
    assert (told["pages"], told["blocks"]) == (1, [])
    assert len(told["gaps"]) == len(names)
    with pytest.raises(NoArticleError, match="bring a block back"):
        write_document(sheets, nothing, "", "pdf")


@pytest.mark.processes
def test_pages_that_run_from_right_to_left() -> None:
    words = "كان المصباح في الميناء القديم يضيء كل ليلة منذ مئة عام ولم ينطفئ إلا مرة واحدة في ليلة العاصفة الكبرى. "
    head = "<html lang=ar dir=rtl><title>مصباح الميناء</title><body><article><h1>مصباح الميناء</h1>"
    page = head + f"<p>{words * 4}</p>" * 14
    told = show(Sheets(page.encode(), URL), ReaderChoices(style="newspaper"), "").told
    assert told["direction"] == "rtl"
    first, last = told["places"][0], told["places"][-1]
    assert first[2] > told["sizes"][0][0] / 2
    assert last[2] < first[2]


# feedback


def test_feedback_marks_every_text_by_a_path_that_leads_to_it() -> None:
    sheets = Sheets(story(), URL)
    reading = read(sheets.html, URL)
    dropped, added = unit_with(reading, DROPPED), unit_with(reading, LEFT_OUT)
    found = feedback_marks(sheets, ReaderChoices(changed=tuple(sorted((dropped.name, added.name)))))
    labels = {mark["text"]: mark["label"] for mark in found}
    assert next(label for text, label in labels.items() if DROPPED in text) == "junk"
    assert labels[LEFT_OUT] == "body"
    assert labels["The lamps of the lower harbour"] == "title"
    assert labels["Weather"] == "junk"
    root = parse(sheets.html).root
    for mark in found:
        node = find_node(root, mark["xpath"])
        assert node is not None
        assert " ".join(node.text().split()) == mark["text"]
        assert mark["end"] == len(mark["text"].encode("utf-16-le")) // 2


def test_without_a_correction_there_is_no_feedback() -> None:
    with pytest.raises(UsageError, match="correct the article first"):
        feedback_marks(Sheets(story(), URL), ReaderChoices(style="large"))
