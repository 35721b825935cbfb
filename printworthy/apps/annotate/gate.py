"""Who may ask the annotation server: own pages and browser extensions, with the token. Everybody else is refused.

A page of any other site can send requests to a local port; its browser names the page's origin, and that is refused
before anything is read.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from typing import Any, Final

from printworthy.errors import InputError, LimitError, MissingExtraError, PrintworthyError, WriteError

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Message, Receive, Send], Awaitable[None]]
EXTENSIONS: Final = ("chrome-extension://", "moz-extension://")


class Gate:
    """Stands before the app: origin first, then token; answers the browser's preflight for extensions."""

    def __init__(self, app: App, token: str) -> None:
        self.app = app
        self.token = token.encode()

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Let the request pass or answer it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = dict(scope["headers"])
        origin = headers.get(b"origin", b"").decode("latin-1")
        refused = self._refused(scope, headers, origin)
        if refused:
            await _answer(send, refused[0], problem(*refused), _shared(origin))
        elif scope["method"] == "OPTIONS":
            await _answer(send, 204, b"", _shared(origin))
        else:
            await self.app(scope, receive, _with_headers(send, _shared(origin)))

    def _refused(self, scope: Message, headers: dict[bytes, bytes], origin: str) -> tuple[int, str, str] | None:
        own = f"{scope['scheme']}://{headers.get(b'host', b'').decode('latin-1')}"
        if origin and not origin.startswith(EXTENSIONS) and origin != own:
            return 403, "foreign-origin", f"{origin} may not ask: use the browser extension, or a program of your own"
        if scope["method"] == "OPTIONS" and origin.startswith(EXTENSIONS):
            return None  # a preflight carries no token
        if not secrets.compare_digest(headers.get(b"authorization", b""), b"Bearer " + self.token):
            return 401, "no-token", "send 'Authorization: Bearer TOKEN'; the server showed the token at its start"
        return None


TYPE: Final = "application/problem+json"
_TITLES: Final = {
    400: "This is no JSON", 401: "The token is missing or wrong", 403: "This origin may not ask",
    404: "There is no such thing here", 405: "This cannot be done here", 409: "Changed meanwhile",
    413: "Too large", 422: "The content makes no sense", 500: "This is a fault of ours",
    503: "A part is not installed", 507: "The disk refused it",
}  # fmt: skip


def problem(status: int, code: str, detail: str, more: Mapping[str, object] | None = None) -> bytes:
    """The body of an answer that reports an error, as RFC 9457 has it."""
    told: dict[str, object] = {"type": f"urn:printworthy:{code}", "title": _TITLES.get(status, "Refused")}
    return json.dumps(told | {"status": status, "detail": detail, "code": code} | dict(more or {})).encode()


def status_of(error: PrintworthyError) -> tuple[int, str]:
    """The status and the code of an error of the package."""
    for kind, answer in _KINDS.items():
        if isinstance(error, kind):
            return answer
    return (404, "no-page") if type(error).__name__ == "NoPageError" else (422, "refused")


_KINDS: Final[dict[type[PrintworthyError], tuple[int, str]]] = {
    LimitError: (413, "too-large"), InputError: (422, "bad-input"), MissingExtraError: (503, "missing-extra"),
    WriteError: (507, "not-written"),
}  # fmt: skip


def _shared(origin: str) -> list[tuple[bytes, bytes]]:
    """The headers that let an extension read the answer."""
    if not origin.startswith(EXTENSIONS):
        return [(b"vary", b"Origin")]
    return [
        (b"vary", b"Origin"),
        (b"access-control-allow-origin", origin.encode("latin-1")),
        (b"access-control-allow-methods", b"GET, POST"),
        (b"access-control-allow-headers", b"Authorization, Content-Type"),
        (b"access-control-allow-private-network", b"true"),
        (b"access-control-max-age", b"600"),
    ]


def _with_headers(send: Send, more: list[tuple[bytes, bytes]]) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", ()), *more, (b"x-content-type-options", b"nosniff")]
        await send(message)

    return sending


async def _answer(send: Send, status: int, body: bytes, more: list[tuple[bytes, bytes]]) -> None:
    kind = [(b"content-type", TYPE.encode())] if body else []
    asked = [(b"www-authenticate", b"Bearer")] if status == 401 else []
    headers = [*kind, *asked, (b"content-length", str(len(body)).encode()), *more]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
