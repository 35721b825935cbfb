"""What stands around the app: every call passes through here, from the outermost to the innermost.

Record    a request id, one line in the log, the counters, the headers that every answer has
Answers   errors become problem documents; a call that takes too long is ended
Gate      who calls, how often, and with how large a body
"""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
from collections import deque
from collections.abc import AsyncIterator, Iterable
from contextlib import AbstractContextManager, asynccontextmanager
from time import perf_counter
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from printworthy.apps.service.browsers import Browsers
from printworthy.apps.service.cache import ResultCache
from printworthy.apps.service.errors import BusyError, ClosingError, LateError, TooLargeError
from printworthy.apps.service.http.access import OPEN_PATHS, Door
from printworthy.apps.service.http.answers import with_defaults
from printworthy.apps.service.http.formats import as_json, header
from printworthy.apps.service.http.problems import Problem, problem_of
from printworthy.apps.service.http.rates import Rates
from printworthy.apps.service.settings import ServiceSettings
from printworthy.apps.service.workers import Workers
from printworthy.errors import PrintworthyError

_BUCKETS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)


class Metrics:
    """The service's counters, in a registry of its own."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self._calls = Counter("printworthy_requests", "Calls.", ["route", "method", "status"], registry=self._registry)
        self._seconds = Histogram(
            "printworthy_request_seconds", "How long calls took.", ["route"], buckets=_BUCKETS, registry=self._registry
        )
        self._flight = Gauge("printworthy_requests_in_flight", "Calls that go on.", registry=self._registry)

    def watch(self, workers: Workers, browsers: Browsers, kept: ResultCache) -> None:
        """Show also how the workers are, as of the moment when somebody looks."""
        tally = workers.tally
        for name, told, value in (
            ("printworthy_workers", "Worker processes.", lambda: len(workers.pids)),
            ("printworthy_workers_running", "Calls that workers are at.", lambda: workers.running),
            ("printworthy_workers_waiting", "Calls that wait for a worker.", lambda: workers.waiting),
            ("printworthy_workers_done", "Calls that workers finished.", lambda: tally.done),
            ("printworthy_workers_started", "Workers that were started.", lambda: tally.started),
            ("printworthy_workers_lost", "Workers that ended under a call or by themselves.", lambda: tally.lost),
            ("printworthy_workers_slow", "Calls that were ended for their time.", lambda: tally.slow),
            ("printworthy_workers_refused", "Calls that found the queue full.", lambda: tally.refused),
            ("printworthy_browsers_waiting", "Pages that wait for a browser.", lambda: browsers.waiting),
            ("printworthy_kept_hits", "Documents that were given again.", lambda: kept.hits),
            ("printworthy_kept_misses", "Documents that were made.", lambda: kept.misses),
        ):
            self.gauge(name, told).set_function(value)

    def gauge(self, name: str, told: str) -> Gauge:
        """One more value."""
        return Gauge(name, told, registry=self._registry)

    def in_flight(self) -> AbstractContextManager[object]:
        """Count a call while it goes on."""
        return self._flight.track_inprogress()

    def count(self, route: str, method: str, status: int, seconds: float) -> None:
        """One call that came to its end."""
        known = method if method in {"GET", "HEAD", "POST", "DELETE", "OPTIONS"} else "other"
        self._calls.labels(route, known, str(status)).inc()
        self._seconds.labels(route).observe(seconds)

    def text(self) -> bytes:
        """All of it, as Prometheus reads it."""
        return generate_latest(self._registry)


_LOG: Final = logging.getLogger("printworthy.service")
_ID: Final = re.compile(r"[A-Za-z0-9._-]{1,64}")
_COUNTED: Final = "/v1/"
# What the framework answers by itself, and names no route for.
_UNROUTED: Final = frozenset({"/openapi.json"})


class RequestLog:
    """Numbers, times and notes each call. Nothing that a page says, nor its address, is written down."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app, self._metrics = app, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the call on."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        asked = header(scope, "x-request-id")
        number = asked if _ID.fullmatch(asked) else secrets.token_hex(8)
        state = scope.setdefault("state", {})
        state["request_id"] = number
        seen = {"status": 0, "bytes": 0}

        async def told(message: Message) -> None:
            if message["type"] == "http.response.start":
                seen["status"] = message["status"]
                message = {**message, "headers": with_defaults(message["headers"], number)}
            seen["bytes"] += len(message.get("body", b""))
            await send(message)

        begin = perf_counter()
        with self._metrics.in_flight():
            try:
                await self._app(scope, receive, told)
            finally:
                self._note(scope, seen, perf_counter() - begin)

    def _note(self, scope: Scope, seen: dict[str, int], seconds: float) -> None:
        known = scope["path"] if scope["path"] in _UNROUTED else "unknown"
        route = getattr(scope.get("route"), "path", "") or known
        state = scope["state"]
        self._metrics.count(route, scope["method"], seen["status"], seconds)
        fields = {
            "id": state["request_id"],
            "method": scope["method"],
            "route": route,
            "status": seen["status"],
            "code": state.get("code", ""),
            "bytes": seen["bytes"],
            "ms": round(1000 * seconds, 1),
            "caller": state["caller"].name if "caller" in state else "",
        }
        _LOG.info("call", extra={"fields": fields})


class ErrorResponses:
    """Turns errors into answers, and ends what takes too long."""

    def __init__(self, app: ASGIApp, settings: ServiceSettings) -> None:
        self._app, self._seconds = app, settings.seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the call on, within its time; an answer that has begun may take as long as it needs."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun = False

        async def told(message: Message) -> None:
            nonlocal begun
            begun = True
            deadline.reschedule(None)
            await send(message)

        try:
            async with asyncio.timeout(self._seconds) as deadline:
                await self._app(scope, receive, told)
        except Exception as error:  # noqa: BLE001 - whatever it is, the caller gets an answer
            problem = self._problem(error, deadline.expired(), scope)
            if not begun:
                await _tell(send, problem, scope)

    def _problem(self, error: Exception, expired: bool, scope: Scope) -> Problem:
        if expired and isinstance(error, TimeoutError):
            return problem_of(LateError(f"the call took longer than {self._seconds:g} seconds: try later", retry=10))
        if not isinstance(error, PrintworthyError):
            trace = error.__traceback__
            while trace is not None and trace.tb_next is not None:
                trace = trace.tb_next
            place = f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}" if trace is not None else ""
            told = str(error) if isinstance(error, RuntimeError) and " at " in str(error) else ""
            fields = {"id": scope["state"]["request_id"], "kind": type(error).__name__, "place": told or place}
            _LOG.error("failure", extra={"fields": fields})
        return problem_of(error)


async def _tell(send: Send, problem: Problem, scope: Scope) -> None:
    scope["state"]["code"] = problem.code
    await answer(send, problem.status, problem.headers().items(), problem.body())


class AccessCheck:
    """Lets callers in, counts them, and reads their bodies up to the bound."""

    def __init__(self, app: ASGIApp, settings: ServiceSettings, door: Door, rates: Rates) -> None:
        self._app, self._door, self._rates = app, door, rates
        self._bodies = BodyLimits(settings.body, settings.bodies)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the call on, if it may."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            raise ClosingError("there are no such connections here: call by HTTP")
        caller = self._door.enter(scope)
        scope["state"]["caller"] = caller
        told = _shared(send, caller.extension) if caller.extension else send
        if self._door.is_preflight(scope):
            await answer(told, 204, _PREFLIGHT)
            return
        if scope["path"].startswith(_COUNTED) and scope["path"] not in OPEN_PATHS:
            self._rates.count_call(caller.name)
        async with self._bodies.read(scope, receive) as body:
            await self._app(scope, _replay(await as_json(scope, body), receive), told)


_PREFLIGHT: Final = (
    ("Access-Control-Allow-Methods", "GET, POST, DELETE"),
    ("Access-Control-Allow-Headers", "Authorization, Content-Type, Accept, If-None-Match, X-Request-ID"),
    ("Access-Control-Max-Age", "600"),
)


def _shared(send: Send, origin: str) -> Send:
    """Answers that an extension may read."""
    fields = [
        (b"access-control-allow-origin", origin.encode("latin-1", "replace")),
        (b"access-control-expose-headers", b"ETag, X-Request-ID, Content-Disposition, Retry-After"),
        (b"vary", b"Origin"),
    ]

    async def told(message: Message) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message["headers"], *fields]}
        await send(message)

    return told


class BodyLimits:
    """Counts the bytes that calls have brought and that are still needed."""

    def __init__(self, most: int, together: int) -> None:
        self._most, self._together = most, together
        self.held = 0

    @asynccontextmanager
    async def read(self, scope: Scope, receive: Receive) -> AsyncIterator[bytes]:
        """The whole body; `TooLargeError` or `BusyError` as soon as it is known to be too much."""
        length = header(scope, "content-length")
        announced = int(length[:19]) if length.isdecimal() else 0
        self._check(announced, announced)
        parts: list[bytes] = []
        size = 0
        try:
            more = True
            while more:
                message = await receive()
                if message["type"] == "http.disconnect":
                    raise ClosingError("the caller has gone: nothing was done")
                parts.append(message.get("body", b""))
                size += len(parts[-1])
                self.held += len(parts[-1])
                self._check(size, 0)
                more = message.get("more_body", False)
            yield b"".join(parts)
        finally:
            self.held -= size

    def _check(self, size: int, further: int) -> None:
        if size > self._most:
            raise TooLargeError(f"the body is larger than {self._most // (1024 * 1024)} MB: send less")
        if self.held + further > self._together:
            raise BusyError("the calls that go on have brought too much together: try again later", retry=2)


def _replay(body: bytes, receive: Receive) -> Receive:
    """The body once more, for the app; after it, what comes from the caller."""
    left = deque([body])

    async def again() -> Message:
        if left:
            return {"type": "http.request", "body": left.popleft(), "more_body": False}
        return await receive()

    return again


async def answer(send: Send, status: int, headers: Iterable[tuple[str, str]], body: bytes = b"") -> None:
    """Send a whole response."""
    fields = [(name.lower().encode("latin-1"), value.encode("latin-1", "replace")) for name, value in headers]
    fields.append((b"content-length", str(len(body)).encode("ascii")))
    await send({"type": "http.response.start", "status": status, "headers": fields})
    await send({"type": "http.response.body", "body": body})
