"""A cache on disk as a transport around another: fresh pages come from it, stale ones are asked for by their ETag.

One file a page, written beside its place and moved there, so that the command and the service may share a folder.
Only what is public is kept: no reply to a request with cookies or a password. Each page is kept with the IP address
that it came from, and given only to those who may reach that address.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import re
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Final

from printworthy.base.guard import STRICT, Policy, is_open
from printworthy.fetching.transport import Reply, Request, Transport

_FORMAT: Final = 2
_MOST: Final = 256 * 1024 * 1024
_KEPT_HEADERS: Final = ("content-type", "etag", "last-modified", "cache-control", "expires", "date", "content-language")
_MAX_AGE: Final = re.compile(r"max-age\s*=\s*\"?(\d+)", re.I)
_PRIVATE: Final = re.compile(r"\b(no-store|private)\b", re.I)
_NO_CACHE: Final = re.compile(r"\bno-cache\b", re.I)
_LONGEST: Final = 7 * 86400
_ABANDONED: Final = 3600
# A web address without a name and a password in it.
_PLAIN: Final = re.compile(r"https?://[^@/?#]+(?:[/?#]|$)", re.I)


class Cache:
    """Keeps the replies of another transport in a folder, up to `most` bytes together."""

    def __init__(self, inner: Transport, folder: Path, policy: Policy = STRICT, most: int = _MOST) -> None:
        self._inner, self._folder, self._policy, self._most = inner, folder, policy, most

    async def send(self, request: Request) -> Reply:
        """The kept reply if it is fresh or the server says it still holds, else a new one."""
        if _is_private(request):
            return await self._inner.send(request)
        path = self._folder / f"{_key(request)}.page"
        kept, fresh = await asyncio.to_thread(_load, path) or (None, 0.0)
        if kept is not None and (len(kept.body) > request.size or not is_open(kept.peer, self._policy)):
            kept = None
        if kept is not None and fresh > time.time():
            return kept
        reply = await self._inner.send(_conditional(request, kept))
        if reply.status == 304 and kept is not None:
            reply = _renewed(kept, reply)
        if _may_keep(reply) and is_open(reply.peer, self._policy):
            await asyncio.to_thread(self._store, path, reply)
        return reply

    def _store(self, path: Path, reply: Reply) -> None:
        """Write beside, then move; a full or read-only disk only means that nothing is kept."""
        head = {
            "format": _FORMAT, "status": reply.status, "fields": _kept_fields(reply), "fresh": _fresh_until(reply),
            "peer": reply.peer,
        }  # fmt: skip
        temporary = ""
        try:
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            with tempfile.NamedTemporaryFile(dir=self._folder, suffix=".part", delete=False) as file:
                temporary = file.name
                file.write(json.dumps(head).encode() + b"\n" + reply.body)
            Path(temporary).replace(path)
            self._shrink()
        except OSError:
            with contextlib.suppress(OSError):
                Path(temporary).unlink(missing_ok=True)

    def _shrink(self) -> None:
        """Drop the oldest pages while the folder is too large, and what an ended process left half-written."""
        found = list(_entries(self._folder))
        total = sum(size for _, size, _ in found)
        for _, size, entry in sorted(found):
            if total <= self._most:
                return
            entry.unlink(missing_ok=True)
            total -= size


def _entries(folder: Path) -> Iterator[tuple[float, int, Path]]:
    """When each page was written, its size and its place. Other processes may drop any of them meanwhile."""
    for entry in folder.iterdir():
        with contextlib.suppress(OSError):
            state = entry.stat()
            if entry.suffix == ".page":
                yield state.st_mtime, state.st_size, entry
            elif entry.suffix == ".part" and state.st_mtime < time.time() - _ABANDONED:
                entry.unlink(missing_ok=True)


def _is_private(request: Request) -> bool:
    """Is a reply to this request for its asker alone, or no page of the web?"""
    asks = {name.lower() for name in request.headers}
    return bool(asks & {"cookie", "authorization"}) or _PLAIN.match(request.url) is None


def _key(request: Request) -> str:
    """One entry for each address and each kind of asker: what servers' replies vary by."""
    asked = [request.url, *(request.headers.get(name, "") for name in ("User-Agent", "Accept", "Accept-Language"))]
    return hashlib.sha256("\n".join(asked).encode()).hexdigest()


def _load(path: Path) -> tuple[Reply, float] | None:
    """A kept reply and until when it is fresh; what cannot be read was never kept."""
    try:
        line, _, body = path.read_bytes().partition(b"\n")
        head = json.loads(line)
        if head["format"] != _FORMAT:
            return None
        fields = tuple((str(name), str(value)) for name, value in head["fields"])
        return Reply(int(head["status"]), fields, body, str(head["peer"])), float(head["fresh"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _conditional(request: Request, kept: Reply | None) -> Request:
    """Ask only for what is newer than the kept reply."""
    if kept is None:
        return request
    names = {"If-None-Match": "etag", "If-Modified-Since": "last-modified"}
    asks = {ask: kept.headers[name] for ask, name in names.items() if kept.headers.get(name)}
    return replace(request, headers={**request.headers, **asks})


def _renewed(kept: Reply, reply: Reply) -> Reply:
    """The kept body with the newer header fields."""
    fields = {**dict(_kept_fields(kept)), **dict(_kept_fields(reply))}
    return Reply(kept.status, tuple(fields.items()), kept.body, reply.peer)


def _kept_fields(reply: Reply) -> list[tuple[str, str]]:
    return [(name, value) for name, value in reply.headers.items() if name in _KEPT_HEADERS]


def _may_keep(reply: Reply) -> bool:
    headers = reply.headers
    control = headers.get("cache-control", "")
    useful = "etag" in headers or "last-modified" in headers or _fresh_until(reply) > time.time()
    varies = "set-cookie" in headers or headers.get("vary", "").strip() == "*" or _PRIVATE.search(control)
    return reply.status == 200 and useful and not varies


def _fresh_until(reply: Reply) -> float:
    """Until when a reply needs no asking, by its own words only; 0 if it says nothing."""
    control = reply.headers.get("cache-control", "")
    if _NO_CACHE.search(control):
        return 0.0
    if found := _MAX_AGE.search(control):
        return time.time() + min(int(found[1][:9]), _LONGEST)
    try:
        until = parsedate_to_datetime(reply.headers.get("expires", "")).timestamp()
    except (ValueError, TypeError, OverflowError):
        return 0.0
    return min(until, time.time() + _LONGEST)
