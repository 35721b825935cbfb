"""Kinds of node, as the walk of the filters tells them apart by their tag."""

from __future__ import annotations

from typing import Final

INNER: Final = 0
TEXT: Final = 1
LINK: Final = 2
CLOSED: Final = 3
HEADLINE: Final = 4
VOID: Final = 5
BARE: Final = 6

KINDS: Final = {
    "-text": TEXT,
    "-comment": BARE,
    "!doctype": BARE,
    "a": LINK,
    "h1": HEADLINE,
    # What is inside these is no text of the page.
    **dict.fromkeys(
        "script style template svg math iframe canvas select textarea title noembed noframes xmp plaintext "
        "datalist".split(),
        CLOSED,
    ),
    # There is never anything inside these.
    **dict.fromkeys("area base br col embed hr img input link meta param source track wbr".split(), VOID),
}
# Those of the closed ones in which there may be elements.
HOLDERS: Final = frozenset("svg math canvas select datalist".split())
# Inside these are no links, or none that a reader sees.
LINKLESS: Final = frozenset("script style img iframe -comment input button textarea link meta embed source".split())
# Links that these filters delete are not worth keeping: they are those of advertisements and banners.
FORGOTTEN: Final = frozenset({"ads", "banners"})
# What may say what a part of the page is about.
HEADINGS: Final = frozenset("h2 h3 h4 h5 h6 caption legend summary".split())
