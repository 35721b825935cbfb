"""Blocks, as frozen values: what a document is made of.

Inline content is a tuple of `Inline`; a document is a tuple of `Block`. Writers read these and nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

StyleKind: TypeAlias = Literal[
    "emphasis", "strong", "code", "subscript", "superscript", "strike", "underline", "mark", "small", "keyboard",
    "quote",
]  # fmt: skip


PostKind: TypeAlias = Literal["post", "question", "answer", "comment"]


@dataclass(frozen=True, slots=True)
class Text:
    """A run of characters; white space is already collapsed."""

    text: str


@dataclass(frozen=True, slots=True)
class Style:
    """Inline content set apart by its look or its meaning."""

    kind: StyleKind
    children: tuple[Inline, ...]


@dataclass(frozen=True, slots=True)
class Link:
    """Inline content that leads to `href`, an absolute http(s), mailto or tel address."""

    href: str
    children: tuple[Inline, ...]


@dataclass(frozen=True, slots=True)
class Break:
    """A line break inside a paragraph, as in poems and addresses."""


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula in the line, as LaTeX."""

    latex: str


@dataclass(frozen=True, slots=True)
class NoteRef:
    """The place in the text from which note `note` is called."""

    note: str


Inline: TypeAlias = Text | Style | Link | Break | Formula | NoteRef


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading; level 1 is the article's title level, 6 the lowest."""

    level: int
    children: tuple[Inline, ...]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph of text."""

    children: tuple[Inline, ...]


@dataclass(frozen=True, slots=True)
class Item:
    """One item of a list."""

    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class List:
    """A list; an ordered one counts from `start`."""

    ordered: bool
    items: tuple[Item, ...]
    start: int = 1


@dataclass(frozen=True, slots=True)
class Definition:
    """A term (or several) with what is said of it."""

    terms: tuple[tuple[Inline, ...], ...]
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Definitions:
    """A list of terms and their descriptions."""

    items: tuple[Definition, ...]


@dataclass(frozen=True, slots=True)
class Cell:
    """A table cell, perhaps over several columns or rows."""

    blocks: tuple[Block, ...]
    header: bool = False
    colspan: int = 1
    rowspan: int = 1


@dataclass(frozen=True, slots=True)
class Table:
    """A table of data; the first `head` rows are repeated when it breaks over pages."""

    rows: tuple[tuple[Cell, ...], ...]
    head: int = 0
    caption: tuple[Inline, ...] = ()


@dataclass(frozen=True, slots=True)
class Code:
    """Lines of code with their white space."""

    text: str
    language: str = ""


@dataclass(frozen=True, slots=True)
class Math:
    """A formula on a line of its own, as LaTeX."""

    latex: str


@dataclass(frozen=True, slots=True)
class Quote:
    """A quotation set apart; `cite` is its source's address, if the page names one."""

    blocks: tuple[Block, ...]
    cite: str = ""


@dataclass(frozen=True, slots=True)
class Callout:
    """A box beside the text: a note, a tip, a warning. `kind` is a word like "note", `title` what the page prints."""

    kind: str
    blocks: tuple[Block, ...]
    title: tuple[Inline, ...] = ()


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture with its caption. `relevance` is 0..1, and `reason` says why it was kept."""

    src: str
    alt: str = ""
    caption: tuple[Inline, ...] = ()
    credit: str = ""
    width: int = 0
    height: int = 0
    lead: bool = False
    relevance: float = 1.0
    reason: str = ""


# In place of an element's identity, for a picture that the page names but shows nowhere: it opens the document.
NOWHERE: Final = 0


@dataclass(frozen=True, slots=True)
class Gallery:
    """Pictures that stand together."""

    figures: tuple[Figure, ...]


@dataclass(frozen=True, slots=True)
class Note:
    """A footnote; `NoteRef.note` names its `id`, `label` is what the page printed ("1", "*")."""

    id: str
    label: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Embed:
    """Something that paper cannot hold (a video, a post), as a titled link, with what the page says under it."""

    kind: Literal["video", "audio", "post", "map", "document", "other"]
    url: str
    title: str = ""
    caption: tuple[Inline, ...] = ()


@dataclass(frozen=True, slots=True)
class Post:
    """What one person wrote in a thread: a post, a question or an answer, a comment.

    `date` is as the page gives it, for machines where it does; `depth` counts the posts that it answers, one by one.
    """

    blocks: tuple[Block, ...]
    author: str = ""
    date: str = ""
    depth: int = 0
    kind: PostKind = "post"
    accepted: bool = False


@dataclass(frozen=True, slots=True)
class Rule:
    """A break between scenes or sections."""


Block: TypeAlias = (
    Heading
    | Paragraph
    | List
    | Definitions
    | Table
    | Code
    | Math
    | Quote
    | Callout
    | Figure
    | Gallery
    | Note
    | Embed
    | Post
    | Rule
)
# What a reader wrote under the article.
Comment: TypeAlias = Post


def figures_in(blocks: tuple[Block, ...]) -> list[Figure]:
    """The figures among blocks, wherever they are nested."""
    found: list[Figure] = []
    for block in blocks:
        match block:
            case Figure():
                found.append(block)
            case Gallery(figures):
                found.extend(figures)
            case Quote(inner) | Callout(blocks=inner) | Note(blocks=inner) | Post(inner):
                found.extend(figures_in(inner))
            case List(items=items):
                for item in items:
                    found.extend(figures_in(item.blocks))
            case Definitions(items):
                for definition in items:
                    found.extend(figures_in(definition.blocks))
            case Table(rows):
                for row in rows:
                    for cell in row:
                        found.extend(figures_in(cell.blocks))
            case _:
                pass
    return found
