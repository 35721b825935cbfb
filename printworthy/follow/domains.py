"""Domains: do two addresses belong to one owner? By the list of public suffixes where it is installed."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, Final

from printworthy.base.urls import host_of, registered_domain

_ARCHIVED: Final = re.compile(r"https?://[^/?#]+/(?:\w+/)?\d{4,14}\w*/(https?://.+)", re.I)


def same_owner(one: str, other: str) -> bool:
    """Do both addresses lie under one registered domain? Most do by their hosts alone, without any list.

    An archive holds pages of everybody under its own name: there the addresses inside count.
    """
    first, second = host_of(one), host_of(other)
    if first == second and (inner := _ARCHIVED.match(one)) and (twin := _ARCHIVED.match(other)):
        first, second = host_of(inner[1]), host_of(twin[1])
    if not first or not second:
        return False
    return first == second or owned_domain(first) == owned_domain(second)


@cache
def _suffixes() -> Any:  # noqa: ANN401 - an extra, behind this file
    try:
        from publicsuffixlist import PublicSuffixList
    except ImportError:
        return None
    return PublicSuffixList(accept_encoded_idn=False)  # spelling it all in ASCII takes longer than reading it


def owned_domain(host: str) -> str:
    """What an owner registered: "bbc.co.uk" for "news.bbc.co.uk", "me.github.io" for itself.

    Without the list (the extra `fetch`), a rule of thumb that knows the usual second levels.
    """
    suffixes = _suffixes()
    if suffixes is None or ":" in host or host.replace(".", "").isdigit():
        return registered_domain(host)
    name = _unicode(host)
    return suffixes.privatesuffix(name) or name


def _unicode(host: str) -> str:
    """The host as the list spells it."""
    try:
        return host.encode("ascii").decode("idna") if "xn--" in host else host
    except UnicodeError:
        return host
