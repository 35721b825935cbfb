"""Tools in the text: an inline element → whether it is a sign for the mouse rather than words for the reader."""

from __future__ import annotations

import re
from typing import Final

from printworthy.data.tree import Node

# Signs of the links by which headings lead to themselves.
ANCHORS: Final = frozenset(("#", "¶", "§", "🔗", "⚓", "⚓︎", "∞", "🔖", "☍", "¤", "[link]", "[#]", ""))
_EDITING: Final = "editsection"
_ANCHOR: Final = re.compile(
    r"(?:^|[\s_-])(?:header-?link|heading-?(?:anchor|link)|header-?anchor|anchor-?(?:link|js)?|anchorjs-link|perma-?link"
    r"|hash-?link|deep-?link|direct-?link|section-?(?:anchor|link)|toc-?anchor|copy-?link)(?=[\s_-]|$)",
    re.I,
)
_ICONS: Final = re.compile(r"(?:^|\s)(?:material-(?:icons|symbols)[\w-]*|mat-icon|google-symbols)(?=\s|$)")
_LONGEST: Final = 60
_HEADINGS: Final = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))


def is_heading_tool(node: Node) -> bool:
    """Is a link or span in a heading there to edit it or to link to it?"""
    attributes = node.attributes
    if not attributes:
        return False
    name = attributes.get("class") or ""
    if _EDITING in name:
        return True
    text = node.text().strip()
    if node.tag == "a" and "#" in (attributes.get("href") or "") and text in ANCHORS:
        return bool(text)
    return bool(name) and len(text) <= _LONGEST and _ANCHOR.search(name) is not None and _is_extra(node, text)


def _is_extra(node: Node, text: str) -> bool:
    """Does the heading say more than this?"""
    up = node.parent
    for _ in range(6):
        if up is None:
            return False
        if up.tag in _HEADINGS:
            return up.text().strip() != text
        up = up.parent
    return False


def is_icon(node: Node) -> bool:
    """Does a font of icons draw a word in an element as a picture?"""
    name = node.attributes.get("class")
    return name is not None and _ICONS.search(name) is not None
