"""Links in captions: a picture's figure and its element → the same with the links that its caption has on the page."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from printworthy.base.links import Resolver
from printworthy.data.blocks import Figure, Inline, Link, Text
from printworthy.data.tree import Node

_CLIMB: Final = 4
_QUERY: Final = "figcaption a[href],.wp-caption-text a[href],.caption a[href],.thumbcaption a[href]"
_MOST: Final = 20


def with_links(figure: Figure, node: Node, links: Resolver) -> Figure:
    """The figure, whose caption is text, with links where the page has them."""
    if len(figure.caption) != 1 or not isinstance(figure.caption[0], Text):
        return figure
    found = _links(node)
    return replace(figure, caption=_linked(figure.caption[0].text, found, links)) if found else figure


def _links(node: Node) -> list[Node]:
    """The links of the caption in the figure around a picture."""
    up = node.parent
    for _ in range(_CLIMB):
        if up is None or up.tag in ("body", "article", "main", "section"):
            return []
        found = up.css(_QUERY)
        if found or up.tag == "figure":
            return found[:_MOST]
        up = up.parent
    return []


def _linked(text: str, nodes: list[Node], links: Resolver) -> tuple[Inline, ...]:
    parts: list[Inline] = []
    at = 0
    for node in nodes:
        words, address = " ".join(node.text().split()), links.absolute(node.attributes.get("href"))
        begin = text.find(words, at) if words and address else -1
        if begin >= 0:
            parts += [Text(text[at:begin])] if begin > at else []
            parts.append(Link(address, (Text(words),)))
            at = begin + len(words)
    return (*parts, Text(text[at:])) if at < len(text) else tuple(parts)
