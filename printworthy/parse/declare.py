"""Declare: a page that is written in UTF-8 → the same page, which says so."""

from __future__ import annotations

from typing import cast

from selectolax.lexbor import LexborHTMLParser, LexborNode

from printworthy.data.tree import Tree


def declare_utf8(tree: Tree) -> bool:
    """Put the declaration first in the head, unless the head has one; True if it was put in."""
    head = cast(LexborNode | None, tree.head)
    if head is None or head.css_first("meta[charset], meta[http-equiv='content-type' i][content*='charset' i]"):
        return False
    made = LexborHTMLParser('<meta charset="utf-8">', is_fragment=True).root
    if made is None:
        return False
    if head.child is None:
        head.insert_child(made)
    else:
        head.child.insert_before(made)
    return True
