"""The transport: one request in, one reply out. Network, file, cache, WARC and fake are five of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Request:
    """A GET for one address; `size` is the most that the reply's body may hold, unpacked."""

    url: str
    headers: Mapping[str, str] = field(default_factory=dict)
    size: int = 32 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back: header fields in their order, the body unpacked, and the IP address that it came from."""

    status: int
    fields: tuple[tuple[str, str], ...] = ()
    body: bytes = b""
    peer: str = ""

    @property
    def headers(self) -> dict[str, str]:
        """The header fields by name in lower case; the first of each counts."""
        found: dict[str, str] = {}
        for name, value in self.fields:
            found.setdefault(name.lower(), value)
        return found


class Transport(Protocol):
    """Where replies come from. Redirects, retries and cookies are not its business."""

    async def send(self, request: Request) -> Reply:
        """The reply to one request, or `PrintworthyError`."""
        ...
