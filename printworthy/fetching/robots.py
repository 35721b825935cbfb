"""Robots: what a site's robots.txt lets a crawler fetch (RFC 9309); one look a site.

The group named after us counts, else that for everybody; in it, the longest path that matches decides, and allows where
two are of one length. `*` stands for any letters, `$` for the end.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final
from urllib.parse import quote, unquote, urljoin, urlsplit

from printworthy.base.urls import told
from printworthy.errors import FetchError, LimitError, RefusedError
from printworthy.fetching.transport import Reply, Request, Transport

NAME: Final = "printworthy"
_LARGEST: Final = 512 * 1024
_REDIRECTS: Final = 5
_MOST_RULES: Final = 10_000
_LONGEST: Final = 2000
_CLOSED: Final = "User-agent: *\nDisallow: /"


@dataclass(frozen=True, slots=True)
class RobotsRules:
    """Paths that are open (True) or closed, as patterns; the longest that matches decides."""

    paths: tuple[tuple[str, bool], ...] = ()

    def allow(self, url: str) -> bool:
        """May this address be fetched?"""
        parts = urlsplit(url)
        path = _tidy(parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        found = [(len(pattern), is_open) for pattern, is_open in self.paths if _matches(pattern, path)]
        return max(found, default=(0, True))[1]


class Robots:
    """Remembers the rules of each site while it lives."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self._rules: dict[str, RobotsRules] = {}

    async def check(self, url: str, user_agent: str) -> None:
        """Refuse an address that the site keeps from crawlers."""
        where = urljoin(url, "/robots.txt")
        rules = self._rules.get(where)
        if rules is None:
            rules = self._rules[where] = read_rules(await self._read(where, user_agent))
        if not rules.allow(url):
            raise RefusedError(f"{told(url)} is closed to crawlers by {where}: leave it, or do not heed robots.txt")

    async def _read(self, where: str, user_agent: str) -> str:
        """The text; a site without any allows all, one that fails allows nothing for now (RFC 9309, 2.3.1)."""
        reply = Reply(404)
        for _ in range(1 + _REDIRECTS):
            try:
                reply = await self._transport.send(Request(where, {"User-Agent": user_agent}, _LARGEST))
            except LimitError:
                return ""
            except RefusedError:
                raise
            except FetchError:
                return _CLOSED
            onward = reply.headers.get("location", "")
            if not 300 <= reply.status < 400 or not onward:
                break
            where = urljoin(where, onward)
        if reply.status >= 500:
            return _CLOSED
        return reply.body.decode("utf-8-sig", "replace") if reply.status == 200 else ""


def read_rules(text: str) -> RobotsRules:
    """The rules for us in a robots.txt."""
    groups: dict[str, list[tuple[str, bool]]] = {}
    named: list[str] = []
    open_group = False
    for line in text.splitlines():
        name, _, value = (part.strip() for part in line.partition("#")[0].partition(":"))
        match name.lower():
            case "user-agent":
                named = [*named, value.lower()] if open_group else [value.lower()]
                open_group = True
                groups.setdefault(value.lower(), [])
            case "allow" | "disallow":
                open_group = False
                for agent in named if value else ():
                    groups[agent].append((_tidy(value[:_LONGEST]), name.lower() == "allow"))
    return RobotsRules(tuple(groups.get(NAME, groups.get("*", []))[:_MOST_RULES]))


def _tidy(path: str) -> str:
    """One spelling for a path: escapes of what needs none are undone."""
    return quote(unquote(path), safe="/*$?=&%:;,@+!~'()")


def _matches(pattern: str, path: str) -> bool:
    """Does a path begin with a pattern? Each piece between stars is looked for where it first comes: never again."""
    ends = pattern.endswith("$")
    first, *rest = re.split(r"\*+", pattern.removesuffix("$"))
    if not path.startswith(first):
        return False
    place = len(first)
    if not rest:
        return not ends or place == len(path)
    for piece in rest[:-1] if ends else rest:
        found = path.find(piece, place)
        if found < 0:
            return False
        place = found + len(piece)
    return not ends or path.endswith(rest[-1]) and len(path) - len(rest[-1]) >= place
