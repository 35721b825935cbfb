"""Candidates: the pictures of a page, whatever shows them, each with its address, its size and where it stands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from printworthy.base.links import Resolver
from printworthy.base.tags import ARTICLE, DIALOG, FOOTER, HEADER, MAIN, NAV, NOSCRIPT
from printworthy.data.columns import Columns
from printworthy.data.tree import Node, Tree
from printworthy.images.files import inner_address, inner_key, size_in
from printworthy.images.image_source import Attributes, ImageSource, background_of, best_source
from printworthy.images.page_context import KeptRange

Kind: TypeAlias = Literal["picture", "poster", "background"]

_QUERY: Final = 'img,amp-img,amp-anim,video[poster],amp-video[poster],[style*="url("]'
_FIGURES: Final = ("image", "photo", "picture", "figure", "hero", "img", "media", "cover", "bild", "foto")
_NUMBER: Final = re.compile(r"\s*+(\d{1,5})(?:\.\d++)?+\s*+(?:px)?+\s*+$")
_STYLED: Final = {
    name: re.compile(rf"(?:^|[;\s]){name}\s*:\s*(\d{{1,5}})(?:\.\d+)?px", re.I) for name in ("width", "height")
}
_PIXEL: Final = 2
# A caption has fewer segments than this.
_PART: Final = 3
# A page with more pictures than this is a wall of them; what comes later is left out.
_MOST: Final = 600
_SIBLINGS: Final = 30
# How many segments above and below the article a picture of it may stand.
_FAR_ABOVE: Final = 30
_FAR_BELOW: Final = 12


@dataclass(frozen=True, slots=True)
class Candidate:
    """A picture. `block` is the block element that it stands in, `at` how many segments stand before it.

    `href` is the link around it, `names` the classes and ids of it and of inline elements around it. `key` names the
    file in whatever size, `inner` is the address that a resizing service was given. A size is 0 if nothing tells it.
    """

    node: Node
    kind: Kind
    attributes: Attributes
    src: str
    inner: str
    key: str
    width: int
    height: int
    block: int
    at: int
    href: str
    names: str


def find_candidates(tree: Tree, place: KeptRange, links: Resolver) -> list[Candidate]:
    """The pictures in and around the article, in the order of the page."""
    if tree.body is None or place.empty:
        return []
    nodes = tree.body.css(_QUERY)
    if not nodes:
        return []
    finder = _Finder(place, links)
    found = [one for one in map(finder.find, nodes[:_MOST]) if one is not None]
    return _without_twins(found, place.columns)


def _without_twins(found: list[Candidate], columns: Columns) -> list[Candidate]:
    """The candidates without copies for readers without scripts, where the picture itself was found."""
    seen = {one.key for one in found if not columns.flags[one.block] & NOSCRIPT}
    return [one for one in found if one.key not in seen or not columns.flags[one.block] & NOSCRIPT]


def size_of(attributes: Attributes, name: str) -> int:
    """A width or height in pixels as attributes or style give it, 0 if unknown."""
    value = attributes.get(name)
    match = _NUMBER.match(value) if value else None
    if match is None and (style := attributes.get("style")):
        match = _STYLED[name].search(style)
    return int(match[1]) if match else 0


class _Finder:
    """Knows the block elements of a page by their identity."""

    __slots__ = ("blocks", "columns", "links", "place")

    def __init__(self, place: KeptRange, links: Resolver) -> None:
        self.place = place
        self.columns = place.columns
        self.links = links
        self.blocks = {node.mem_id: element for element, node in enumerate(self.columns.node)}

    def find(self, node: Node) -> Candidate | None:
        """A picture with what is known of it; None if it is a pixel, far away, or nowhere to be had."""
        below, up = node, node
        while up.mem_id not in self.blocks:
            parent = up.parent
            if parent is None:
                return None
            below, up = up, parent
        block = self.blocks[up.mem_id]
        if self._is_far(block):
            return None
        attributes = node.attributes
        width, height = size_of(attributes, "width"), size_of(attributes, "height")
        if 0 < width <= _PIXEL or 0 < height <= _PIXEL:
            return None
        kind, source = self._source(node, attributes)
        if not source.address:
            return None
        if not width and not height:
            width, height = size_in(source.address)
            width = width or source.width
        href, names = self._around(node, up)
        inner = inner_address(source.address)
        return Candidate(
            node, kind, attributes, source.address, inner, inner_key(inner), width, height, block,
            self._before(below, block), href, names,
        )  # fmt: skip

    def _is_far(self, block: int) -> bool:
        """Does an element stand too far from the article, or in a part of the page that never belongs to it?"""
        place, columns = self.place, self.columns
        first, last = columns.first[block], columns.last[block]
        if place.first - last > _FAR_ABOVE or first - place.last - 1 > _FAR_BELOW:
            return True
        if first > place.last and self._is_apart(block):
            return True
        flags = columns.flags[block] & ~columns.flags[place.body]
        if flags & (NAV | FOOTER | DIALOG):
            return place.share(block) == 0
        return bool(flags & HEADER) and not flags & (MAIN | ARTICLE) and not columns.flags[block] & (MAIN | ARTICLE)

    def _is_apart(self, block: int) -> bool:
        """Is the nearest part with more text than a caption's a part without any of the article?"""
        columns = self.columns
        while block > 0 and columns.last[block] - columns.first[block] < _PART:
            block = columns.parent[block]
        return self.place.inside(block) == 0

    def _source(self, node: Node, attributes: Attributes) -> tuple[Kind, ImageSource]:
        tag = node.tag
        if tag in ("video", "amp-video"):
            return "poster", ImageSource(self.links.picture(attributes.get("poster")))
        if tag in ("img", "amp-img", "amp-anim"):
            return "picture", best_source(node, attributes, self.links)
        element = self.blocks.get(node.mem_id, -1)
        shown = element >= 0 and (attributes.get("role") == "img" or _is_figure(self.columns.key[element]))
        return "background", ImageSource(background_of(attributes, self.links) if shown else "")

    def _around(self, node: Node, block: Node) -> tuple[str, str]:
        """The link around a picture, and the names of it and of what stands between it and its block."""
        names, href = [], ""
        up: Node | None = node
        while up is not None:
            attributes = up.attributes
            if attributes:
                names.append(attributes.get("class") or attributes.get("id") or "")
                href = href or attributes.get("href") or ""
            if up.mem_id == block.mem_id:
                break
            up = up.parent
        return href or self._link(block), " ".join(filter(None, names))

    def _link(self, node: Node) -> str:
        """The link around a block: cards are blocks inside a link."""
        for _ in range(4):
            up = node.parent
            if up is None:
                break
            if up.tag == "a":
                return up.attributes.get("href") or ""
            node = up
        return ""

    def _before(self, below: Node, block: int) -> int:
        """How many segments stand before a picture: those before the next block element beside it."""
        columns = self.columns
        if columns.first[block] == columns.last[block] or columns.node[block].mem_id == below.mem_id:
            return columns.first[block]
        for sibling in _following(below):
            element = self.blocks.get(sibling.mem_id)
            if element is not None:
                return columns.first[element]
        return columns.last[block]


def _is_figure(key: str) -> bool:
    """Do class names or an id say that an element is there to show a picture?"""
    key = key.lower()
    return any(part in key for part in _FIGURES)


def _following(node: Node) -> Iterator[Node]:
    """The next siblings of a node, as many as are worth a look."""
    for _ in range(_SIBLINGS):
        following = node.next
        if following is None:
            return
        yield following
        node = following
