"""Segments of text as columns, with the block elements that hold them."""

from __future__ import annotations

from dataclasses import dataclass, field

from printworthy.data.tree import Node


@dataclass(slots=True)
class Columns:
    """Parallel lists over block elements in document order, and over segments: the text between two line breaks.

    Element 0 is the body. `first[e]:last[e]` is the range of segments inside element `e`. A segment's own text nodes
    are `text_nodes[node_start[s]:node_start[s + 1]]`; `soft` says that only a `<br>` parts it from the one before.
    `images` counts the pictures since the segment before.
    """

    # elements
    parent: list[int] = field(default_factory=list)
    tag: list[int] = field(default_factory=list)
    key: list[str] = field(default_factory=list)
    flags: list[int] = field(default_factory=list)
    first: list[int] = field(default_factory=list)
    last: list[int] = field(default_factory=list)
    node: list[Node] = field(default_factory=list)
    # segments
    text: list[str] = field(default_factory=list)
    owner: list[int] = field(default_factory=list)
    link_chars: list[int] = field(default_factory=list)
    links: list[int] = field(default_factory=list)
    strong_chars: list[int] = field(default_factory=list)
    images: list[int] = field(default_factory=list)
    soft: list[bool] = field(default_factory=list)
    node_start: list[int] = field(default_factory=list)
    text_nodes: list[Node] = field(default_factory=list)
