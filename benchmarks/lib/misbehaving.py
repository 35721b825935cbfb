"""Web servers for measurements, on loopback: a sound one and those that misbehave, each an answer by its path."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final, TypeAlias

from aiohttp import web

Answer: TypeAlias = Callable[[web.Request], Awaitable[web.StreamResponse]]
SAMPLE: Final = Path(__file__).parents[2] / "samples" / "tower-clock.html"


@asynccontextmanager
async def server(answers: dict[str, Answer]) -> AsyncIterator[str]:
    """A web server with these answers by path."""
    app = web.Application()
    for path, answer in answers.items():
        app.router.add_get(path, answer)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    try:
        yield f"http://localhost:{runner.addresses[0][1]}"
    finally:
        await runner.cleanup()


async def good(_: web.Request) -> web.StreamResponse:
    """A page as it should be."""
    return web.Response(body=SAMPLE.read_bytes(), content_type="text/html")


def late(seconds: float) -> Answer:
    """An answer after so long a time."""

    async def answer(_: web.Request) -> web.StreamResponse:
        await asyncio.sleep(seconds)
        return web.Response(text="<p>late</p>", content_type="text/html")

    return answer


async def reset(request: web.Request) -> web.StreamResponse:
    """No answer: the connection is broken off."""
    assert request.transport is not None
    request.transport.abort()
    return web.Response()


async def short(request: web.Request) -> web.StreamResponse:
    """Less than was announced."""
    reply = web.StreamResponse(headers={"Content-Type": "text/html", "Content-Length": "1000"})
    await reply.prepare(request)
    await reply.write(b"<p>cut")
    assert request.transport is not None
    request.transport.close()
    return reply


async def charset(_: web.Request) -> web.StreamResponse:
    """Another charset than was announced."""
    return web.Response(body="<p>fünf</p>".encode(), headers={"Content-Type": "text/html; charset=utf-16"})


async def gzip(_: web.Request) -> web.StreamResponse:
    """Packed, as is said, but broken."""
    return web.Response(body=b"\x1f\x8bno", headers={"Content-Type": "text/html", "Content-Encoding": "gzip"})


async def deep(_: web.Request) -> web.StreamResponse:
    """Elements in elements in elements."""
    return web.Response(body=b"<div>x" * 50_000, content_type="text/html")


def large(size: int) -> Answer:
    """A page of so many bytes, whose length is not announced."""
    chunk = b"<p>more and more</p>" * 5_000

    async def answer(request: web.Request) -> web.StreamResponse:
        reply = web.StreamResponse(headers={"Content-Type": "text/html"})
        await reply.prepare(request)
        for _ in range(size // len(chunk)):
            await reply.write(chunk)
        return reply

    return answer
