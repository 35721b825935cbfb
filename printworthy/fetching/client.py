"""Fetch: an address → `Page`, under the guard, with redirects, retries, cookies, a cache, and one deadline for all.

`fetch` is for ordinary code, `fetch_async` for code in an event loop. A `Client`
keeps connections and cookies over the pages of one article.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from email.message import Message
from http import HTTPStatus
from http.client import HTTPResponse
from http.cookiejar import LoadError, MozillaCookieJar
from pathlib import Path
from typing import Final, TypeVar, cast
from urllib.parse import urlsplit
from urllib.request import Request as StandardRequest

from printworthy.base.guard import PERSONAL, STRICT, Policy, check_url
from printworthy.base.urls import absolute, told
from printworthy.data.page import Page
from printworthy.errors import FetchError, InputError, LateFetchError
from printworthy.fetching.cache import Cache
from printworthy.fetching.limits import LIMITS, VISITOR, Limits, Visitor
from printworthy.fetching.network import BrokenConnectionError, Network
from printworthy.fetching.patience import Clock, Patience, RealClock
from printworthy.fetching.robots import Robots
from printworthy.fetching.transport import Files, Reply, Request, Transport


class Cookies:
    """A jar that lives as long as the article is being fetched; nothing is written back.

    The rules are the standard library's: domains, paths, expiry, and cookies for https only.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._jar = MozillaCookieJar()
        if path is not None:
            _load(self._jar, path)

    def header(self, url: str) -> str:
        """What to send as `Cookie` to an address; "" for nothing."""
        request = StandardRequest(url)  # noqa: S310 - only its address is read
        self._jar.add_cookie_header(request)
        return request.get_header("Cookie") or ""

    def take(self, url: str, reply: Reply) -> None:
        """Keep what a reply sets."""
        answer = _Answer(reply)
        request = StandardRequest(url)  # noqa: S310 - only its address is read
        self._jar.extract_cookies(cast(HTTPResponse, answer), request)


class _Answer:
    """A reply in the shape that the jar reads."""

    def __init__(self, reply: Reply) -> None:
        self._message = Message()
        for name, value in reply.fields:
            if name.lower() in ("set-cookie", "set-cookie2"):
                self._message.add_header(name, value)

    def info(self) -> Message:
        """The header fields."""
        return self._message


def _load(jar: MozillaCookieJar, path: Path) -> None:
    """Read a file in Netscape's format. Exports give session cookies the expiry 0: they count, somebody wants them."""
    try:
        jar.load(str(path), ignore_discard=True, ignore_expires=True)
    except LoadError:
        text = f"{path} is no cookie file in Netscape's format: export one (cookies.txt) from the browser"
        raise InputError(text) from None
    except OSError as error:
        raise InputError(f"{path} cannot be read ({error.strerror}): check the name of the cookie file") from None
    except UnicodeDecodeError:
        raise InputError(f"{path} is no text: export the cookies again as cookies.txt") from None
    for cookie in jar:
        if cookie.expires == 0:
            cookie.expires, cookie.discard = None, True


T = TypeVar("T")
_REDIRECTS: Final = frozenset({301, 302, 303, 307, 308})
_ACCEPT: Final = "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8"
_TRY: Final = {
    401: "it needs a login: log in with a browser and pass its cookies (--cookies FILE)",
    402: "it is for paying readers: log in with a browser and pass its cookies (--cookies FILE)",
    403: "the site refuses: pass a browser's cookies (--cookies FILE) or another user agent, or save the page",
    404: "check the address",
    407: "the network's proxy wants a login",
    410: "the page is gone: try a web archive",
    429: "the site is asked too often: try again later",
    451: "it may not be shown here, for legal reasons",
}


class Client:
    """Fetches the pages and pictures of one article; use it as `async with Client(policy) as client`."""

    def __init__(
        self,
        policy: Policy = STRICT,
        limits: Limits = LIMITS,
        visitor: Visitor = VISITOR,
        transport: Transport | None = None,
        clock: Clock | None = None,
    ) -> None:
        self.policy, self.limits, self.visitor = policy, limits, visitor
        self._network = Network(policy, parallel=limits.parallel) if transport is None else None
        inner = transport or self._network
        assert inner is not None
        self._transport: Transport = Cache(inner, visitor.cache, policy) if visitor.cache else inner
        self._files = Files(policy)
        self._cookies = Cookies(visitor.cookies)
        self._robots = Robots(inner) if visitor.robots else None
        self._clock = clock or RealClock()

    async def __aenter__(self) -> Client:
        return self

    async def __aexit__(self, *_error: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the connections."""
        if self._network is not None:
            await self._network.close()

    async def get(self, url: str) -> Page:
        """The page at an address; or `FetchError`, `LimitError` if it is too large. Never later than the deadline."""
        try:
            async with asyncio.timeout(self.limits.seconds):
                return await self._follow(url.strip().partition("#")[0])
        except TimeoutError:
            seconds = f"{self.limits.seconds:g} seconds"
            more = "try again, or allow more time (--timeout SECONDS)"
            raise LateFetchError(f"{told(url)} did not come within {seconds}: {more}") from None

    async def _follow(self, url: str) -> Page:
        """Redirects, each under the guard."""
        deadline = self._clock.now() + self.limits.seconds
        seen: list[str] = []
        here = url
        while True:
            check_url(here, self.policy)
            reply = await self._ask(here, Patience(self.limits.retries, deadline))
            onward = reply.headers.get("location", "") if reply.status in _REDIRECTS else ""
            if not onward:
                return self._page(here, reply, seen, url)
            seen.append(here)
            here = self._next(here, onward, seen)

    def _next(self, here: str, onward: str, seen: list[str]) -> str:
        """Where a redirect leads."""
        there = absolute(here, onward).partition("#")[0]
        if not there or urlsplit(there).scheme not in ("http", "https"):
            raise FetchError(f"{here} redirects to {onward[:200]!r}, which is no web address: check the address")
        if len(seen) > self.limits.redirects:
            raise FetchError(f"{seen[0]} redirects more than {self.limits.redirects} times: open it in a browser")
        if there in seen and seen.count(there) > 1:
            # Once may be a site that sets a cookie and sends the reader back.
            raise FetchError(f"{seen[0]} redirects in a circle: open it in a browser, and pass its cookies")
        return there

    async def _ask(self, url: str, patience: Patience) -> Reply:
        """One address, asked again while that may help."""
        if self._robots is not None and not url.startswith("file:"):
            await self._robots.check(url, self.visitor.user_agent)
        attempt = 0
        while True:
            reply, broken = await self._try(url)
            pause = patience.pause(attempt, self._clock.now(), reply)
            if pause is None:
                if reply is None:
                    assert broken is not None
                    raise broken
                return reply
            await self._clock.sleep(pause)
            attempt += 1

    async def _try(self, url: str) -> tuple[Reply | None, BrokenConnectionError | None]:
        headers = {"User-Agent": self.visitor.user_agent, "Accept": _ACCEPT, "Accept-Language": "*"}
        if cookie := self._cookies.header(url):
            headers["Cookie"] = cookie
        transport = self._files if url.lower().startswith("file:") else self._transport
        try:
            reply = await transport.send(Request(url, headers, self.limits.size))
        except BrokenConnectionError as error:
            return None, error
        self._cookies.take(url, reply)
        return reply, None

    def _page(self, url: str, reply: Reply, seen: list[str], requested: str) -> Page:
        if not 200 <= reply.status < 300:
            raise status_error(url, reply.status)
        return Page(url, reply.body, reply.status, reply.headers, requested, tuple(seen))


async def fetch_async(
    url: str, *, policy: Policy = PERSONAL, limits: Limits = LIMITS, visitor: Visitor = VISITOR
) -> Page:
    """The page at an address that a person named."""
    async with Client(policy.naming(url), limits, visitor) as client:
        return await client.get(url)


def fetch(url: str, *, policy: Policy = PERSONAL, limits: Limits = LIMITS, visitor: Visitor = VISITOR) -> Page:
    """The page at an address that a person named: http(s) anywhere public, or on the own machine or network if the
    address itself says so; `file:` too. Give `policy=STRICT` for addresses that strangers name."""
    return run(lambda: fetch_async(url, policy=policy, limits=limits, visitor=visitor))


def run(work: Callable[[], Awaitable[T]]) -> T:
    """Do async work from ordinary code, even if an event loop runs in this thread (notebooks)."""

    async def whole() -> T:
        return await work()

    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(whole())
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(lambda: asyncio.run(whole())).result()


def status_error(url: str, status: int) -> FetchError:
    """What to raise for a reply that is neither a page nor a redirect."""
    try:
        phrase = f" {HTTPStatus(status).phrase}"
    except ValueError:
        phrase = ""
    server = "the server has a fault: try again later" if status >= 500 else "open it in a browser"
    return FetchError(f"{told(url)} answers {status}{phrase}: {_TRY.get(status, server)}")
