"""What a block says: a `Block` goes in; its characters, the pictures in it, and a name for its kind come out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256

from printworthy.data.blocks import (
    Block,
    Callout,
    Code,
    Definitions,
    Embed,
    Figure,
    Gallery,
    Heading,
    List,
    Math,
    Note,
    Paragraph,
    Post,
    Quote,
    Table,
)
from printworthy.writers.body import caption_with_credit, plain


def said(block: Block) -> str:
    """The characters of a block, its parts apart by spaces."""
    return " ".join(_parts(block))


def kind(block: Block) -> str:
    """A block's kind in a word."""
    names = {Figure: "picture", Gallery: "pictures"}
    return names.get(type(block)) or type(block).__name__.lower()


def key(block: Block) -> str:
    """A name for a block that no text of the page accounts for; equal blocks share it."""
    return f"x{sha256(repr(block).encode('utf-8', 'replace')).hexdigest()[:12]}"


def pictures(block: Block) -> tuple[str, ...]:
    """The addresses of the pictures that a block shows."""
    if isinstance(block, Figure):
        return (block.src,)
    return tuple(figure.src for figure in block.figures) if isinstance(block, Gallery) else ()


def title_place(blocks: Sequence[Block], shown: Sequence[Block]) -> int:
    """The number of the heading that stands in the title's place and not in `body(article)`, or -1."""
    if len(shown) == len(blocks):
        return -1
    pairs = enumerate(zip(blocks, shown, strict=False))
    return next((place for place, (block, other) in pairs if _words(block) != _words(other)), len(shown))


def _words(block: Block) -> object:
    return block.children if isinstance(block, Heading) else block


def _parts(block: Block) -> Iterator[str]:
    match block:
        case Paragraph(children) | Heading(children=children):
            yield plain(children)
        case Figure():
            yield plain(caption_with_credit(block))
        case Code(text=text) | Math(latex=text):
            yield text
        case Embed(title=title, caption=caption):
            yield " ".join(filter(None, (title, plain(caption))))
        case Table(caption=caption) | Callout(title=caption):
            yield plain(caption)
        case Definitions(items):
            yield from (plain(term) for one in items for term in one.terms)
        case Post(author=author):
            yield author
        case _:
            pass
    for inner in _inside(block):
        yield from _parts(inner)


def _inside(block: Block) -> Iterator[Block]:
    """The blocks right inside a block."""
    match block:
        case Table(rows):
            yield from (inner for row in rows for cell in row for inner in cell.blocks)
        case Definitions(items) | List(items=items):
            yield from (inner for one in items for inner in one.blocks)
        case Gallery(figures):
            yield from figures
        case Quote(blocks) | Callout(blocks=blocks) | Note(blocks=blocks) | Post(blocks):
            yield from blocks
        case _:
            return
