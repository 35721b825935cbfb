"""`find_print_link`: a page in, the address of its print-friendly twin out."""

from __future__ import annotations

from printworthy.base.encoding import to_utf8
from printworthy.errors import InputError
from printworthy.follow.printlink import find_link
from printworthy.parse.lexbor import parse_page


def find_print_link(html: str | bytes, url: str) -> str | None:
    """The absolute address of the print-friendly twin of the page at `url`, or None.

    Precision first: None unless the link's words and its address both say so. Nothing is fetched.

        >>> page = '<title>Clocks</title><a href="/clocks/print">Print this article</a>'
        >>> find_print_link(page, "https://example.org/clocks")
        'https://example.org/clocks/print'
    """
    try:
        tree = parse_page(to_utf8(html))
    except InputError:
        return None
    found = find_link(tree, url)
    return found.url if found else None
