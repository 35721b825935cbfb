"""Links of a page that lead to a better one: HTML goes in, an address comes out."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from printworthy.base.encoding import to_utf8
from printworthy.errors import InputError
from printworthy.follow.parts import Place, find_amp, find_next, find_place, find_whole
from printworthy.follow.printlink import PrintLink, find_link
from printworthy.parse.lexbor import parse
from printworthy.parse.tame import tame

# Lists of articles have next pages too, but those are no parts of one.
IN_PARTS: Final = frozenset({"article", "documentation", "forum"})


@dataclass(frozen=True, slots=True)
class Links:
    """Where a page leads: its AMP twin, print page, next part, and all parts on one page; "" or None: nowhere.

    `place` tells which part of an article it is, and where those before it are.
    """

    amp: str = ""
    printed: PrintLink | None = None
    onward: str = ""
    whole: str = ""
    place: Place = field(default_factory=Place)


def find_links(html: bytes, url: str) -> Links:
    """Where the page at `url` leads, of what `whole` may follow; the HTML is in UTF-8."""
    tree = parse(tame(html))
    onward = find_next(tree, url)
    whole = find_whole(tree, url) if onward else ""
    return Links(find_amp(tree, url), find_link(tree, url), onward, whole, find_place(tree, url))


def find_part(html: bytes, *urls: str) -> Place:
    """Which part of an article a page is, and of how many, at the first of these addresses at which it is one."""
    try:
        tree = parse(tame(to_utf8(html)))
    except InputError:
        return Place()
    return next((place for url in urls if (place := find_place(tree, url)).total > 1), Place())


def find_print_link(html: str | bytes, url: str) -> str | None:
    """The absolute address of the print-friendly twin of the page at `url`, or None.

    Precision first: None unless the link's words and its address both say so. Nothing is fetched.
    """
    try:
        tree = parse(tame(to_utf8(html)))
    except InputError:
        return None
    found = find_link(tree, url)
    return found.url if found else None
