"""Small pages for the tests of the build: a body in, the document out; text with "DROPPED" in it is not kept."""

from __future__ import annotations

from collections.abc import Mapping

from printworthy.build.document import BuildBase, Document, build
from printworthy.data.blocks import Block, Figure
from printworthy.data.columns import Columns
from printworthy.data.tree import Tree
from printworthy.parse.formulas import with_formulas
from printworthy.parse.lexbor import parse
from printworthy.segment.walk import segment

URL = "https://example.org/news/story.html"


def read(html: str) -> tuple[Tree, Columns, list[bool]]:
    """A page, its segments, and which of them are kept."""
    tree = with_formulas(parse(html.encode()))
    columns = segment(tree)
    return tree, columns, ["DROPPED" not in text for text in columns.text]


def document(html: str, figures: Mapping[int, Figure] | None = None, *, links: bool = True) -> Document:
    """The document of a page."""
    tree, columns, kept = read(html)
    return build(tree, columns, kept, BuildBase(URL, figures or {}, links=links))


def blocks(html: str) -> tuple[Block, ...]:
    """The blocks of a page."""
    return document(html).blocks
