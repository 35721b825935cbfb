"""Links of a page that lead to a better one: HTML goes in, an address comes out."""

from __future__ import annotations

from printworthy.base.encoding import to_utf8
from printworthy.errors import InputError
from printworthy.follow.printlink import find_link
from printworthy.parse.lexbor import parse
from printworthy.parse.tame import tame


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
