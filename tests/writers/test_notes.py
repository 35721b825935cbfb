"""Footnotes in the order in which the text calls them."""

from __future__ import annotations

import pytest

from printworthy.data.blocks import (
    Block,
    Cell,
    Definition,
    Definitions,
    Figure,
    Gallery,
    Heading,
    Inline,
    Item,
    Link,
    List,
    Note,
    NoteRef,
    Paragraph,
    Quote,
    Style,
    Table,
    Text,
)
from printworthy.writers.notes import NumberedNotes, collect, every_line


def calling(*notes: str) -> Paragraph:
    return Paragraph(tuple(NoteRef(note) for note in notes))


def note(name: str, *calls: str) -> Note:
    return Note(name, name, (calling(*calls),))


A, B, C = note("a"), note("b"), note("c")


@pytest.mark.parametrize(
    ("blocks", "order", "loose"),
    [
        ((), "", ""),
        ((Paragraph((Text("x"),)),), "", ""),
        ((calling("b", "a"), A, B), "ba", ""),
        ((calling("b", "b"), A, B), "b", "a"),
        ((calling("x"), A), "", "a"),
        ((A, B), "", "ab"),
        ((Quote((calling("a"), A)),), "a", ""),
        ((calling("a"), note("a", "b"), B), "ab", ""),  # a note that calls another
        ((note("a", "b"), B), "b", "a"),
        ((note("a", "a"),), "", "a"),  # one that calls itself
    ],
)
def test_order(blocks: tuple[Block, ...], order: str, loose: str) -> None:
    found = collect(blocks)
    assert "".join(one.id for one in found.numbered) == order
    assert "".join(one.id for one in found.loose) == loose
    assert found.numbers == {name: number for number, name in enumerate(order, 1)}


def test_the_first_of_two_notes_with_one_name_counts() -> None:
    first, second = note("a", "b"), note("a", "c")
    found = collect((calling("a"), first, second))
    assert found.numbered == (first,)
    assert found.loose == (second,)


def test_labels() -> None:
    found = collect((calling("b", "a"), A, B))
    assert [found.label(name) for name in "abx"] == ["2", "1", ""]
    assert NumberedNotes().label("a") == ""


LINE: tuple[Inline, ...] = (NoteRef("a"),)
PLACES: list[Block] = [
    Heading(2, LINE),
    Paragraph((Style("strong", (Link("https://a.example/", LINE),)),)),
    List(False, (Item((Paragraph(LINE),)),)),
    Definitions((Definition((LINE,), ()),)),
    Definitions((Definition((), (Paragraph(LINE),)),)),
    Table(((Cell((Paragraph(LINE),)),),)),
    Table((), caption=LINE),
    Figure("x.jpg", caption=LINE),
    Gallery((Figure("x.jpg", caption=LINE),)),
    Quote((Paragraph(LINE),)),
]


@pytest.mark.parametrize("block", PLACES, ids=lambda block: type(block).__name__)
def test_calls_are_found_everywhere(block: Block) -> None:
    assert collect((block, A)).numbers == {"a": 1}
    assert len([line for line in every_line((block,)) if line]) == 1
