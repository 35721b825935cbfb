"""Blocked addresses: the test that asks the block lists about what a page loads or links to."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from printworthy.data.tree import Node
from printworthy.filters.block_lists import BlockLists
from printworthy.filters.context import Context
from printworthy.filters.plan import DROP, KEEP, Attributes, Test
from printworthy.filters.rules import parents

_HOST: Final = re.compile(r"\s*(?:https?:)?[/\\]{2}(?:[^/\\?#@]*@)?([^/\\?#:]+)", re.I)


def spared(allow: Iterable[str], host: str) -> bool:
    """Is the host, or one above it, among those never to be blocked?"""
    names = frozenset(allow)
    return any(name in names for name in parents(host))


def blocked(lists: BlockLists, attribute: str, kind: str) -> Test:
    """Ask about an address. Network rules are about what a page loads; a link is judged by its host alone.

    Hosts are asked about once a page, and so are whole addresses.
    """
    by_host = lists.engine is None or not kind

    def test(node: Node, attributes: Attributes, context: Context) -> int:
        address = attributes.get(attribute)
        if not address or by_host and ("//" not in address[:8] or address.startswith(context.own)):
            return KEEP  # on the page's own host
        found = _HOST.match(address)
        if found is None and by_host:
            return KEEP
        host = found[1].lower() if found else context.host
        key = host if by_host else f"{kind} {address}"
        verdict = context.known.get(key)
        if verdict is None:
            verdict = context.known[key] = DROP if _is_ad(lists, address, host, kind, context) else KEEP
        return verdict

    return test


def _is_ad(lists: BlockLists, address: str, host: str, kind: str, context: Context) -> bool:
    if spared(lists.allow, context.host) or host == context.host and not (lists.engine and kind):
        return False
    return lists.blocks(context.resolver.absolute(address) or address, host, context.url, kind)
