"""What `build` makes of a page: the article's text, its blocks, and what readers wrote under it."""

from __future__ import annotations

from dataclasses import dataclass

from printworthy.data.blocks import Block, Comment


@dataclass(frozen=True, slots=True)
class Document:
    """The article as plain text and as blocks; `comments` stand in neither."""

    text: str = ""
    blocks: tuple[Block, ...] = ()
    comments: tuple[Comment, ...] = ()
