"""Eye: a browser for the pages of one article, whose requests go through the client that fetches these pages."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from printworthy.data.looks import Renderer, Snapshot
from printworthy.data.page import Page
from printworthy.fetch.client import Client
from printworthy.options import Options
from printworthy.render.browser import Browser


@asynccontextmanager
async def open_eye(client: Client, options: Options, browser: Browser | None = None) -> AsyncIterator[Renderer | None]:
    """What shows pages, if the options ask for it: the browser given, or one of our own for as long as this lasts."""
    if options.render == "never":
        yield None
        return
    own = browser or Browser()
    try:
        yield _renderer(client, own)
    finally:
        if browser is None:
            await asyncio.to_thread(own.close)


def _renderer(client: Client, browser: Browser) -> Renderer:
    """The browser works in a thread with a loop of its own; the client stays in this one."""
    here = asyncio.get_running_loop()

    async def fetch(url: str) -> Page:
        return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(client.get(url), here))

    def render(html: bytes, url: str) -> Snapshot:
        return browser.render(html, url, fetch)

    return render
