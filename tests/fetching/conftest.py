"""A real server on loopback, in a thread of its own, that behaves as badly as it is told to."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Iterator

import pytest
from aiohttp import web

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Site:
    """Pages by path; `requests` are those that came."""

    def __init__(self) -> None:
        self.pages: dict[str, Handler] = {}
        self.requests: list[tuple[str, dict[str, str]]] = []
        self.url = ""
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self.url = asyncio.run_coroutine_threadsafe(self._start(), self._loop).result(60)

    def page(self, path: str, body: str | bytes = b"", status: int = 200, **headers: str) -> str:
        """Serve fixed bytes; the address comes back."""
        content = body.encode() if isinstance(body, str) else body
        fields = {"Content-Type": "text/html", **{name.replace("_", "-"): value for name, value in headers.items()}}

        async def handler(_: web.Request) -> web.StreamResponse:
            return web.Response(body=content, status=status, headers=fields)

        self.pages[path] = handler
        return self.url + path

    def handle(self, path: str, handler: Handler) -> str:
        self.pages[path] = handler
        return self.url + path

    async def _start(self) -> str:
        app = web.Application()
        app.router.add_get("/{path:.*}", self._serve)
        self._runner = web.AppRunner(app, shutdown_timeout=0.1)
        await self._runner.setup()
        server = web.TCPSite(self._runner, "127.0.0.1", 0)
        await server.start()
        return f"http://127.0.0.1:{self._runner.addresses[0][1]}"

    async def _serve(self, request: web.Request) -> web.StreamResponse:
        self.requests.append((request.path_qs, dict(request.headers)))
        handler = self.pages.get(request.path_qs) or self.pages.get(request.path)
        return await handler(request) if handler else web.Response(status=404, text="nothing here")

    def close(self) -> None:
        asyncio.run_coroutine_threadsafe(self._runner.cleanup(), self._loop).result(60)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(60)
        self._loop.close()


@pytest.fixture
def site() -> Iterator[Site]:
    made = Site()
    yield made
    made.close()
