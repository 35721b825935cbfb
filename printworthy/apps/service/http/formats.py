"""Formats over HTTP: a name or `Accept` header in; format, media type and file name out. HTML bodies become JSON."""

from __future__ import annotations

import asyncio
import json
import re
import unicodedata
from collections.abc import Sequence
from email.message import Message
from typing import Any, Final
from urllib.parse import quote

from starlette.types import Scope

from printworthy.apps.service.errors import UnacceptableError
from printworthy.base.encoding import to_utf8

MEDIA_TYPES: Final = {
    "json": "application/json",
    "html": "text/html; charset=utf-8",
    "markdown": "text/markdown; charset=utf-8",
    "text": "text/plain; charset=utf-8",
    "pdf": "application/pdf",
    "epub": "application/epub+zip",
    "zip": "application/zip",
}
SUFFIXES: Final = {"json": "json", "html": "html", "markdown": "md", "text": "txt", "pdf": "pdf", "epub": "epub"}
_SPELLED: Final = str.maketrans({
    "ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss", "ẞ": "SS", "æ": "ae", "Æ": "Ae",
    "œ": "oe", "Œ": "Oe", "ø": "oe", "Ø": "Oe", "å": "aa", "Å": "Aa", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D",
    "ð": "d", "þ": "th", "Þ": "Th", "ı": "i",
})  # fmt: skip
_UNSAFE: Final = re.compile(r"[^\w\-. ]+")


def negotiated(accept: str, offered: Sequence[str]) -> str:
    """The format that an `Accept` header likes best among those offered, whose first is the usual one (RFC 9110)."""
    wishes = [_wish(part) for part in accept.split(",") if part.strip()]
    if not wishes:
        return offered[0]
    liked = [(_liking(name, wishes), -place, name) for place, name in enumerate(offered)]
    best = max(liked)
    if best[0] <= 0:
        kinds = ", ".join(MEDIA_TYPES[name].partition(";")[0] for name in offered)
        raise UnacceptableError(f"there is nothing of the kinds that Accept asks for: ask for one of {kinds}")
    return best[2]


def file_name(title: str, format: str) -> str:
    """A `Content-Disposition` value with a safe name: nothing of a title can leave its quotes or its line."""
    name = plain_name(title)
    ascii_name = _ascii(name).strip(".-") or "article"
    suffix = SUFFIXES.get(format, format)
    return f"filename=\"{ascii_name}.{suffix}\"; filename*=UTF-8''{quote(f'{name}.{suffix}', safe='')}"


def plain_name(title: str) -> str:
    """A title as the name of a file: letters and digits with hyphens between, and never a path."""
    plain = _UNSAFE.sub(" ", unicodedata.normalize("NFC", title))
    return "-".join(plain.split()).strip(".-")[:80].strip(".-") or "article"


def _ascii(name: str) -> str:
    """The name for programs that know nothing but ASCII: letters lose their marks, or are spelled."""
    spelled = unicodedata.normalize("NFKD", name.translate(_SPELLED)).encode("ascii", "ignore").decode()
    return re.sub("-{2,}", "-", spelled)


def _wish(part: str) -> tuple[str, float]:
    kind, *parameters = (piece.strip().lower() for piece in part.split(";"))
    quality = next((one[2:] for one in parameters if one.startswith("q=")), "1")
    try:
        return kind, min(max(float(quality), 0.0), 1.0)
    except ValueError:
        return kind, 1.0


def _liking(name: str, wishes: Sequence[tuple[str, float]]) -> float:
    """How much a format is liked: the most exact wish about it counts."""
    kind = MEDIA_TYPES[name].partition(";")[0]
    ranges = (kind, f"{kind.partition('/')[0]}/*", "*/*")
    found = [(ranges.index(wish), -quality) for wish, quality in wishes if wish in ranges]
    return -min(found)[1] if found else 0.0


_PATHS: Final = frozenset({"/v1/extract", "/v1/print"})
_JSON: Final = "application/json"
_KINDS: Final = frozenset({"text/html", "application/xhtml+xml"})
# What the OpenAPI document says of it: any bytes will do.
ALSO_HTML: Final[dict[str, Any]] = {
    "requestBody": {"content": {"text/html": {"schema": {"description": "The page itself, in any charset."}}}}
}


async def as_json(scope: Scope, body: bytes) -> bytes:
    """The body for the app; of a page as it is, the scope is made to say that it is JSON."""
    kind = header(scope, "content-type")
    if kind == _JSON or scope["method"] != "POST" or scope["path"] not in _PATHS:
        return body
    told = Message()
    told["content-type"] = kind
    if told.get_content_type() not in _KINDS:
        return body
    html = await asyncio.to_thread(to_utf8, body, told.get_content_charset(""))
    made = json.dumps({"html": html.decode("utf-8", "replace")}).encode()
    own = {b"content-type": b"application/json", b"content-length": str(len(made)).encode()}
    scope["headers"] = [*((name, value) for name, value in scope["headers"] if name not in own), *own.items()]
    return made


def header(scope: Scope, name: str) -> str:
    """A header field of the request, "" if it is not there; one that came twice is joined, as RFC 9110 says."""
    wanted = name.lower().encode("latin-1")
    return ", ".join(value.decode("latin-1") for key, value in scope["headers"] if key == wanted)
