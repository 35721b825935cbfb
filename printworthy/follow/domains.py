"""Domains: do two addresses belong to one owner? By the list of public suffixes where it is installed."""

from __future__ import annotations

from functools import cache
from typing import Any

from printworthy.base.urls import host_of, registered_domain


def same_owner(one: str, other: str) -> bool:
    """Do both addresses lie under one registered domain? Most do by their hosts alone, without any list."""
    first, second = host_of(one), host_of(other)
    if not first or not second:
        return False
    return first == second or owned_domain(first) == owned_domain(second)


@cache
def _suffixes() -> Any:  # noqa: ANN401 - an extra, behind this file
    try:
        from publicsuffixlist import PublicSuffixList
    except ImportError:
        return None
    return PublicSuffixList()


def owned_domain(host: str) -> str:
    """What an owner registered: "bbc.co.uk" for "news.bbc.co.uk", "me.github.io" for itself.

    Without the list (the extra `fetch`), a rule of thumb that knows the usual second levels.
    """
    suffixes = _suffixes()
    if suffixes is None or ":" in host or host.replace(".", "").isdigit():
        return registered_domain(host)
    return suffixes.privatesuffix(host) or host
