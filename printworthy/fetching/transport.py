"""The transport: one request in, one reply out. `file:` addresses and a fake for tests are here."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from mimetypes import guess_type
from pathlib import Path
from typing import Protocol
from urllib.parse import urlsplit
from urllib.request import url2pathname

from printworthy.base.guard import STRICT, Policy, check_url
from printworthy.errors import FetchError, LimitError
from printworthy.fetching.unpack import in_words


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


class Fake:
    """Gives each address its reply, or its replies in turn; the last one stays."""

    def __init__(self, replies: Mapping[str, Reply | list[Reply]]) -> None:
        self._replies = {url: list(reply) if isinstance(reply, list) else [reply] for url, reply in replies.items()}
        self.requests: list[Request] = []

    async def send(self, request: Request) -> Reply:
        """The next reply for this address."""
        self.requests.append(request)
        waiting = self._replies.get(request.url)
        if not waiting:
            raise FetchError(f"{request.url} is not among the fake pages: add it")
        return waiting.pop(0) if len(waiting) > 1 else waiting[0]


class Files:
    """Reads what a person named; a policy without `files` reads nothing."""

    def __init__(self, policy: Policy = STRICT) -> None:
        self._policy = policy

    async def send(self, request: Request) -> Reply:
        """The file's bytes; its suffix gives the type."""
        check_url(request.url, self._policy)
        path = Path(url2pathname(urlsplit(request.url).path))
        body = await asyncio.to_thread(_read, path, request)
        return Reply(200, (("Content-Type", guess_type(path.name)[0] or ""),), body)


def _read(path: Path, request: Request) -> bytes:
    """At most the limit is read, so that /dev/zero ends too; a pipe or a folder is not read at all."""
    try:
        if not path.is_file():
            raise FetchError(f"{request.url} is no file: check the name")
        with path.open("rb") as file:
            body = file.read(request.size + 1)
    except (OSError, ValueError) as error:
        raise FetchError(f"{request.url} cannot be read ({error}): check its name and permissions") from None
    if len(body) > request.size:
        raise LimitError(f"{request.url} is larger than {in_words(request.size)}: raise the limit, or give another")
    return body
