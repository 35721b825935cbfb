"""Footnotes put in order: the blocks of a document go in; each note that the text calls gets its number."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from printworthy.data.blocks import (
    Block,
    Callout,
    Definitions,
    Embed,
    Figure,
    Gallery,
    Heading,
    Inline,
    Link,
    List,
    Note,
    NoteRef,
    Paragraph,
    Post,
    Quote,
    Style,
    Table,
)


@dataclass(frozen=True, slots=True)
class NumberedNotes:
    """`numbered` notes by number - 1 in the order in which the text calls them, `numbers` by id, `loose` uncalled."""

    numbered: tuple[Note, ...] = ()
    numbers: dict[str, int] = field(default_factory=dict)
    loose: tuple[Note, ...] = ()

    def label(self, note: str) -> str:
        """What to print where the note is called; empty if there is no such note."""
        number = self.numbers.get(note)
        return "" if number is None else str(number)


def collect(blocks: tuple[Block, ...]) -> NumberedNotes:
    """All notes of the blocks, wherever they stand."""
    found = list(_notes(blocks))
    if not found:
        return NumberedNotes()
    by_id: dict[str, Note] = {}
    for note in found:
        by_id.setdefault(note.id, note)
    order: dict[str, Note] = {}
    _follow(blocks, by_id, order)
    loose: list[Note] = []
    for note in found:
        if order.get(note.id) is not note:
            loose.append(note)
            _follow(note.blocks, by_id, order, note)
    kept = tuple(note for note in loose if order.get(note.id) is not note)
    return NumberedNotes(tuple(order.values()), {key: number for number, key in enumerate(order, 1)}, kept)


def _follow(
    blocks: tuple[Block, ...], by_id: dict[str, Note], order: dict[str, Note], caller: Note | None = None
) -> None:
    """Put the notes that the blocks call in order, then those that these notes call; none of them is the caller."""
    pending = [blocks]
    for part in pending:
        for key in _refs(part):
            note = by_id.get(key)
            if note is not None and note is not caller and key not in order:
                order[key] = note
                pending.append(note.blocks)


def _notes(blocks: tuple[Block, ...]) -> Iterator[Note]:
    """The notes among the blocks, and inside one another."""
    for block in blocks:
        if isinstance(block, Note):
            yield block
        for inner in _inside(block):
            yield from _notes(inner)


def _refs(blocks: tuple[Block, ...]) -> Iterator[str]:
    """The ids of the notes that the blocks call, in reading order; notes themselves are not entered."""
    for block in blocks:
        if isinstance(block, Note):
            continue
        for line in _lines(block):
            yield from _called(line)
        for inner in _inside(block):
            yield from _refs(inner)


def every_line(blocks: tuple[Block, ...]) -> Iterator[tuple[Inline, ...]]:
    """All lines of text in the blocks, at any depth."""
    for block in blocks:
        yield from _lines(block)
        for inner in _inside(block):
            yield from every_line(inner)


def _called(inlines: tuple[Inline, ...]) -> Iterator[str]:
    for inline in inlines:
        if isinstance(inline, NoteRef):
            yield inline.note
        elif isinstance(inline, Style | Link):
            yield from _called(inline.children)


def _inside(block: Block) -> Iterator[tuple[Block, ...]]:
    """The groups of blocks that stand in a block."""
    match block:
        case Quote(inner) | Callout(blocks=inner) | Note(blocks=inner) | Post(inner):
            yield inner
        case List(items=items):
            yield from (item.blocks for item in items)
        case Definitions(entries):
            yield from (entry.blocks for entry in entries)
        case Table(rows):
            yield from (cell.blocks for row in rows for cell in row)
        case Gallery(figures):
            yield figures
        case _:
            pass


def _lines(block: Block) -> Iterator[tuple[Inline, ...]]:
    """The lines of text that a block holds itself."""
    match block:
        case Heading(children=line) | Paragraph(line):
            yield line
        case Table(caption=line) | Figure(caption=line) | Embed(caption=line) | Callout(title=line):
            yield line
        case Definitions(entries):
            yield from (term for entry in entries for term in entry.terms)
        case _:
            pass
