"""Updates of block lists: addresses → files, through the guarded client; the last good file always stays.

A list says itself how long it is good ("! Expires: 4 days"). It is asked for again by its ETag, checked to be a list
and not to have shrunk to a stump, and put in place in one move.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import re
import tempfile
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from printworthy.base.guard import STRICT, Policy, check_url
from printworthy.base.urls import absolute
from printworthy.errors import FetchError, PrintworthyError
from printworthy.fetching.limits import USER_AGENT
from printworthy.fetching.network import Network
from printworthy.fetching.transport import Reply, Request, Transport

_EXPIRES: Final = re.compile(r"^!\s*Expires:\s*(\d+)\s*(day|hour)", re.I | re.M)
_HEADER: Final = re.compile(
    r"\s*+(?:\[[^\]]{0,200}?(?:adblock|ublock|abp)[^\]]{0,200}+\]"
    r"|!|#|127\.0\.0\.1|0\.0\.0\.0|\|\||@@)",
    re.I,
)
_DAY: Final = 86400
_USUAL: Final = 4 * _DAY
_RETRY: Final = 3600
_LARGEST: Final = 32 * 1024 * 1024
_FEWEST: Final = 5
_REDIRECTS: Final = 5


@dataclass(slots=True)
class State:
    """What is remembered of a list beside its file."""

    url: str
    etag: str = ""
    changed: str = ""
    due: float = 0.0


class Updater:
    """Keeps the lists of some addresses in a folder."""

    def __init__(self, folder: Path, policy: Policy = STRICT, transport: Transport | None = None) -> None:
        self.folder, self._policy, self._transport = folder, policy, transport

    def file(self, url: str) -> Path:
        """Where the list of an address is kept."""
        return self.folder / f"{hashlib.sha256(url.encode()).hexdigest()[:16]}.txt"

    def files(self, urls: Sequence[str]) -> tuple[str, ...]:
        """The files that are there."""
        return tuple(str(self.file(url)) for url in urls if self.file(url).exists())

    async def update(self, urls: Sequence[str]) -> dict[str, str]:
        """Bring due lists up to date; what went wrong with which comes back."""
        network = Network(self._policy) if self._transport is None else None
        wrong: dict[str, str] = {}
        try:
            for url in urls:
                try:
                    await self._update(url, self._transport or network)
                except PrintworthyError as error:
                    wrong[url] = str(error)
        finally:
            if network is not None:
                await network.close()
        return wrong

    async def keep(self, urls: Sequence[str]) -> None:
        """Update for ever, as often as the lists want it."""
        while True:
            await self.update(urls)
            due = min((self._state(url).due for url in urls), default=time.time() + _DAY)
            await asyncio.sleep(max(60.0, due - time.time()))

    async def _update(self, url: str, transport: Transport | None) -> None:
        state = self._state(url)
        if state.due > time.time() and self.file(url).exists():
            return
        state.due = time.time() + _RETRY
        try:
            reply = await self._ask(url, state, transport)
            if reply.status != 304:
                self._put(url, _checked(url, reply.body, self.file(url)))
            text = self.file(url).read_text("utf-8", "replace")
            state.etag = reply.headers.get("etag", state.etag)
            state.changed = reply.headers.get("last-modified", state.changed)
            state.due = time.time() + _lifetime(text)
        finally:
            self._write(self.file(url).with_suffix(".json"), json.dumps(asdict(state)).encode())

    async def _ask(self, url: str, state: State, transport: Transport | None) -> Reply:
        assert transport is not None
        headers = {"User-Agent": USER_AGENT}
        if self.file(url).exists():
            asks = {"If-None-Match": state.etag, "If-Modified-Since": state.changed}
            headers |= {name: value for name, value in asks.items() if value}
        here = url
        for _ in range(_REDIRECTS):
            check_url(here, self._policy)
            reply = await transport.send(Request(here, headers, _LARGEST))
            if reply.status not in (301, 302, 303, 307, 308):
                break
            here = absolute(here, reply.headers.get("location", ""))
        if reply.status not in (200, 304):
            raise FetchError(f"{url} answers {reply.status}: check the address of the list")
        return reply

    def _state(self, url: str) -> State:
        try:
            kept = json.loads(self.file(url).with_suffix(".json").read_text("utf-8"))
            return State(url, str(kept["etag"]), str(kept["changed"]), float(kept["due"]))
        except (OSError, ValueError, KeyError, TypeError):
            return State(url)

    def _put(self, url: str, content: bytes) -> None:
        self._write(self.file(url), content)

    def _write(self, path: Path, content: bytes) -> None:
        """Beside, then move."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=self.folder, suffix=".part", delete=False) as file:
            file.write(content)
        try:
            Path(file.name).replace(path)
        except OSError:
            with contextlib.suppress(OSError):
                Path(file.name).unlink()
            raise


def _checked(url: str, content: bytes, before: Path) -> bytes:
    """The list, unless it is none: a page of an error, or a stump of what was there."""
    text = content.decode("utf-8", "replace")
    rules = sum(1 for line in text.splitlines() if line.strip() and line.lstrip()[0] not in "![")
    if not _HEADER.match(text) or "<html" in text[:1000].lower() or rules < _FEWEST:
        raise FetchError(f"{url} is no block list: check its address")
    if before.exists() and len(content) < before.stat().st_size / 2:
        raise FetchError(f"{url} has shrunk to less than half: the list of before is kept")
    return content


def _lifetime(text: str) -> float:
    found = _EXPIRES.search(text[:4000])
    if not found:
        return _USUAL
    length = int(found[1][:6]) * (_DAY if found[2].lower() == "day" else 3600)
    return float(min(max(length, 3600), 14 * _DAY))
