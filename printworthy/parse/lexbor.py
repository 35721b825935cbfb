"""Parse: bytes of HTML in UTF-8 → `Tree`; a node and a CSS selector → the elements below it."""

from __future__ import annotations

from functools import cache
from typing import cast

from selectolax.lexbor import LexborDocumentOptions, LexborHTMLParser, LexborNode, SelectolaxError

from printworthy.base.tags import CODE, KINDS, OTHER
from printworthy.data.tree import Node, Tree
from printworthy.errors import UsageError
from printworthy.parse.tame import tame


@cache
def tag_numbers() -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The kind and the code of every tag that the parser has a number for, by that number."""
    void = "".join(f"<{name}></{name}>" for name in KINDS if name[0].isalpha() and name not in _WHOLE_PAGE)
    names: dict[int, str] = {}
    for source in (f"<body>x{void}<!--x-->", _TABLE, "<frameset><frame></frameset>", _HEAD):
        todo = [cast(Node | None, LexborHTMLParser(source).root)]
        while todo:
            node = todo.pop()
            if node is None:
                continue
            if node.tag in KINDS and node.tag_id < _NUMBERED:
                names[node.tag_id] = node.tag
            todo += [node.next, node.child]
    known = [names.get(number, "span") for number in range(max(names) + 1)]
    return tuple(KINDS[name] for name in known), tuple(CODE.get(name, OTHER) for name in known)


def parse_page(html: bytes) -> Tree:
    """The tree of a page in UTF-8, whatever it holds: markup that would hurt the parser is rewritten first."""
    return parse(tame(html))


def parse(html: bytes) -> Tree:
    """The tree of harmless HTML; any bytes give a tree."""
    parser = LexborHTMLParser(html, options=_OPTIONS)
    body, head, root = (cast(Node | None, part) for part in (parser.body, parser.head, parser.root))
    if root is None:
        return parse(b"<html><body></body></html>")
    kinds, codes = tag_numbers()
    return Tree(root=root, body=body, head=head, kinds=kinds, codes=codes)


# Nothing listens to what happens in the tree.
_OPTIONS = LexborDocumentOptions.WO_EVENTS
# Tags that the parser does not know are numbered by an address in memory.
_NUMBERED = 4096
_WHOLE_PAGE = {"body", "head", "frameset", "frame", "title", "base", "meta", "link", "other"}
# Tags that the parser takes only in their place.
_TABLE = "<table><caption></caption><colgroup><col></colgroup><thead><tr><th></thead><tbody><tr><td><tfoot></table>"
_HEAD = "<head><title>x</title><base><meta><link>"


def find(node: Node, selector: str) -> list[Node]:
    """The elements, in the order of the page."""
    try:
        return cast(list[Node], cast(LexborNode, node).css(selector))
    except SelectolaxError:
        raise UsageError(f"{selector!r} is no CSS selector: check its spelling") from None
