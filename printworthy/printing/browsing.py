"""Browsing: a page that was fetched or handed in → its article, as it stands or as a browser shows it.

`render="never"` asks no browser, `"always"` takes what one shows, `"auto"` asks one where the page as it stands is
doubtful, and takes the better of both.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, Final, TypeAlias

from printworthy.data.looks import Snapshot
from printworthy.data.page import Page
from printworthy.errors import MissingExtraError, RenderError, UsageError
from printworthy.fetching.client import Client
from printworthy.options import Options
from printworthy.printing.executors import Executor, Step
from printworthy.printing.messages import Held, VisitedPage
from printworthy.reading.doubt import DOUBTFUL, NOT_RENDERED, better
from printworthy.render.browser import Browser

# What shows a page: its HTML in UTF-8 and its address in, a snapshot out.
Show: TypeAlias = Callable[[bytes, str], Awaitable[Snapshot]]
# Where a browser cannot be had or fails, `auto` goes on without.
_NO_BROWSER: Final = (RenderError, MissingExtraError, UsageError)


async def look(executor: Executor, step: Step, html: bytes, url: str, options: Options, show: Show | None) -> Any:  # noqa: ANN401 - the step's
    """What `step` (VISIT or EXTRACT) makes of a page, as it stands or as a browser shows it."""
    if options.render == "always" and show is not None:
        return await executor.run(step, html, url, options, await show(html, url))
    plain = await executor.run(step, html, url, options)
    if (snapshot := await _doubted(_held(plain), html, url, options, show)) is None:
        return plain
    shown = await executor.run(step, html, url, options, snapshot)
    return shown if better(_held(plain), _held(shown)) is _held(shown) else plain


def _held(made: VisitedPage | Held) -> Held:
    return made.article if isinstance(made, VisitedPage) else made


async def _doubted(plain: Held, html: bytes, url: str, options: Options, show: Show | None) -> Snapshot | None:
    """What a browser shows of a page that is doubtful as it stands; None if there is no need or no browser."""
    if options.render != "auto" or show is None or plain.confidence >= DOUBTFUL:
        return None
    try:
        return await show(html, url)
    except _NO_BROWSER as error:
        plain.trace.notes.append(f"{NOT_RENDERED}{error}")
        return None


@asynccontextmanager
async def own_browser(client: Client, options: Options, browser: Browser | None = None) -> AsyncIterator[Show | None]:
    """What shows pages, if the options ask for it: the browser given, or one of our own for as long as this lasts.

    The requests of its pages go through the client that fetches the article.
    """
    if options.render == "never":
        yield None
        return
    own = browser or Browser()
    try:
        yield shower(client, own)
    finally:
        if browser is None:
            await asyncio.to_thread(own.close)


def shower(client: Client, browser: Browser) -> Show:
    """The browser works in a thread with a loop of its own; the client stays in this one."""
    here = asyncio.get_running_loop()

    async def fetch(url: str) -> Page:
        return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(client.get(url), here))

    async def show(html: bytes, url: str) -> Snapshot:
        return await asyncio.to_thread(browser.render, html, url, fetch)

    return show
