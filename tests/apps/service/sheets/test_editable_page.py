"""A page made ready for corrections: its units, and what any choice of them gives."""

from __future__ import annotations

import pytest

from printworthy.apps.service.sheets.editable_page import EditablePage, built, full_text, illustrated, read_editable
from printworthy.apps.service.sheets.editable_units import Unit
from printworthy.data.blocks import Figure, Paragraph
from printworthy.errors import InputError
from printworthy.options import Images, Options
from printworthy.reading.extract import extract
from tests.apps.service.sheets_kit import DROPPED, LEFT_OUT, story

URL = "https://harbour.example/lamps.html"
BADGE = '<p>The office by day.</p><img src="/icons/badge.png" width="40" height="40" alt="A badge">'


@pytest.fixture(scope="module")
def page() -> EditablePage:
    return read_editable(story(), URL, Options())


def unit(page: EditablePage, text: str) -> Unit:
    return next(one for one in page.units.values() if text in one.text)


def test_the_engines_own_choice(page: EditablePage) -> None:
    article = extract(story(), URL)
    assert (page.article.title, page.article.text) == (article.title, article.text)
    assert page.columns.text[page.title] == article.title
    assert page.kept is page.reading.kept
    assert built(page, page.kept, illustrated(page, page.kept, "relevant"), links=True) == article.blocks


def test_units_by_name_in_the_order_of_the_page(page: EditablePage) -> None:
    assert all(name == one.name for name, one in page.units.items())
    places = [one.at for one in page.units.values()]
    assert places == sorted(places)


def test_names_do_not_change(page: EditablePage) -> None:
    assert list(read_editable(story(), URL, Options()).units) == list(page.units)


@pytest.mark.parametrize(
    ("text", "kind", "kept", "fixed"),
    [
        ("The lamps of the lower harbour", "heading", False, True),
        (DROPPED, "paragraph", True, False),
        ("The first line names a storm", "list", True, False),
        ("What the book says", "heading", True, False),
        ("A lamp on the lower quay", "picture", True, False),
    ],
)
def test_kinds(page: EditablePage, text: str, kind: str, kept: bool, fixed: bool) -> None:
    found = unit(page, text)
    assert (found.kind, found.kept, found.fixed) == (kind, kept, fixed)


def test_what_was_left_out_is_a_unit_too(page: EditablePage) -> None:
    assert not unit(page, LEFT_OUT).kept
    assert not unit(page, "Weather").kept


def test_a_picture_and_its_caption(page: EditablePage) -> None:
    told = [one for one in page.units.values() if one.text == "A lamp on the lower quay at dusk"]
    assert [(one.kind, one.src, one.kept, one.fixed) for one in told] == [
        ("picture", "https://harbour.example/lamp.png", True, False),
        ("caption", "", True, True),
    ]


def test_a_picture_in_words() -> None:
    texts = {one.src.rpartition("/")[2]: one.text for one in read_editable(story(BADGE), URL, Options()).units.values()}
    assert texts["lamp.png"] == "A lamp on the lower quay at dusk"
    assert texts["badge.png"] == "A badge"
    bare = story(BADGE.replace(' alt="A badge"', "").replace("badge.png", "badge.png?v=2"))
    assert "badge.png" in [one.text for one in read_editable(bare, URL, Options()).units.values()]


@pytest.mark.parametrize(("images", "sources"), [("none", 0), ("relevant", 1), ("all", 1)])
def test_pictures_of_a_choice(images: Images, sources: int) -> None:
    page = read_editable(story(BADGE), URL, Options())
    assert len(illustrated(page, page.kept, images)) == sources


def test_a_picture_that_is_added() -> None:
    page = read_editable(story(BADGE), URL, Options())
    badge = next(one for one in page.units.values() if one.src.endswith("badge.png"))
    assert not badge.kept
    found = illustrated(page, page.kept, "relevant", frozenset({badge.name}))
    added = next(figure for figure in found.values() if figure.src == badge.src)
    assert (added.relevance, added.reason) == (1.0, "added by hand")


def test_pictures_stay_when_text_is_dropped(page: EditablePage) -> None:
    nothing = [False] * len(page.kept)
    assert illustrated(page, nothing, "relevant") == illustrated(page, page.kept, "relevant")


def test_a_document_of_one_unit(page: EditablePage) -> None:
    only = [number in unit(page, DROPPED).segments for number in range(len(page.kept))]
    (block,) = built(page, only, {}, links=True)
    assert isinstance(block, Paragraph)
    assert full_text(page, only).startswith(DROPPED)
    assert full_text(page, [False] * len(only)) == ""
    assert not any(isinstance(one, Figure) for one in built(page, page.kept, {}, links=True))


@pytest.mark.parametrize("links", [True, False])
def test_links(links: bool) -> None:
    html = story('<p>More of it stands in <a href="/book">the book of the harbour</a>, which anybody may read.</p>')
    page = read_editable(html, URL, Options())
    blocks = built(page, page.kept, {}, links)
    assert ("/book" in repr(blocks)) is links
    assert "the book of the harbour" in repr(blocks)


@pytest.mark.parametrize("html", [b"<body><img src=x.png>", b"<title>Nothing</title><body></body>"])
def test_a_page_without_text_is_refused(html: bytes) -> None:
    with pytest.raises(InputError, match="this page holds no text: save it in the browser"):
        read_editable(html, URL, Options())
