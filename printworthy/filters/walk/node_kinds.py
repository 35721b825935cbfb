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
# How much a reader is asked for by these: a message, a password or a file is as much as many fields.
_MUCH: Final = 4
FIELDS: Final = {"input": 1, "select": 1, "textarea": _MUCH}
_SECRETS: Final = frozenset({"password", "file"})
_BUTTONS: Final = frozenset({"hidden", "submit", "button", "image", "reset", "checkbox", "radio"})
# What may say what a part of the page is about.
HEADINGS: Final = frozenset("h2 h3 h4 h5 h6 caption legend summary".split())


def asked(fields: int, kind: str | None) -> int:
    """How much a field of this `type` asks for, if one of its tag asks for so much."""
    if kind is None:
        return fields
    kind = kind.lower()
    return 0 if kind in _BUTTONS else _MUCH if kind in _SECRETS else fields
