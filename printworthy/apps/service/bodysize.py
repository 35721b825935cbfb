"""Bodies of calls: read whole, within a bound for each and a bound for all that are held at a time."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from printworthy.apps.service.asgi import Receive, Scope, header
from printworthy.apps.service.errors import BusyError, ClosingError, TooLargeError


class Bodies:
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
