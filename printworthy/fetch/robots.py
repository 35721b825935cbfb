"""Robots: what a site's robots.txt lets a crawler fetch (RFC 9309); one look a site."""

from __future__ import annotations

from typing import Final
from urllib.parse import urljoin
from urllib.robotparser import RobotFileParser

from printworthy.errors import FetchError, LimitError, RefusedError
from printworthy.fetch.transport import Reply, Request, Transport

NAME: Final = "Printworthy"
_LARGEST: Final = 512 * 1024


class Robots:
    """Remembers the rules of each site while it lives."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self._rules: dict[str, RobotFileParser] = {}

    async def check(self, url: str, user_agent: str) -> None:
        """Refuse an address that the site keeps from crawlers."""
        where = urljoin(url, "/robots.txt")
        rules = self._rules.get(where)
        if rules is None:
            rules = self._rules[where] = await self._read(where, user_agent)
        if not rules.can_fetch(NAME, url):
            raise RefusedError(f"{url} is closed to crawlers by {where}: leave it, or do not heed robots.txt")

    async def _read(self, where: str, user_agent: str) -> RobotFileParser:
        """The rules; a site without any allows all, one that fails allows nothing for now (RFC 9309, 2.3.1)."""
        rules = RobotFileParser(where)
        try:
            reply = await self._transport.send(Request(where, {"User-Agent": user_agent}, _LARGEST))
        except LimitError:
            reply = Reply(404)
        except RefusedError:
            raise
        except FetchError:
            reply = Reply(503)
        rules.parse(_lines(reply))
        return rules


def _lines(reply: Reply) -> list[str]:
    if reply.status >= 500:
        return ["User-agent: *", "Disallow: /"]
    return reply.body.decode("utf-8", "replace").splitlines() if reply.status == 200 else []
