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

from printworthy.apps.batch.items import Item, Passed, Place, Problem, Raw
from printworthy.apps.batch.readers.polite import Polite
from printworthy.apps.batch.settings import MB, Settings, Visits
from printworthy.apps.batch.tasks import Task
from printworthy.base.guard import PERSONAL, STRICT, Policy
from printworthy.data.page import Page
from printworthy.errors import LateFetchError, LimitError, PrintworthyError, RefusedError
from printworthy.fetch.client import Client
from printworthy.fetch.limits import USER_AGENT, Limits, Visitor
from printworthy.fetch.network import Network
from printworthy.fetch.patience import RealClock

_AHEAD: Final = 32
_SECONDS: Final = 30.0


class UrlReader:
    """The addresses of a task. Up to `_AHEAD` are under way; those of one host one after the other."""

    def __init__(self, task: Task, settings: Settings) -> None:
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
                yield _item(Place(position, "", number * share), url, waiting.popleft().result())
        finally:
            for future in waiting:
                future.cancel()
            asyncio.run_coroutine_threadsafe(network.close(), loop).result()

    def _limits(self) -> Limits:
        # A page may wait for its robots.txt and for each redirect.
        return Limits(size=self._size, seconds=_SECONDS + 5 * self._visits.delay, parallel=_AHEAD)


def _item(place: Place, url: str, found: Page | PrintworthyError) -> Item:
    match found:
        case RefusedError():
            return Problem(place, url, "refused", str(found))
        case LimitError():
            return Problem(place, url, "too large", str(found))
        case LateFetchError():
            return Problem(place, url, "late", str(found))
        case PrintworthyError():
            return Problem(place, url, "not fetched", str(found))
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
