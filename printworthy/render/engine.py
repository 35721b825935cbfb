"""Engine: keeps one browser warm, in one event loop: pages in, snapshots out, one after the other.

The browser is started anew after a number of pages, and after any page that was not well; what is left of the old one
is ended by its process numbers.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from printworthy.base.extras import need
from printworthy.data.looks import Snapshot
from printworthy.errors import RenderError
from printworthy.render.chromium import RenderLimits, find_chromium, is_root, switches
from printworthy.render.traffic import Fetch
from printworthy.render.visit import visit

if TYPE_CHECKING:
    from playwright.async_api import Browser, CDPSession, Playwright
    from playwright.async_api._context_manager import PlaywrightContextManager

_LOOK_EVERY: Final = 0.2
_STARTING: Final = 60.0
_CLOSING: Final = 5.0
_ENDING: Final = 15.0


class BrowserEngine:
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


async def processes(session: CDPSession) -> dict[int, str]:
    """The browser's processes and their kinds, as it lists them."""
    answer = await session.send("SystemInfo.getProcessInfo")
    return {int(one["id"]): str(one["type"]) for one in answer["processInfo"]}


def resident(process: int) -> int:
    """Bytes that a process holds in memory; 0 where that is not to be known."""
    try:
        pages = int(Path(f"/proc/{process}/statm").read_text("ascii").split()[1])
    except (OSError, ValueError, IndexError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")


def birth(process: int) -> str:
    """When a process began, as the system counts; "" where that is not to be known."""
    try:
        return Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()[19]
    except (OSError, IndexError):
        return ""


def end(process: int, born: str) -> None:
    """End a process at once, if it is still the one that began then: numbers are given again."""
    if born and birth(process) == born:
        with contextlib.suppress(OSError):
            os.kill(process, signal.SIGKILL)


class Driver:
    """Playwright's driver, in one event loop. Its end takes all its browsers with it."""

    def __init__(self) -> None:
        self._manager: PlaywrightContextManager | None = None
        self._starting: asyncio.Future[Playwright] | None = None

    async def start(self) -> Playwright:
        """The driver, started if need be. A start that takes too long is not given up but waited for the next time:
        whoever cancels it loses sight of the process."""
        if self._starting is None:
            need("render", "looking at a page in a browser", "playwright")
            from playwright.async_api import async_playwright

            self._manager = async_playwright()
            self._starting = asyncio.ensure_future(self._manager.start())
        try:
            return await asyncio.wait_for(asyncio.shield(self._starting), _STARTING)
        except TimeoutError:
            raise RenderError("the browser's driver takes long to start: try again") from None
        except OSError as error:
            self._manager = self._starting = None
            raise RenderError(f"the browser's driver does not start ({error}): install playwright anew") from error

    async def stop(self) -> None:
        """End it, even if it is still starting."""
        manager, starting, self._manager, self._starting = self._manager, self._starting, None, None
        if manager is None or starting is None:
            return
        with suppress(Exception):
            await asyncio.wait_for(asyncio.shield(starting), _ENDING)
        with suppress(Exception):
            await asyncio.wait_for(manager.__aexit__(None, None, None), _ENDING)
