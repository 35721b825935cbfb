"""Driver: the process that speaks with browsers for us; started once, and ended whatever state it is in."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from printworthy.base.extras import need
from printworthy.errors import RenderError

if TYPE_CHECKING:
    from playwright.async_api import Playwright
    from playwright.async_api._context_manager import PlaywrightContextManager

_STARTING: Final = 60.0
_ENDING: Final = 15.0


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
