"""Serialise: `Tree` → HTML as text, with the page's own document type, on which browsers' way of drawing depends.

Before that, HTML of our own may be put at the page's end, and a page may be made to say that it is UTF-8.
"""

from __future__ import annotations

from typing import cast

from selectolax.lexbor import LexborHTMLParser, LexborNode

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


def append(tree: Tree, html: str) -> None:
    """Put one element at the end of the page; a page of frames has no such place and stays as it is."""
    if not html or tree.body is None or tree.body.tag != "body":
        return
    made = LexborHTMLParser(html, is_fragment=True).root
    if made is not None:
        cast(LexborNode, tree.body).insert_child(made)


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
