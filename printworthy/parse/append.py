"""Append: HTML of our own → the end of a page's body."""

from __future__ import annotations

from typing import cast

from selectolax.lexbor import LexborHTMLParser, LexborNode

from printworthy.data.tree import Tree


def append(tree: Tree, html: str) -> None:
    """Put one element at the end of the page; a page of frames has no such place and stays as it is."""
    if not html or tree.body is None or tree.body.tag != "body":
        return
    made = LexborHTMLParser(html, is_fragment=True).root
    if made is not None:
        cast(LexborNode, tree.body).insert_child(made)
