"""Candidates: the pictures in and around the kept text, each with its address, its size and where it stands."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

from printworthy.base.links import Resolver
from printworthy.base.tags import CODE
from printworthy.data.columns import Columns
from printworthy.data.tree import Node
from printworthy.images.sources import Attributes, best_source

_NUMBER: Final = re.compile(r"\s*(\d{1,5})(?:\.\d+)?\s*(?:px)?\s*$")
_STOP: Final = frozenset(CODE[name] for name in ("body", "article", "main"))
# How many elements above the kept text a lead picture may stand.
_CLIMB: Final = 3
# How many segments (title, byline, date, sharing) may stand between a picture and the text.
_FAR: Final = 12
_PIXEL: Final = 2


@dataclass(frozen=True, slots=True)
class Candidate:
    """A picture. `block` is the element it stands in, `context` the nearest one around it that has text.

    `before` and `after` count the segments between it and the kept range (0 inside); `share` is the kept share of the
    context's segments.
    """

    node: Node
    attributes: Attributes
    src: str
    width: int
    height: int
    block: int
    context: int
    before: int
    after: int
    share: float


class Surroundings:
    """The kept range of a page, and where elements stand to it."""

    __slots__ = ("columns", "first", "last", "prefix")

    def __init__(self, columns: Columns, kept: Sequence[bool]) -> None:
        self.columns = columns
        self.prefix = [0, *accumulate(kept)]
        self.first = bisect_left(self.prefix, 1) - 1
        self.last = bisect_left(self.prefix, self.prefix[-1]) - 1

    @property
    def empty(self) -> bool:
        """Was nothing kept?"""
        return self.prefix[-1] == 0

    def scope(self) -> int:
        """The element in which pictures of the article may stand."""
        columns = self.columns
        element = columns.owner[self.first]
        while columns.last[element] <= self.last:
            element = columns.parent[element]
        for _ in range(_CLIMB):
            if columns.tag[element] in _STOP or columns.parent[element] <= 0:
                break
            element = columns.parent[element]
        return element

    def context(self, block: int) -> int:
        """The nearest element, from `block` upwards, that has text."""
        columns = self.columns
        while block > 0 and columns.last[block] == columns.first[block]:
            block = columns.parent[block]
        return block

    def share(self, element: int) -> float:
        """The kept share of an element's segments."""
        first, last = self.columns.first[element], self.columns.last[element]
        return (self.prefix[last] - self.prefix[first]) / max(1, last - first)


def find_candidates(columns: Columns, kept: Sequence[bool], links: Resolver) -> list[Candidate]:
    """The pictures near the kept text, in the order of the page."""
    around = Surroundings(columns, kept)
    if around.empty:
        return []
    scope = around.scope()
    nodes = columns.node[scope].css("img,amp-img")
    if not nodes:
        return []
    blocks = _blocks(columns, scope)
    found = (_candidate(node, around, blocks, links) for node in nodes)
    return [candidate for candidate in found if candidate is not None]


def size_of(attributes: Attributes, name: str) -> int:
    """A width or height in pixels, 0 if unknown."""
    match = _NUMBER.match(attributes.get(name) or "")
    return int(match[1]) if match else 0


def _blocks(columns: Columns, scope: int) -> dict[int, int]:
    """The elements inside `scope` by identity."""
    end, parent = scope + 1, columns.parent
    while end < len(parent) and parent[end] >= scope:
        end += 1
    return {node.mem_id: scope + at for at, node in enumerate(columns.node[scope:end])}


def _candidate(node: Node, around: Surroundings, blocks: dict[int, int], links: Resolver) -> Candidate | None:
    """A picture with what is known of it; None if it is a pixel, far away, or nowhere to be had."""
    attributes, columns = node.attributes, around.columns
    width, height = size_of(attributes, "width"), size_of(attributes, "height")
    up = node.parent
    while up is not None and up.mem_id not in blocks:
        up = up.parent
    if up is None or 0 < width <= _PIXEL or 0 < height <= _PIXEL:
        return None
    block = blocks[up.mem_id]
    before = max(0, around.first - columns.last[block])
    after = max(0, columns.first[block] - around.last - 1)
    src = best_source(node, attributes, links) if max(before, after) <= _FAR else ""
    if not src:
        return None
    context = around.context(block)
    share = around.share(context)
    return Candidate(node, attributes, src, width, height, block, context, before, after, share)
