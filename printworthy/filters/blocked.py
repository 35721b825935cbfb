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
    return not frozenset(allow).isdisjoint(parents(host))


def blocked(lists: BlockLists, attribute: str, kind: str) -> Test:
    """Ask about an address. Network rules are about what a page loads; a link is judged by its host alone.

    Hosts are asked about once a page, and so are whole addresses.
    """
    engine = lists.engine is not None and kind != ""

    def by_address(node: Node, attributes: Attributes, context: Context) -> int:
        address = attributes.get(attribute)
        if not address:
            return KEEP
        key = f"{kind} {address}"
        verdict = context.known.get(key)
        if verdict is None:
            verdict = context.known[key] = _by_engine(lists, address, kind, context)
        return verdict

    def by_host(node: Node, attributes: Attributes, context: Context) -> int:
        address = attributes.get(attribute)
        if not address or "//" not in address[:8] or address.startswith(context.own):
            return KEEP  # on the page's own host
        end = address.find("/", 8)  # the host ends before this at the latest
        key = address if end < 0 else address[:end]
        verdict = context.known.get(key)
        if verdict is None:
            verdict = context.known[key] = _by_host(lists, key, context)
        return verdict

    return by_address if engine else by_host


def _by_engine(lists: BlockLists, address: str, kind: str, context: Context) -> int:
    if context.spared:
        return KEEP
    found = _HOST.match(address)
    host = found[1].lower() if found else context.host
    return DROP if lists.blocks(context.resolver.absolute(address) or address, host, context.url, kind) else KEEP


def _by_host(lists: BlockLists, address: str, context: Context) -> int:
    found = _HOST.match(address)
    if found is None or context.spared:
        return KEEP
    host = found[1].lower()
    return DROP if host != context.host and lists.blocks(address, host, context.url, "") else KEEP
