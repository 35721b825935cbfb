"""Warm browsers: a page in, how it looks out. Whatever the page asks for comes through the guarded client."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from typing import TYPE_CHECKING

from printworthy.apps.service.errors import BusyError, NoBrowserError
from printworthy.apps.service.settings import WorkLimits
from printworthy.data.looks import Snapshot
from printworthy.data.page import Page
from printworthy.errors import FetchError, MissingExtraError, RenderError, UsageError
from printworthy.fetching.client import Client
from printworthy.render.chromium import RENDER_LIMITS, find_chromium

if TYPE_CHECKING:
    from printworthy.render.browser import Browser


class Browsers:
    """A few browsers, each started with its first page and kept; one that falls is started anew by itself."""

    def __init__(self, work: WorkLimits) -> None:
        self._limits = replace(RENDER_LIMITS, seconds=min(RENDER_LIMITS.seconds, work.seconds))
        self._all: dict[int, Browser] = {}
        self._count = work.browsers
        self._free: asyncio.Queue[int] = asyncio.Queue()
        for number in range(work.browsers):
            self._free.put_nowait(number)
        self._queue = work.queue
        self._waiting = 0

    @property
    def waiting(self) -> int:
        """How many pages wait for a browser."""
        return self._waiting

    def lacking(self) -> str:
        """Why no page can be shown here, for the admin of the service; empty if one can."""
        if not self._count:
            return "no browsers are allowed: give --browsers"
        if find_spec("playwright") is None:
            return str(MissingExtraError("render", "looking at a page in a browser"))
        try:
            find_chromium()
        except RenderError as error:
            return str(error)
        return ""

    async def render(self, html: bytes, url: str, client: Client) -> Snapshot:
        """How the page looks, or `RenderError`."""
        if not self._count:
            raise UsageError("this service has no browser: ask with render 'never' or 'auto'")
        if self.lacking():
            raise NoBrowserError("no browser is installed where this service runs: ask with render 'never' or 'auto'")
        if self._free.empty() and self._waiting >= self._queue:
            raise BusyError(f"{self._waiting} pages are waiting for a browser: try again later", retry=5)
        number = await self._take()
        here = asyncio.get_running_loop()
        left = asyncio.Event()

        async def fetch(address: str) -> Page:
            if left.is_set():
                raise FetchError("nobody waits for this page any more: nothing is fetched")
            return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(client.get(address), here))

        browser = self._browser(number)
        work = asyncio.ensure_future(asyncio.to_thread(browser.render, html, url, fetch))
        work.add_done_callback(partial(self._put_back, number))
        try:
            # If the caller gives up, the thread goes on until its own deadline: only then is the browser free again.
            return await asyncio.shield(work)
        except RenderError as error:
            raise RenderError(str(error).replace(find_chromium(), "the browser")) from None
        finally:
            left.set()

    def _put_back(self, number: int, work: asyncio.Future[Snapshot]) -> None:
        if not work.cancelled():
            work.exception()  # whoever still waits hears of it
        self._free.put_nowait(number)

    async def _take(self) -> int:
        self._waiting += 1
        try:
            return await self._free.get()
        finally:
            self._waiting -= 1

    def _browser(self, number: int) -> Browser:
        """The browser of that number; the first who needs it makes it."""
        from printworthy.render.browser import Browser  # 3 ms that the start does not need

        return self._all.setdefault(number, Browser(self._limits))

    async def close(self) -> None:
        """End all browsers."""
        await asyncio.gather(*(asyncio.to_thread(browser.close) for browser in self._all.values()))
