"""WARC and WET archives (ISO 28500) → items. Damage costs the records that it hits, and is named; the rest is read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import BinaryIO, Final

from printworthy.apps.batch.readers import http
from printworthy.apps.batch.readers.items import Item, ItemPosition, Passed, Raw, UnreadablePage
from printworthy.apps.batch.readers.streams import DamagedError, GzipStream, PlainStream, open_stream, starts
from printworthy.apps.batch.settings import MB, BatchSettings
from printworthy.apps.batch.tasks import Task

_HEAD: Final = 64 * 1024
_END: Final = re.compile(rb"\r?\n\r?\n")
_READ: Final = ("response", "conversion", "resource")
# A body may be packed and still be small enough once it is unpacked; nobody packs a page so that it grows.
_ROOM: Final = 64 * 1024
_DATE: Final = 40


class WarcReader:
    """The records that begin in a task's share of an archive."""

    def __init__(self, task: Task, settings: BatchSettings) -> None:
        self._task = task
        self._largest = settings.caps.html_mb * MB
        self.began = self.ended = -1

    def items(self, skip: int = 0) -> Iterator[Item]:
        """All items after the first `skip`."""
        with Path(self._task.source).open("rb") as file:
            for number, item in enumerate(self._all(file, skip)):
                if number >= skip:
                    yield item

    def _all(self, file: BinaryIO, skip: int) -> Iterator[Item]:
        stream = open_stream(file, self._task.start)
        if not self._task.exact and not stream.resync(self._task.end):
            return
        self.began = stream.member
        yield from self._records(stream, skip)

    def _records(self, stream: PlainStream | GzipStream, skip: int) -> Iterator[Item]:
        number, position, member = 0, -1, -1
        while True:
            # Records that share a gzip member are told apart by their number in it.
            before, following = member, position + 1
            position = -1
            try:
                if stream.at_start() and stream.member >= self._task.end:
                    self.ended = stream.member if stream.peek(5) == b"WARC/" else -1
                    return
                member = stream.member
                position = following if member == before else member
                item = self._record(stream, position, cheap=number < skip)
            except DamagedError as error:
                if position < 0:
                    position = following if stream.member == before else stream.member
                yield self._damage(stream, position, error)
                if not stream.resync(self._task.end, past=True):
                    return
                number, member = number + 1, -1
                continue
            if item is None:
                return
            number += 1
            yield item

    def _damage(self, stream: PlainStream | GzipStream, position: int, error: DamagedError) -> UnreadablePage:
        where = f"byte {stream.member:,} of {Path(self._task.source).name}"
        place = ItemPosition(position, error.record, stream.consumed - self._task.start)
        return UnreadablePage(place, error.url, "damaged", f"damaged at {where} ({error}): fetch the archive again")

    def _record(self, stream: PlainStream | GzipStream, position: int, cheap: bool) -> Item | None:
        """The next record; None at the end of the file."""
        while (start := stream.peek(5))[:1] in (b"\r", b"\n"):
            stream.skip(1)
        if not start:
            return None
        if start != b"WARC/":
            raise DamagedError("a record should begin here")
        head = _fields(stream.until(b"\r\n\r\n", _HEAD))
        url, record = head.get("warc-target-uri", "").strip("<>"), head.get("warc-record-id", "")
        try:
            block = self._block(stream, head.get("content-length", ""))
        except DamagedError as error:
            raise DamagedError(str(error), url, record) from None
        place = ItemPosition(position, record, stream.consumed - self._task.start, head.get("warc-date", "")[:_DATE])
        kind = head.get("warc-type", "").lower()
        if kind not in _READ or cheap:
            return Passed(place, f"{kind or 'unnamed'} record")
        if block is None:
            return UnreadablePage(
                place, url, "too large", f"the record has {head['content-length']} bytes: raise --page-size"
            )
        return self._item(place, url, head, block)

    def _block(self, stream: PlainStream | GzipStream, claimed: str) -> bytes | None:
        """The record's content; None if it is too large."""
        if not claimed.isdecimal() or len(claimed) > 15:
            raise DamagedError("a record without a length")
        length = int(claimed)
        most = min(length, self._largest + _ROOM)
        if length > most and isinstance(stream, PlainStream) and not stream.fits(length):
            raise DamagedError(f"a record claims {length:,} bytes, and what follows them is no record")
        block = stream.take(most)
        if length > most and len(block) == most:
            stream.skip(length - most)
            return None
        return self._mended(stream, block, length)

    def _mended(self, stream: PlainStream | GzipStream, block: bytes, length: int) -> bytes:
        """The content with what its length gets wrong put right."""
        if len(block) == length and _at_end(stream):
            return block
        # Too long: the next records are in it. Too short: the rest is still to come.
        if isinstance(stream, GzipStream) and len(block) == length:
            block += stream.take(self._largest + _ROOM)
        elif isinstance(stream, PlainStream) and len(block) < length and not any(starts(block)):
            raise DamagedError(f"a record claims {length:,} bytes, {len(block):,} are there")
        if found := next(filter(None, starts(block)), 0):
            stream.push_back(block[found:])
            block = block[:found]
        return block.rstrip(b"\r\n") if len(block) != length else block

    def _item(self, place: ItemPosition, url: str, head: dict[str, str], block: bytes) -> Item:
        kind, content_type = head["warc-type"].lower(), head.get("content-type", "")
        if kind == "conversion" and content_type.startswith("text/plain"):
            return Raw(place, url, _paragraphs(block))
        if not block.startswith(b"HTTP/") and (kind != "response" or not content_type.startswith("application/http")):
            return self._page(place, url, http.StoredReply(200, {"content-type": content_type}, block))
        return self._page(place, url, http.read_message(block))

    def _page(self, place: ItemPosition, url: str, message: http.StoredReply) -> Item:
        if not 200 <= message.status < 300:
            return Passed(place, f"status {message.status}")
        if message.media_type and not http.is_html(message.media_type, message.body):
            return Passed(place, message.media_type[:60])
        body, kind, why = http.unpackable(message, url, self._largest)
        if kind:
            return UnreadablePage(place, url, kind, why)
        if not http.is_html(message.media_type, body):
            return Passed(place, message.media_type[:60] or "no type")
        return Raw(place, url, body, http.charset_of(message.fields.get("content-type", "")), message.status)


def _at_end(stream: PlainStream | GzipStream) -> bool:
    """Does a record end here, as far as the next bytes tell?"""
    try:
        after = stream.peek(9)
    except DamagedError:
        return True  # this record is whole; the damage is told of when the next one is read
    rest = after.lstrip(b"\r\n")
    return not rest or rest.startswith(b"WARC/"[: len(rest)])


def _fields(head: bytes | None) -> dict[str, str]:
    """The named fields of a record's head."""
    if head is None:
        raise DamagedError("a record's head without an end")
    found: dict[str, str] = {}
    for line in head.decode("utf-8", "replace").splitlines()[1:]:
        name, _, value = line.partition(":")
        found[name.strip().lower()] = value.strip()
    return found


def _paragraphs(text: bytes) -> str:
    """Plain text as a page: each line is a paragraph, so that what is no part of the article can still be told."""
    lines = filter(None, map(str.strip, text.decode("utf-8", "replace").splitlines()))
    return "<html><body>" + "\n".join(f"<p>{escape(line)}</p>" for line in lines) + "</body></html>"
