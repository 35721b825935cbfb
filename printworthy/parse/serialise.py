"""Serialise: `Tree` → HTML as text, with the page's own document type, on which browsers' way of drawing depends."""

from __future__ import annotations

from typing import cast

from selectolax.lexbor import LexborNode

from printworthy.data.tree import Tree


def serialise(tree: Tree) -> str:
    """The whole page, with what stands before and after its `<html>`."""
    root = cast(LexborNode, tree.root)
    html = root.parser.html or ""
    kind = root.prev
    while kind is not None and kind.tag != "-doctype":
        kind = kind.prev
    if kind is None:
        return html
    short, whole = kind.html or "", (kind.html_pretty(full_doctype=True) or "").strip()
    if short == whole:
        return html
    # The parser's own writer leaves out the public identifier, and a page of 1999 would be drawn by other rules.
    start = _length_before(kind)
    return html[:start] + whole + html[start + len(short) :]


def _length_before(node: LexborNode) -> int:
    """How many characters the comments before a node take."""
    length, before = 0, node.prev
    while before is not None:
        length, before = length + len(before.html or ""), before.prev
    return length
