"""How the addresses of one page are made absolute."""

from __future__ import annotations

from printworthy.base.links import Resolver
from printworthy.data.tree import Tree


def page_resolver(tree: Tree, url: str) -> Resolver:
    """Resolves against the page's address and the `<base href>` in its head."""
    base = tree.head.css_first("base[href]") if tree.head is not None else None
    return Resolver(url, (base.attributes.get("href") or "") if base is not None else "")
