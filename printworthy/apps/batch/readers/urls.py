"""Lists of addresses → items: fetched politely, many hosts at a time, and given in the order of the list."""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from typing import Final
from urllib.parse import urlsplit
from urllib.robotparser import RobotFileParser

from printworthy.apps.batch.readers.items import Item, ItemPosition, Passed, Raw, UnreadablePage
from printworthy.apps.batch.settings import MB, BatchSettings, Visits
from printworthy.apps.batch.tasks import Task
from printworthy.base.guard import PERSONAL, STRICT, Policy
from printworthy.data.page import Page
from printworthy.errors import LateFetchError, LimitError, PrintworthyError, RefusedError
from printworthy.fetching.client import Client
from printworthy.fetching.limits import USER_AGENT, Limits, Visitor
from printworthy.fetching.network import Network
from printworthy.fetching.patience import Clock, RealClock
from printworthy.fetching.robots import NAME
from printworthy.fetching.transport import Reply, Request, Transport

_AHEAD: Final = 32
_SECONDS: Final = 30.0


class UrlReader:
    """The addresses of a task. Up to `_AHEAD` are under way; those of one host one after the other."""

    def __init__(self, task: Task, settings: BatchSettings) -> None:
        self._task = task
        self._visits = settings.visits
        self._size = settings.caps.html_mb * MB
        self.began = self.ended = -1

    def items(self, skip: int = 0) -> Iterator[Item]:
        """All items after the first `skip`, which are not fetched."""
        entries = self._task.entries[skip:]
        with running_loop() as loop:
            yield from self._fetched(loop, entries, skip)

    def _fetched(
        self, loop: asyncio.AbstractEventLoop, entries: tuple[tuple[int, str], ...], done: int
    ) -> Iterator[Item]:
        """Keep the window full; the loop runs on while the last item is being extracted."""
        share = self._task.size // max(1, len(self._task.entries))
        policy = _policy(self._visits, entries)
        network = Network(policy, parallel=_AHEAD)
        polite = Polite(network, self._visits.delay, RealClock())
        client = Client(policy, self._limits(), _visitor(self._visits), polite)
        lanes: dict[str, asyncio.Lock] = {}

        async def one(url: str) -> Page | PrintworthyError:
            async with lanes.setdefault((urlsplit(url).hostname or "").lower(), asyncio.Lock()):
                try:
                    return await client.get(url)
                except PrintworthyError as error:
                    return error

        waiting: deque[Future[Page | PrintworthyError]] = deque()
        coming = iter(entries)
        try:
            for number, (position, url) in enumerate(entries, done + 1):
                while len(waiting) < _AHEAD and (entry := next(coming, None)) is not None:
                    waiting.append(asyncio.run_coroutine_threadsafe(one(entry[1]), loop))
                yield _item(ItemPosition(position, "", number * share), url, waiting.popleft().result())
        finally:
            for future in waiting:
                future.cancel()
            asyncio.run_coroutine_threadsafe(network.close(), loop).result()

    def _limits(self) -> Limits:
        # A page may wait for its robots.txt and for each redirect.
        return Limits(size=self._size, seconds=_SECONDS + 5 * self._visits.delay, parallel=_AHEAD)


def _item(place: ItemPosition, url: str, found: Page | PrintworthyError) -> Item:
    match found:
        case RefusedError():
            return UnreadablePage(place, url, "refused", str(found))
        case LimitError():
            return UnreadablePage(place, url, "too large", str(found))
        case LateFetchError():
            return UnreadablePage(place, url, "late", str(found))
        case PrintworthyError():
            return UnreadablePage(place, url, "not fetched", str(found))
    if found.media_type and "html" not in found.media_type and not found.media_type.startswith("text/plain"):
        return Passed(place, found.media_type[:60])
    return Raw(place, found.url, found.content, found.charset, found.status)


def _policy(visits: Visits, entries: tuple[tuple[int, str], ...]) -> Policy:
    """A list may come from anywhere, so what it names must be public, unless the person says otherwise."""
    if not visits.private:
        return STRICT
    policy = PERSONAL
    for url in dict.fromkeys(url for _, url in entries):
        policy = policy.naming(url)
    return policy


def _visitor(visits: Visits) -> Visitor:
    return Visitor(user_agent=visits.user_agent or USER_AGENT, robots=visits.robots)


@contextmanager
def running_loop() -> Iterator[asyncio.AbstractEventLoop]:
    """An event loop in a thread of its own, for as long as it is used."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    try:
        yield loop
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.run_until_complete(_settle(asyncio.all_tasks(loop)))
        loop.run_until_complete(loop.shutdown_default_executor())
        loop.close()


async def _settle(left: set[asyncio.Task[object]]) -> None:
    """End what is still under way."""
    for task in left:
        task.cancel()
    await asyncio.gather(*left, return_exceptions=True)


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
