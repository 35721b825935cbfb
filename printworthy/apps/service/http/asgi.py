"""The words of ASGI, for what stands around the app, and the smallest answer."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any, TypeAlias

Scope: TypeAlias = MutableMapping[str, Any]
Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
App: TypeAlias = Callable[[Scope, Receive, Send], Awaitable[None]]


def header(scope: Scope, name: str) -> str:
    """A header field of the request, "" if it is not there; one that came twice is joined, as RFC 9110 says."""
    wanted = name.lower().encode("latin-1")
    return ", ".join(value.decode("latin-1") for key, value in scope["headers"] if key == wanted)


async def answer(send: Send, status: int, headers: Iterable[tuple[str, str]], body: bytes = b"") -> None:
    """Send a whole response."""
    fields = [(name.lower().encode("latin-1"), value.encode("latin-1", "replace")) for name, value in headers]
    fields.append((b"content-length", str(len(body)).encode("ascii")))
    await send({"type": "http.response.start", "status": status, "headers": fields})
    await send({"type": "http.response.body", "body": body})
