"""Links of a page that lead to a better one: a `Tree` goes in, addresses come out."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from printworthy.data.tree import Tree
from printworthy.follow.parts import PartNumber, find_amp, find_next, find_place, find_whole
from printworthy.follow.printlink import PrintLink, find_link

# Lists of articles have next pages too, but those are no parts of one.
IN_PARTS: Final = frozenset({"article", "documentation", "forum"})


@dataclass(frozen=True, slots=True)
class Links:
    """Where a page leads: its AMP twin, print page, next part, and all parts on one page; "" or None: nowhere.

    `place` is which part of an article it is, and where those before it are.
    """

    amp: str = ""
    printed: PrintLink | None = None
    onward: str = ""
    whole: str = ""
    place: PartNumber = field(default_factory=PartNumber)


def find_links(tree: Tree, url: str) -> Links:
    """Where the page at `url` leads, of what may be followed."""
    onward = find_next(tree, url)
    whole = find_whole(tree, url) if onward else ""
    return Links(find_amp(tree, url), find_link(tree, url), onward, whole, find_place(tree, url))


def find_part(tree: Tree, *urls: str) -> PartNumber:
    """Which part of an article a page is, and of how many, at the first of these addresses at which it is one."""
    return next((place for url in urls if (place := find_place(tree, url)).total > 1), PartNumber())
