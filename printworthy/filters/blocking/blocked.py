"""Blocked addresses: the test that asks the block lists about what a page loads or links to."""

from __future__ import annotations

import re
from typing import Final

from printworthy.data.tree import Node
from printworthy.filters.blocking.block_lists import BlockLists
from printworthy.filters.blocking.rules import parents
from printworthy.filters.walk.plan import DROP, KEEP, Attributes, Context, Test

_REMEMBERED: Final = 20_000
_HOST: Final = re.compile(r"\s*(?:https?:)?[/\\]{2}(?:[^/\\?#@]*@)?([^/\\?#:]+)", re.I)


def spared(allow: tuple[str, ...], host: str) -> bool:
    """Is the host, or one above it, among those never to be blocked?"""
    return bool(allow) and not frozenset(allow).isdisjoint(parents(host))


def blocked(lists: BlockLists, attribute: str, kind: str, hosts: dict[str, str]) -> Test:
    """Ask about an address. Network rules are about what a page loads; a link is judged by its host alone.

    What was said of a host is remembered in `hosts`, by how addresses there begin: the host if it is blocked, or "".
    Whole addresses are asked about once a page.
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
        if not address or address.startswith(context.own) or "//" not in address[:8]:
            return KEEP  # on the page's own host
        end = address.find("/", 8)  # the host ends before this at the latest
        key = address if end < 0 else address[:end]
        host = hosts.get(key)
        if host is None:
            if len(hosts) > _REMEMBERED:
                hosts.clear()
            host = hosts[key] = _blocked_host(lists, key)
        return DROP if host and host != context.host and not context.spared else KEEP

    return by_address if engine else by_host


def _by_engine(lists: BlockLists, address: str, kind: str, context: Context) -> int:
    if context.spared:
        return KEEP
    found = _HOST.match(address)
    host = found[1].lower() if found else context.host
    return DROP if lists.blocks(context.resolver.absolute(address) or address, host, context.url, kind) else KEEP


def _blocked_host(lists: BlockLists, address: str) -> str:
    found = _HOST.match(address)
    host = found[1].lower() if found else ""
    return host if host and lists.blocks(address, host, "", "") else ""
