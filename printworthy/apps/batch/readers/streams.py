"""An archive's bytes, plain or in gzip members, as a stream that can be entered anywhere and survives damage.

A file and a place go in; unpacked bytes come out, with the place in the file at which they begin. What cannot be read
raises `DamagedError`; `resync` then goes on at the next place where a record begins.
"""

from __future__ import annotations

import io
import re
import zlib
from collections.abc import Iterator
from functools import cache
from typing import Any, BinaryIO, Final

_CHUNK: Final = 256 * 1024
_HEAD: Final = 64 * 1024
_BLANK: Final = 64
_PROBE: Final = 4096
_GZIP: Final = b"\x1f\x8b\x08"
_START: Final = re.compile(rb"(?:\A|\n)(WARC/[01]\.\d+\r?\n)")
_TYPE: Final = re.compile(rb"^WARC-Type[ \t]*:", re.I | re.M)
_LENGTH: Final = re.compile(rb"^Content-Length[ \t]*:", re.I | re.M)


class DamagedError(Exception):
    """Bytes that make no sense; the message says what is wrong with them, and `url` to which page it happened."""

    def __init__(self, message: str, url: str = "", record: str = "") -> None:
        super().__init__(message)
        self.url, self.record = url, record


@cache
def inflater() -> tuple[Any, Any]:
    """What makes an object that unpacks, and what damage makes it raise: isal's, in half of zlib's time, if there."""
    try:
        from isal import isal_zlib
    except ImportError:
        return zlib.decompressobj, zlib.error
    return isal_zlib.decompressobj, isal_zlib.error


class PlainStream:
    """An archive that is not packed."""

    def __init__(self, file: BinaryIO, start: int) -> None:
        self._file = file
        self._at = self._entered = start  # of the first byte in the buffer; of the record that was last entered
        self._buffer = bytearray()
        file.seek(start)

    @property
    def member(self) -> int:
        """The place in the file of the next byte."""
        return self._at

    @property
    def consumed(self) -> int:
        """Up to where the file has been read."""
        return self._at

    def at_start(self) -> bool:
        """A step over white space; in a plain file, a record's place can be told everywhere."""
        while (blank := self.peek(_BLANK)) and not blank.strip(b"\r\n"):
            self._drop(len(blank))
        self._drop(len(blank) - len(blank.lstrip(b"\r\n")))
        self._entered = self._at
        return True

    def peek(self, size: int) -> bytes:
        """The next bytes, fewer at the end."""
        while len(self._buffer) < size and self._fill():
            pass
        return bytes(memoryview(self._buffer)[:size])

    def until(self, mark: bytes, limit: int) -> bytes | None:
        """The bytes up to and with a mark, which are taken; None if it does not come within the limit."""
        searched = 0
        while (found := self._buffer.find(mark, searched)) < 0:
            searched = max(0, len(self._buffer) - len(mark) + 1)
            if len(self._buffer) > limit or not self._fill():
                return None
        return self.take(found + len(mark)) if found <= limit else None

    def take(self, size: int) -> bytes:
        """The next bytes, fewer at the end."""
        found = self.peek(size)
        self._drop(len(found))
        return found

    def skip(self, size: int) -> int:
        """Pass over bytes and hold none of them; how many there were."""
        left = size
        while left:
            step = min(left, len(self._buffer))
            if not step and not self._fill():
                break
            self._drop(step)
            left -= step
        return size - left

    def push_back(self, data: bytes) -> None:
        """Bytes that were taken by mistake are to come again."""
        self._buffer[:0] = data
        self._at -= len(data)

    def fits(self, length: int) -> bool:
        """Does a record, or the end of the file, follow after this many bytes?"""
        here = self._file.tell()
        self._file.seek(self._at + length)
        after = self._file.read(9)
        size = self._file.seek(0, io.SEEK_END)
        self._file.seek(here)
        return self._at + length <= size and (not after.strip(b"\r\n") or after.lstrip(b"\r\n").startswith(b"WARC/"))

    def resync(self, limit: int, past: bool = False) -> bool:
        """Go to the next record that begins before `limit`, past the one last entered if so; whether there is one."""
        first = self._entered + past
        while True:
            found = next((start for start in starts(self._buffer) if self._at + start >= first), None)
            if found is not None:
                self._drop(found)
                return self._at < limit
            self._drop(max(0, len(self._buffer) - _HEAD))
            if self._at >= limit or not self._fill():
                return False

    def _fill(self) -> bool:
        data = self._file.read(_CHUNK)
        self._buffer += data
        return bool(data)

    def _drop(self, size: int) -> None:
        del self._buffer[:size]
        self._at += size


class GzipStream:
    """An archive in gzip members: one a record, as the standard asks, or one for all."""

    def __init__(self, file: BinaryIO, start: int) -> None:
        self._file = file
        self._packed = b""
        self._at = start  # of the first byte of `_packed`
        self._plain = bytearray()
        self._inflater, self._error = inflater()
        self._stream: Any = None
        self.member = start
        self._fresh = True
        file.seek(start)

    @property
    def consumed(self) -> int:
        """Up to where the file has been read."""
        return self._at

    def at_start(self) -> bool:
        """Is this where a member begins? A step over white space and over the end of the last member."""
        while True:
            if self._plain[:_BLANK].strip(b"\r\n"):
                return self._fresh
            del self._plain[:_BLANK]
            if self._plain:
                continue
            if self._stream is not None and not self._stream.eof:
                self._inflate()
            elif self._more():
                self._begin()
            else:
                self.member, self._fresh = self._at, True
                return True

    def peek(self, size: int) -> bytes:
        """The next bytes of this member, fewer at its end."""
        while len(self._plain) < size and self._fill():
            pass
        return bytes(memoryview(self._plain)[:size])

    def until(self, mark: bytes, limit: int) -> bytes | None:
        """The bytes up to and with a mark, which are taken; None if it does not come within the limit."""
        searched = 0
        while (found := self._plain.find(mark, searched)) < 0:
            searched = max(0, len(self._plain) - len(mark) + 1)
            if len(self._plain) > limit or not self._fill():
                return None
        return self.take(found + len(mark)) if found <= limit else None

    def take(self, size: int) -> bytes:
        """The next bytes of this member, fewer at its end."""
        found = self.peek(size)
        del self._plain[: len(found)]
        self._fresh = self._fresh and not found
        return found

    def skip(self, size: int) -> int:
        """Pass over bytes of this member and hold none of them; how many there were."""
        left = size
        while left:
            step = min(left, len(self._plain))
            if not step and not self._fill():
                break
            del self._plain[:step]
            left -= step
        self._fresh = self._fresh and left == size
        return size - left

    def push_back(self, data: bytes) -> None:
        """Bytes that were taken by mistake are to come again."""
        self._plain[:0] = data

    def resync(self, limit: int, past: bool = False) -> bool:
        """Go to the next member that holds a record and begins before `limit`, past this one if so."""
        at = self.member + past
        found = next(_member_starts(self._file, at, limit), None)
        self._stream, self._fresh = None, True
        self._plain.clear()
        self._packed, self._at = b"", limit if found is None else found
        self.member = self._at
        self._file.seek(self._at)
        return found is not None

    def _fill(self) -> bool:
        """Unpack more of this member; False at its end."""
        if self._stream is None:
            if not self._more():
                return False
            self._begin()
        elif self._stream.eof:
            return False
        else:
            self._inflate()
        return True

    def _more(self) -> bool:
        if not self._packed:
            self._packed = self._file.read(_CHUNK)
        return bool(self._packed)

    def _begin(self) -> None:
        self._stream = self._inflater(wbits=31)
        self.member, self._fresh = self._at, True
        self._inflate()

    def _inflate(self) -> None:
        stream = self._stream
        if not self._more():
            raise DamagedError("the file ends within a record")
        try:
            self._plain += stream.decompress(self._packed, _CHUNK)
        except self._error as error:
            raise DamagedError(f"gzip: {error}") from None
        rest = stream.unused_data if stream.eof else stream.unconsumed_tail
        self._at += len(self._packed) - len(rest)
        self._packed = rest


def open_stream(file: BinaryIO, start: int) -> PlainStream | GzipStream:
    """The stream that an archive needs, by its first bytes."""
    file.seek(0)
    return GzipStream(file, start) if file.read(2) == _GZIP[:2] else PlainStream(file, start)


def starts(data: bytes | bytearray) -> Iterator[int]:
    """Where records begin in plain bytes: a line with the version, and the two fields that all must have."""
    for found in _START.finditer(data):
        end = data.find(b"\r\n\r\n", found.end())
        head = data[found.start(1) : end if 0 <= end < found.end() + _HEAD else found.end() + _HEAD]
        if _TYPE.search(head) and _LENGTH.search(head):
            yield found.start(1)


def _member_starts(file: BinaryIO, at: int, limit: int) -> Iterator[int]:
    """Where gzip members begin that hold a record, before `limit`."""
    file.seek(at)
    window, data = b"", b"-"
    while data and at < limit:
        data = file.read(_CHUNK)
        window += data
        # What stands too near to the window's end is looked at again with the next piece.
        last = len(window) - _PROBE if data else len(window)
        place = window.find(_GZIP)
        while 0 <= place < last:
            if at + place < limit and _holds_record(window[place : place + _PROBE]):
                yield at + place
            place = window.find(_GZIP, place + 1)
        window, at = window[max(0, last) :], at + max(0, last)


def _holds_record(packed: bytes) -> bool:
    try:
        return zlib.decompressobj(wbits=31).decompress(packed, 16).startswith(b"WARC/")
    except zlib.error:
        return False
