"""Unpack: compressed chunks go in, plain chunks come out, and never more at once than the limit allows."""

from __future__ import annotations

import sys
import zlib
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final, Protocol

from printworthy.base.urls import told
from printworthy.errors import FetchError, LimitError

_ZSTD: Final = "compression.zstd" if sys.version_info >= (3, 14) else "backports.zstd"
# A window as large as browsers allow (RFC 9659); a larger one takes the memory that it asks for.
_ZSTD_WINDOW: Final = 23
_STEP: Final = 256 * 1024


class Unpacker(Protocol):
    """Undoes one compression; `error` is what its library raises on damaged data."""

    @property
    def error(self) -> type[Exception]:
        """What damaged data raises."""
        ...

    @property
    def done(self) -> bool:
        """Did the stream come to its end?"""
        ...

    def feed(self, data: bytes) -> Iterator[bytes]:
        """Plain pieces of about a quarter of a megabyte at most."""
        ...


class Deflate:
    """gzip, and deflate with or without the wrapper that the standard asks for."""

    error: type[Exception] = zlib.error

    def __init__(self) -> None:
        self._stream = zlib.decompressobj(wbits=47)
        self._raw = False
        self._started = False

    @property
    def done(self) -> bool:
        """Did the stream come to its end?"""
        return self._stream.eof

    def feed(self, data: bytes) -> Iterator[bytes]:
        """Plain pieces; several gzip members after each other are one stream."""
        while data:
            if self._stream.eof:
                if not data.startswith(b"\x1f\x8b"):
                    return  # padding after the end
                self._stream = zlib.decompressobj(wbits=47)
            yield self._inflate(data)
            data = self._stream.unconsumed_tail or self._stream.unused_data

    def _inflate(self, data: bytes) -> bytes:
        try:
            plain = self._stream.decompress(data, _STEP)
        except zlib.error:
            if self._started or self._raw:
                raise
            self._raw, self._stream = True, zlib.decompressobj(wbits=-15)
            plain = self._stream.decompress(data, _STEP)
        self._started = True
        return plain


class Brotli:
    """br."""

    def __init__(self) -> None:
        library: Any = import_module("brotlicffi")
        self.error: type[Exception] = library.error
        self._stream = library.Decompressor()

    @property
    def done(self) -> bool:
        """Did the stream come to its end?"""
        return bool(self._stream.is_finished())

    def feed(self, data: bytes) -> Iterator[bytes]:
        """Plain pieces; what comes after the end is padding."""
        if self.done:
            return
        yield self._stream.process(data, output_buffer_limit=_STEP)
        while not self._stream.can_accept_more_data():
            yield self._stream.process(b"", output_buffer_limit=_STEP)


class Zstd:
    """zstd; several frames after each other are one stream."""

    def __init__(self) -> None:
        self._library: Any = import_module(_ZSTD)
        self.error: type[Exception] = self._library.ZstdError
        self._stream = self._new()

    def _new(self) -> Any:  # noqa: ANN401 - the library has no types
        options = {self._library.DecompressionParameter.window_log_max: _ZSTD_WINDOW}
        return self._library.ZstdDecompressor(options=options)

    @property
    def done(self) -> bool:
        """Did the stream come to its end?"""
        return bool(self._stream.eof)

    def feed(self, data: bytes) -> Iterator[bytes]:
        """Plain pieces."""
        while True:
            if self._stream.eof and data:
                self._stream = self._new()
            yield self._stream.decompress(data, _STEP)
            data = self._stream.unused_data if self._stream.eof else b""
            if not data and (self._stream.eof or self._stream.needs_input):
                return


def in_words(size: int) -> str:
    """A limit as people say it."""
    return f"{size / 2**20:.0f} MB" if size >= 2**19 else f"{size} bytes"


def accepted() -> str:
    """The compressions that can be undone here, for `Accept-Encoding`."""
    extra = [name for name, module in (("br", "brotlicffi"), ("zstd", _ZSTD)) if _installed(module)]
    return ", ".join(["gzip", "deflate", *extra])


def unpackers(encoding: str, url: str) -> list[Unpacker]:
    """What undoes a `Content-Encoding`, in the order of undoing."""
    names = [name.strip().lower() for name in encoding.split(",")]
    known: dict[str, Callable[[], Unpacker]] = {
        "gzip": Deflate,
        "x-gzip": Deflate,
        "deflate": Deflate,
        "br": Brotli,
        "zstd": Zstd,
    }
    found: list[Unpacker] = []
    for name in reversed([name for name in names if name not in ("", "identity")]):
        if name not in known or len(found) == 2:
            how = encoding[:40]
            raise FetchError(f"{told(url)} is packed in a way unknown here ({how}): save the page from a browser")
        found.append(known[name]())
    return found


class Body:
    """A body that grows by chunks, up to a size."""

    def __init__(self, url: str, size: int, encoding: str = "") -> None:
        self._url, self._size = told(url), size
        self._stages = unpackers(encoding, url)
        self._errors = tuple(stage.error for stage in self._stages)
        self._between = 0
        self._plain = bytearray()
        self._fed = False

    def feed(self, data: bytes) -> None:
        """Take a chunk as it came from the server."""
        self._fed = self._fed or bool(data)
        try:
            for piece in self._through(self._stages, data):
                self._plain += piece
                self._check(len(self._plain))
        except self._errors as error:
            raise FetchError(f"{self._url} is packed wrongly ({_words(error)}): try again, or use a browser") from error

    def announce(self, length: str) -> None:
        """Refuse early what the server itself says is too large."""
        if length.isdecimal() and not self._stages:
            self._check(int(length[:19]))

    def finish(self) -> bytes:
        """The whole body."""
        if self._fed and not all(stage.done for stage in self._stages):
            raise FetchError(f"{self._url} was cut short: try again")
        return bytes(self._plain)

    def _through(self, stages: list[Unpacker], data: bytes) -> Iterator[bytes]:
        """What comes out at the end. Between two stages, too, there is never more than the limit: a bomb inside a
        parcel can be padding, which the next stage throws away."""
        if not stages:
            yield data
            return
        first, *rest = stages
        for piece in first.feed(data):
            if rest:
                self._between += len(piece)
                self._check(self._between)
            yield from self._through(rest, piece)

    def _check(self, size: int) -> None:
        if size > self._size:
            most = in_words(self._size)
            raise LimitError(f"{self._url} is larger than {most}, unpacked: raise the limit, or give another page")


def _words(error: Exception) -> str:
    """What a library says; some say it in bytes."""
    told = error.args[0] if error.args else error
    return told.decode("ascii", "replace") if isinstance(told, bytes) else str(told)


def _installed(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:
        return False
