"""Select: a node and a CSS selector → the elements below it that the selector means."""

from __future__ import annotations

from typing import cast

from selectolax.lexbor import LexborNode, SelectolaxError

from printworthy.data.tree import Node
from printworthy.errors import UsageError


def find(node: Node, selector: str) -> list[Node]:
    """The elements, in the order of the page."""
    try:
        return cast(list[Node], cast(LexborNode, node).css(selector))
    except SelectolaxError:
        raise UsageError(f"{selector!r} is no CSS selector: check its spelling") from None
