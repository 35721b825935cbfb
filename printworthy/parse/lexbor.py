"""Parse: bytes of HTML in UTF-8 → `Tree`. The only file that knows the parser's name."""

from __future__ import annotations

from functools import cache
from typing import cast

from selectolax.lexbor import LexborHTMLParser

from printworthy.base.tags import INLINE, KINDS
from printworthy.data.tree import Node, Tree


@cache
def tag_kinds() -> tuple[int, ...]:
    """The kind of every tag that the parser has a number for, by that number."""
    void = "".join(f"<{name}></{name}>" for name in KINDS if name[0].isalpha() and name not in _WHOLE_PAGE)
    ids: dict[int, int] = {}
    for source in (f"<body>x{void}<!--x-->", _TABLE, "<frameset><frame></frameset>", _HEAD):
        todo = [cast(Node | None, LexborHTMLParser(source).root)]
        while todo:
            node = todo.pop()
            if node is None:
                continue
            if node.tag in KINDS and node.tag_id < _NUMBERED:
                ids[node.tag_id] = KINDS[node.tag]
            todo += [node.next, node.child]
    return tuple(ids.get(number, INLINE) for number in range(max(ids) + 1))


def parse(html: bytes) -> Tree:
    """The tree of a page; any bytes give a tree."""
    parser = LexborHTMLParser(html)
    body, head, root = (cast(Node | None, part) for part in (parser.body, parser.head, parser.root))
    if root is None:
        return parse(b"<html><body></body></html>")
    return Tree(root=root, body=body, head=head, kinds=tag_kinds())


# Tags that the parser does not know are numbered by an address in memory.
_NUMBERED = 4096
_WHOLE_PAGE = {"body", "head", "frameset", "frame", "title", "base", "meta", "link", "other"}
# Tags that the parser takes only in their place.
_TABLE = "<table><caption></caption><colgroup><col></colgroup><thead><tr><th></thead><tbody><tr><td><tfoot></table>"
_HEAD = "<head><title>x</title><base><meta><link>"
