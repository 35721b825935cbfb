"""A WARC file as a transport: crawled pages by their address (ISO 28500), plain or with a gzip member a record."""

from __future__ import annotations

import gzip
import io
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, Final

from printworthy.base.urls import normalise
from printworthy.errors import FetchError, InputError
from printworthy.fetch.transport import Reply, Request
from printworthy.fetch.unpack import Body

_LARGEST_HEAD: Final = 64 * 1024
_LARGEST_RECORD: Final = 256 * 1024 * 1024


class Warc:
    """Reads the file once for an index of its responses, then each page where it lies."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._index: dict[str, int] = {}
        with _opened(path) as file:
            for offset, head in _heads(file, path):
                if head.get("warc-type") == "response":
                    self._index.setdefault(normalise(head.get("warc-target-uri", "").strip("<>")), offset)

    async def send(self, request: Request) -> Reply:
        """The reply as it was crawled."""
        offset = self._index.get(normalise(request.url))
        if offset is None:
            raise FetchError(f"{request.url} is not in {self._path}: check the address")
        with _opened(self._path) as file:
            file.seek(offset)
            head = _head(file)
            return _reply(file.read(_length(head, self._path)), request)


def _opened(path: Path) -> BinaryIO:
    """The file, unpacked. Offsets are those of the unpacked bytes."""
    try:
        with path.open("rb") as file:
            packed = file.read(2) == b"\x1f\x8b"
        return gzip.open(path, "rb") if packed else path.open("rb")  # type: ignore[return-value]
    except OSError as error:
        raise InputError(f"{path} cannot be read ({error.strerror}): check the name") from None


def _heads(file: BinaryIO, path: Path) -> Iterator[tuple[int, dict[str, str]]]:
    """Where each record begins, and its named fields."""
    while True:
        offset = file.tell()
        try:
            head = _head(file)
            if not head:
                return
            file.seek(_length(head, path), io.SEEK_CUR)
        except (OSError, EOFError, zlib.error) as error:
            raise InputError(f"{path} is damaged ({error}): fetch it again") from None
        yield offset, head


def _head(file: BinaryIO) -> dict[str, str]:
    """The named fields of the next record; empty at the end of the file."""
    line = file.readline(_LARGEST_HEAD)
    while line in (b"\r\n", b"\n"):
        line = file.readline(_LARGEST_HEAD)
    if not line.startswith(b"WARC/"):
        return {}
    found: dict[str, str] = {}
    while (line := file.readline(_LARGEST_HEAD)).strip():
        name, _, value = line.decode("utf-8", "replace").partition(":")
        found[name.strip().lower()] = value.strip()
    return found


def _length(head: dict[str, str], path: Path) -> int:
    length = head.get("content-length", "")
    if not length.isdecimal() or int(length) > _LARGEST_RECORD:
        raise InputError(f"{path} has a record of no or too great length: fetch it again")
    return int(length)


def _reply(record: bytes, request: Request) -> Reply:
    """The HTTP reply inside a record."""
    top, _, body = record.partition(b"\r\n\r\n")
    status, *lines = top.decode("latin-1").split("\r\n")
    fields = tuple((name.strip(), value.strip()) for name, _, value in (line.partition(":") for line in lines))
    code = status.split()[1:2]
    reply = Reply(int(code[0]) if code and code[0].isdecimal() and len(code[0]) == 3 else 200, fields)
    if reply.headers.get("transfer-encoding", "").lower() == "chunked":
        body = _dechunk(body)
    whole = Body(request.url, request.size, reply.headers.get("content-encoding", ""))
    whole.feed(body)
    return Reply(reply.status, fields, whole.finish())


def _dechunk(body: bytes) -> bytes:
    """The chunks joined; a body that is not chunked, whatever its header says, stays."""
    found, rest = bytearray(), body
    while rest:
        line, _, after = rest.partition(b"\r\n")
        try:
            size = int(line.partition(b";")[0].strip(), 16)
        except ValueError:
            return bytes(found) or body
        if size <= 0:
            break
        found += after[:size]
        rest = after[size + 2 :]
    return bytes(found)
