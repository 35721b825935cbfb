"""Engine: keeps one browser warm, in one event loop: pages in, snapshots out, one after the other.

The browser is started anew after a number of pages, and after any page that was not well; what is left of the old one
is ended by its process numbers.
"""

from __future__ import annotations

import asyncio
import os
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from printworthy.data.looks import Snapshot
from printworthy.errors import RenderError
from printworthy.render.chromium import find_chromium, is_root, switches
from printworthy.render.driver import Driver
from printworthy.render.limits import RenderLimits
from printworthy.render.memory import birth, end, processes, resident
from printworthy.render.traffic import Fetch
from printworthy.render.visit import visit

if TYPE_CHECKING:
    from playwright.async_api import Browser, CDPSession

_LOOK_EVERY: Final = 0.2
_STARTING: Final = 60.0
_CLOSING: Final = 5.0


class Engine:
    """A browser that is started when it is first needed; all its methods belong to one event loop."""

    def __init__(self, limits: RenderLimits, executable: str | os.PathLike[str] | None) -> None:
        self._limits, self._executable = limits, executable
        self._turn = asyncio.Lock()
        self._driver = Driver()
        self._browser: Browser | None = None
        self._session: CDPSession | None = None
        self._processes: dict[int, str] = {}
        self._pages = 0

    async def render(self, html: bytes, url: str, fetch: Fetch | None) -> Snapshot:
        """How the page looks, or `RenderError`."""
        async with self._turn:
            browser = await self._ready()
            self._pages += 1
            well = False
            try:
                snapshot = await self._within_limits(browser, html, url, fetch)
                well = True
                return snapshot
            finally:
                if not well or not browser.is_connected() or self._pages >= self._limits.pages:
                    await self._retire()

    async def close(self) -> None:
        """End the browser and its driver."""
        async with self._turn:
            await self._retire()
            await self._driver.stop()

    async def _within_limits(self, browser: Browser, html: bytes, url: str, fetch: Fetch | None) -> Snapshot:
        """Visit under the deadline, with an eye on memory; the browser's own errors in our words."""
        from playwright.async_api import Error

        watch = asyncio.ensure_future(self._watch())
        work = asyncio.ensure_future(visit(browser, html, url, fetch, self._limits))
        try:
            async with asyncio.timeout(self._limits.seconds):
                await asyncio.wait({work, watch}, return_when=asyncio.FIRST_COMPLETED)
                if watch.done():
                    watch.result()
                return await work
        except TimeoutError:
            time = f"{self._limits.seconds:g} seconds"
            raise RenderError(f"the page did not come to rest within {time}: open it in a browser, save it") from None
        except Error as error:
            raise RenderError(f"the browser failed on the page ({_first_line(error)}): try again") from error
        finally:
            watch.cancel()
            work.cancel()
            await asyncio.gather(watch, work, return_exceptions=True)

    async def _watch(self) -> None:
        """Look at the processes now and then, and end a page that holds too much memory."""
        while self._session is not None:
            await asyncio.sleep(_LOOK_EVERY)
            kinds = await processes(self._session)
            self._processes = {process: birth(process) for process in kinds}
            for process, kind in kinds.items():
                if kind == "renderer" and resident(process) > self._limits.memory:
                    end(process, self._processes[process])
                    most = self._limits.memory // (1024 * 1024)
                    raise RenderError(f"the page needs more than {most} MB of memory: open it in a browser, save it")

    async def _ready(self) -> Browser:
        """The browser, started if need be."""
        if self._browser is not None and self._browser.is_connected():
            return self._browser
        await self._retire()
        program = find_chromium(self._executable)
        driver = await self._driver.start()
        try:
            async with asyncio.timeout(_STARTING):
                self._browser = await driver.chromium.launch(
                    executable_path=program, args=switches(self._limits), chromium_sandbox=not is_root()
                )
                self._session = await self._browser.new_browser_cdp_session()
                self._processes = {process: birth(process) for process in await processes(self._session)}
        except Exception as error:
            await self._retire()
            await self._driver.stop()
            raise RenderError(f"{program} could not be started ({_first_line(error)}): try it by hand") from error
        return self._browser

    async def _retire(self) -> None:
        """Close the browser, and end what does not close."""
        browser, self._browser, self._session, self._pages = self._browser, None, None, 0
        if browser is not None:
            with suppress(Exception):
                await asyncio.wait_for(browser.close(), _CLOSING)
        for process, born in self._processes.items():
            end(process, born)
        self._processes = {}


def _first_line(error: BaseException) -> str:
    return (str(error) or type(error).__name__).strip().partition("\n")[0][:200]
