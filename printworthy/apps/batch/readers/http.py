"""The HTTP message in a record → its status, its fields, and the body as the page's author wrote it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from email.message import Message
from typing import Final

from printworthy.errors import LimitError, PrintworthyError
from printworthy.fetching.unpack import Body

_END: Final = re.compile(rb"\r?\n\r?\n")
_MARKUP: Final = re.compile(rb"\A\s*+(?:\xef\xbb\xbf)?+\s*+(?:<!doctype\s+html|<html|<head|<body|<!--)", re.I)
_SIZE: Final = re.compile(rb"[ \t]*([0-9A-Fa-f]{1,15})[ \t]*(?:;[^\r\n]*)?\r?\n")
# Types that servers give to whatever they do not know.
_VAGUE: Final = frozenset({"", "application/octet-stream", "binary/octet-stream", "unk", "content/unknown"})


@dataclass(frozen=True, slots=True)
class StoredReply:
    """A reply as it was stored."""

    status: int
    fields: dict[str, str]
    body: bytes

    @property
    def media_type(self) -> str:
        """The type that the server gave, in lower case; "" if none."""
        return self.fields.get("content-type", "").partition(";")[0].strip().lower()


def read_message(block: bytes) -> StoredReply:
    """The status line, the fields and the body of a reply."""
    end = _END.search(block)
    top, body = (block[: end.start()], block[end.end() :]) if end else (block, b"")
    status, *lines = top.decode("latin-1").splitlines() or [""]
    fields: dict[str, str] = {}
    for line in lines:
        name, _, value = line.partition(":")
        fields.setdefault(name.strip().lower(), value.strip())
    code = status.split()[1:2]
    return StoredReply(int(code[0]) if code and code[0].isdecimal() and len(code[0]) == 3 else 200, fields, body)


def content_of(message: StoredReply, url: str, largest: int) -> bytes:
    """The body without its transport: chunks joined, compressions undone. `LimitError` if it is too large."""
    body = message.body
    if "chunked" in message.fields.get("transfer-encoding", "").lower():
        body = _dechunk(body)
    encoding = message.fields.get("content-encoding", "").strip().lower()
    if encoding in ("", "identity") or looks_like_html(body):
        # Many archives keep the field and store the body unpacked.
        if len(body) > largest:
            raise LimitError(f"the page has more than {largest / 1e6:.0f} MB: raise --page-size")
        return body
    whole = Body(url, largest, encoding)
    whole.feed(body)
    return whole.finish()


def unpackable(message: StoredReply, url: str, largest: int) -> tuple[bytes, str, str]:
    """The body; or why there is none: the kind of the error and its message."""
    try:
        return content_of(message, url, largest), "", ""
    except LimitError as error:
        return b"", "too large", str(error)
    except PrintworthyError as error:
        return b"", "packed", str(error)


def is_html(media_type: str, body: bytes) -> bool:
    """Is this a page, by what the server said, and by its looks where it said nothing?"""
    return "html" in media_type or media_type in _VAGUE and looks_like_html(body)


def looks_like_html(body: bytes) -> bool:
    """Does it begin as pages begin?"""
    return _MARKUP.match(body[:1024]) is not None


def charset_of(content_type: str) -> str:
    """The charset of a Content-Type; "" if it names none."""
    if "charset" not in content_type.lower():
        return ""
    header = Message()
    header["content-type"] = content_type
    return header.get_content_charset("")


def _dechunk(body: bytes) -> bytes:
    """The chunks joined; a body that is not chunked, whatever its field says, stays."""
    parts: list[bytes] = []
    at = 0
    while size := _SIZE.match(body, at):
        length = int(size[1], 16)
        if not length:
            break
        parts.append(body[size.end() : size.end() + length])
        at = size.end() + length
        at += 2 if body[at : at + 2] == b"\r\n" else body[at : at + 1] == b"\n"
    return b"".join(parts) if parts else body if not _SIZE.match(body) else b""
