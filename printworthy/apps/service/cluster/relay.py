"""Relay: calls that need nothing of the door's own are taken to an HTTP replica; their answers come back whole.

`Relay` stands in the door, behind its gate; `play` lets the replica's app answer. A call travels without its caller: no
token, no origin, no address, only the fields that shape the answer.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from printworthy.apps.service.cluster.routing import DeploymentClient
from printworthy.workers.wire import pack, unpack

_TAKEN: Final = frozenset({"/v1/extract", "/v1/print", "/v1/filter", "/v1/explain"})
_FIELDS: Final = (b"accept", b"content-type", b"content-length", b"if-none-match")
# The door writes its own.
_OWN: Final = (b"x-request-id",)


@dataclass(frozen=True, slots=True)
class RelayedCall:
    """A call as it travels."""

    method: str
    path: str
    query: bytes
    headers: tuple[tuple[bytes, bytes], ...]
    body: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class RelayedAnswer:
    """Its answer, whole; `code` is the problem's, for the door's log."""

    status: int
    code: str
    headers: tuple[tuple[bytes, bytes], ...]
    body: bytes = field(repr=False)


class Relay:
    """Middleware: takes calls to the replicas. `count` hears how many pages a caller asks for."""

    def __init__(self, app: ASGIApp, line: DeploymentClient, count: Callable[[str, int], None] | None = None) -> None:
        self._app, self._line, self._count = app, line, count

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the call on, to a replica or to the app here."""
        if scope["type"] != "http" or scope["path"] not in _TAKEN:
            await self._app(scope, receive, send)
            return
        body = (await receive()).get("body", b"")  # the gate has read it, and gives it at once
        if self._count is not None:
            self._count(scope["state"]["caller"].name, _pages(body))
        number = scope["state"]["request_id"].encode("ascii")
        headers = tuple((name, value) for name, value in scope["headers"] if name in _FIELDS)
        fields = ((b"host", b"127.0.0.1"), (b"x-request-id", number), *headers)
        call = RelayedCall(scope["method"], scope["path"], scope["query_string"], fields, body)
        answer: RelayedAnswer = unpack(await self._line.ask(pack(call)))
        scope["route"] = _Route(scope["path"])
        scope["state"]["code"] = answer.code
        await send({"type": "http.response.start", "status": answer.status, "headers": list(answer.headers)})
        await send({"type": "http.response.body", "body": answer.body})


@dataclass(frozen=True, slots=True)
class _Route:
    """The path under which the door counts a call."""

    path: str


def _pages(body: bytes) -> int:
    """How many pages a call asks for; one that cannot be read is refused by the replica."""
    try:
        pages = json.loads(body or b"{}").get("pages") or ()
        return max(1, len(pages))
    except (ValueError, AttributeError, TypeError, RecursionError):
        return 1


async def play(app: ASGIApp, call: RelayedCall) -> RelayedAnswer:
    """The answer of an app."""
    scope: Scope = {
        "type": "http", "asgi": {"version": "3.0", "spec_version": "2.3"}, "http_version": "1.1", "scheme": "http",
        "method": call.method, "path": call.path, "raw_path": call.path.encode("ascii"), "root_path": "",
        "query_string": call.query, "headers": list(call.headers),
        "client": ("127.0.0.1", 0), "server": ("127.0.0.1", 0), "state": {},
    }  # fmt: skip
    left = [call.body]
    said: list[Message] = []

    async def receive() -> Message:
        if left:
            return {"type": "http.request", "body": left.pop(), "more_body": False}
        await asyncio.Event().wait()  # the caller does not go away: if it does, this whole task is cancelled
        raise AssertionError

    async def send(message: Message) -> None:
        said.append(message)

    await app(scope, receive, send)
    headers = tuple((name, value) for name, value in said[0]["headers"] if name not in _OWN)
    code = scope["state"].get("code", "")
    return RelayedAnswer(said[0]["status"], code, headers, b"".join(one.get("body", b"") for one in said[1:]))
