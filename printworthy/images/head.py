"""Head: what a page names as its picture for others, `og:image` and its like, and JSON-LD → absolute addresses."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Final

from printworthy.base.links import Resolver
from printworthy.data.tree import Node, Tree

_METAS: Final = frozenset(("og:image", "og:image:url", "og:image:secure_url", "twitter:image", "twitter:image:src"))
_ARTICLE: Final = re.compile(r'"@type"\s*:\s*(?:\[[^\]]{0,200})?"[^"]*(?:Article|Posting|Report|Recipe|Review|HowTo)"')
_IMAGE: Final = re.compile(r'"image"\s*:\s*("(?:[^"\\]|\\.){4,2000}"|[\[{])')
_ADDRESS: Final = re.compile(
    r'"(?:url|contentUrl|@id)"\s*:\s*("(?:[^"\\]|\\.){4,2000}")|^\[\s*("(?:[^"\\]|\\.){4,2000}")'
)
_SCRIPTS: Final = 'script[type="application/ld+json"]'
_LONGEST: Final = 200_000
_FEW: Final = 4


def named_pictures(tree: Tree, links: Resolver) -> list[str]:
    """The pictures that the head's meta elements name, in their order."""
    if tree.head is None:
        return []
    found = (links.picture(_content(node)) for node in tree.head.css("meta[content]") if _is_picture(node))
    return list(dict.fromkeys(address for address in found if address))[:_FEW]


def linked_data_pictures(tree: Tree, links: Resolver) -> list[str]:
    """The pictures of articles in the page's linked data. The scripts are read by pattern: most need no parsing."""
    found: list[str] = []
    # Most stand in the head, where they are found more quickly.
    scripts = tree.head.css(_SCRIPTS) if tree.head is not None else []
    for script in (scripts or tree.root.css(_SCRIPTS))[:8]:
        text = script.text()[:_LONGEST]
        if _ARTICLE.search(text):
            found += [links.picture(value) for value in _values(text)]
    # Some are the names of nodes in the graph, not files.
    return list(dict.fromkeys(address for address in found if address and "#" not in address))[:_FEW]


def _is_picture(node: Node) -> bool:
    attributes = node.attributes
    return (attributes.get("property") or attributes.get("name") or "").lower() in _METAS


def _content(node: Node) -> str:
    return (node.attributes.get("content") or "").strip()


def _values(text: str) -> Iterator[str]:
    """The strings that `image` properties hold, at once or one level down."""
    for match in _IMAGE.finditer(text):
        value = match[1]
        if value[0] != '"':
            inner = _ADDRESS.search(text[match.start(1) : match.start(1) + 3000])
            value = (inner[1] or inner[2]) if inner else ""
        try:
            yield json.loads(value) if value else ""
        except ValueError:
            continue
