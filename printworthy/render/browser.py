"""Browser: a page → how it looks, for ordinary code, in whatever thread it runs and whether an event loop runs there.

    with Browser() as browser:
        snapshot = browser.render(html, url)

The browser's own event loop lives in a thread beside; a page that is fetched brings the guarded client's `fetch`.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Coroutine
from threading import Lock, Thread
from typing import Any, TypeVar

from printworthy.base.encoding import to_utf8
from printworthy.data.looks import Snapshot
from printworthy.errors import UsageError
from printworthy.render.chromium import RENDER_LIMITS, RenderLimits
from printworthy.render.engine import BrowserEngine
from printworthy.render.traffic import Fetch

T = TypeVar("T")


class Browser:
    """A headless Chromium that is started at the first page and kept warm until it is closed."""

    def __init__(self, limits: RenderLimits = RENDER_LIMITS, executable: str | os.PathLike[str] | None = None) -> None:
        self._limits, self._executable = limits, executable
        self._lock = Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: Thread | None = None
        self._engine: BrowserEngine | None = None
        self._closed = False

    def __enter__(self) -> Browser:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def render(self, html: str | bytes, url: str = "", fetch: Fetch | None = None) -> Snapshot:
        """How a page looks after its scripts have run, or `RenderError`. Calls from several threads take turns.

        `fetch` answers the page's own requests, in the browser's event loop; without it all are refused.
        """
        page = to_utf8(html)
        loop, engine = self._start()
        return _wait(engine.render(page, url, fetch), loop)

    def close(self) -> None:
        """End the browser; it cannot be used any more."""
        with self._lock:
            self._closed = True
            loop, thread, engine = self._loop, self._thread, self._engine
            self._loop = self._thread = self._engine = None
        if loop is None or thread is None or engine is None:
            return
        try:
            _wait(engine.close(), loop)
        finally:
            loop.call_soon_threadsafe(loop.stop)
            thread.join()
            loop.close()

    def _start(self) -> tuple[asyncio.AbstractEventLoop, BrowserEngine]:
        with self._lock:
            if self._closed:
                raise UsageError("this browser is closed: open another one")
            if self._loop is None or self._engine is None:
                self._loop = asyncio.new_event_loop()
                # The driver reports pages that ended under its hands here, too; we have told so already.
                self._loop.set_exception_handler(lambda *_: None)
                self._thread = Thread(target=self._loop.run_forever, name="printworthy-browser", daemon=True)
                self._thread.start()
                self._engine = _wait(_made(self._limits, self._executable), self._loop)
            return self._loop, self._engine


async def _made(limits: RenderLimits, executable: str | os.PathLike[str] | None) -> BrowserEngine:
    """An engine of the running loop."""
    return BrowserEngine(limits, executable)


def _wait(work: Coroutine[Any, Any, T], loop: asyncio.AbstractEventLoop) -> T:
    """The result of work in another thread's loop; an interrupt here cancels it there."""
    future = asyncio.run_coroutine_threadsafe(work, loop)
    try:
        return future.result()
    except BaseException:
        future.cancel()
        raise
