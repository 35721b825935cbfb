"""Traffic: every request of a page → an answer from the guarded client, or a refusal. Counts what the page asks for."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Final, TypeAlias

from printworthy.base.urls import is_web
from printworthy.data.page import Page
from printworthy.errors import PrintworthyError, RenderError
from printworthy.render.chromium import RenderLimits

if TYPE_CHECKING:
    from playwright.async_api import Request, Route

Fetch: TypeAlias = Callable[[str], Awaitable[Page]]
# What changes a page's text and its lines. Pictures, fonts and films cost most and say least.
_USEFUL: Final = frozenset({"document", "stylesheet", "script", "xhr", "fetch"})
# What the client has already dealt with, and what must not reach a browser that is shared.
_OWN_HEADERS: Final = frozenset(
    "content-encoding content-length transfer-encoding connection keep-alive set-cookie strict-transport-security "
    "alt-svc report-to nel refresh".split()
)


class Traffic:
    """Answers the requests of one page.

    `failed` is set when the page asks for too much, `moved` when it sent the browser to another page, `stayed` when it
    wanted to and there is no way.
    """

    def __init__(self, html: bytes, fetch: Fetch | None, limits: RenderLimits) -> None:
        self._html, self._fetch, self._limits = html, fetch, limits
        self._asked = self._left = 0
        self._size = 0
        self._begun = False
        self.moved = False
        self.stayed = asyncio.Event()
        self.failed: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def answer(self, route: Route) -> None:
        """One request; whatever happens to it, the browser hears of it."""
        from playwright.async_api import Error

        with suppress(Error):  # the page is already gone
            await self._answer(route)

    async def _answer(self, route: Route) -> None:
        request = route.request
        if _leads_elsewhere(request):
            await self._navigate(route)
        elif self._refuses(request):
            await route.abort("blockedbyclient")
        else:
            await self._forward(route)

    async def _navigate(self, route: Route) -> None:
        """The page itself, or another one that it sends the reader to."""
        if not self._begun:
            self._begun = True
            await route.fulfill(body=self._html, content_type="text/html; charset=utf-8")
            return
        self._left += 1
        if self._left > self._limits.redirects:
            self._fail(f"the page sends the reader on more than {self._limits.redirects} times")
        elif self._fetch is not None and _plain(route.request):
            self.moved = True
            await self._forward(route)
            return
        self.stayed.set()
        await route.fulfill(status=204)  # No Content: the browser stays where it is

    def _refuses(self, request: Request) -> bool:
        """Whether a request is refused unasked: of no use, in a frame, not plain, or one too many."""
        self._asked += 1
        return (
            self._fetch is None
            or request.resource_type not in _USEFUL
            or request.is_navigation_request()
            or not _plain(request)
            or self._asked > self._limits.requests
            or self._size > self._limits.size
        )

    async def _forward(self, route: Route) -> None:
        assert self._fetch is not None
        try:
            async with asyncio.timeout(self._limits.patience):
                page = await self._fetch(route.request.url)
        except (PrintworthyError, TimeoutError):
            await route.abort("failed")
            return
        self._size += len(page.content)
        headers = {name: value for name, value in page.headers.items() if name not in _OWN_HEADERS}
        await route.fulfill(status=page.status, headers=headers, body=page.content)

    def _fail(self, why: str) -> None:
        if not self.failed.done():
            self.failed.set_exception(RenderError(f"{why}: open it in a browser and save it"))


def _plain(request: Request) -> bool:
    """Whether a request asks the web for something and sends nothing; the client may read files, a page may not."""
    return request.method == "GET" and is_web(request.url)


def _leads_elsewhere(request: Request) -> bool:
    """Whether a request would replace the page itself."""
    from playwright.async_api import Error

    if not request.is_navigation_request():
        return False
    try:
        return request.frame.parent_frame is None
    except Error:
        return True  # a frame that is not there yet: the page is about to be opened
