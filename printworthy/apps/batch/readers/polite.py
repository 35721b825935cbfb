"""A polite way to the web: a transport that lets a host rest between two requests, as long as it asks for."""

from __future__ import annotations

import asyncio
from typing import Final
from urllib.parse import urlsplit
from urllib.robotparser import RobotFileParser

from printworthy.fetch.patience import Clock
from printworthy.fetch.robots import NAME
from printworthy.fetch.transport import Reply, Request, Transport

# A site that asks for more is meant to be left alone by most crawlers; we wait this long and go on.
_LONGEST: Final = 30.0


class Polite:
    """Every request passes here: pages, redirects and robots.txt itself, whose Crawl-delay it heeds."""

    def __init__(self, inner: Transport, delay: float, clock: Clock) -> None:
        self._inner, self._delay, self._clock = inner, delay, clock
        self._asked: dict[str, float] = {}
        self._delays: dict[str, float] = {}
        self._gates: dict[str, asyncio.Lock] = {}

    async def send(self, request: Request) -> Reply:
        """The reply, once it is this request's turn."""
        host = urlsplit(request.url).netloc.lower()
        async with self._gates.setdefault(host, asyncio.Lock()):
            rest = self._asked.get(host, 0.0) + self._delays.get(host, self._delay) - self._clock.now()
            if rest > 0:
                await self._clock.sleep(rest)
            self._asked[host] = self._clock.now()
        reply = await self._inner.send(request)
        if urlsplit(request.url).path == "/robots.txt" and reply.status == 200:
            self._delays[host] = max(self._delay, _asked_delay(reply.body))
        return reply


def _asked_delay(body: bytes) -> float:
    """The seconds of rest that a robots.txt asks of us."""
    rules = RobotFileParser()
    rules.parse(body.decode("utf-8", "replace").splitlines())
    # Without this the rules count as never read, and give no answer.
    rules.modified()
    return min(_LONGEST, float(rules.crawl_delay(NAME) or 0))
