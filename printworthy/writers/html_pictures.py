"""Pictures inside a page: the bytes that were fetched go in; an address that holds them (RFC 2397) comes out.

A page is one file, so that its pictures stand in it. What a file is, its first bytes say, not the server; a drawing
loses everything that runs or loads; a picture larger than a screen needs is scaled down where Pillow is installed.
"""

from __future__ import annotations

import re
from base64 import b64encode
from importlib.util import find_spec
from typing import Final, NamedTuple

from printworthy.data.resources import Resource
from printworthy.writers.pictures import Flaw, Wish, prepare
from printworthy.writers.svg import is_svg, sanitised

_KINDS: Final = (
    ("image/png", re.compile(rb"\x89PNG\r\n\x1a\n")),
    ("image/jpeg", re.compile(rb"\xff\xd8\xff")),
    ("image/gif", re.compile(rb"GIF8[79]a")),
    ("image/webp", re.compile(rb"RIFF.{4}WEBP", re.S)),
    ("image/avif", re.compile(rb".{4}ftypavi[fs]", re.S)),
)
_AS_IT_IS: Final = 600_000
_MOST: Final = 12 * 1024 * 1024
_SIDE: Final = 1800


class Inside(NamedTuple):
    """A picture's address and its size in pixels (0: unknown)."""

    src: str
    width: int = 0
    height: int = 0


def inside(resource: Resource) -> Inside | None:
    """The picture as an address that holds it; None if it is none, or too large."""
    content = resource.content
    if is_svg(content):
        drawing = sanitised(content)
        return Inside(_as_data("image/svg+xml", drawing.content), drawing.width, drawing.height) if drawing else None
    kind = next((name for name, start in _KINDS if start.match(content)), "")
    if not kind:
        return None
    if len(content) > _AS_IT_IS and find_spec("PIL"):
        smaller = prepare(resource, Wish(side=_SIDE))
        if isinstance(smaller, Flaw):
            return None
        return Inside(_as_data(smaller.media_type, smaller.content), smaller.width, smaller.height)
    return Inside(_as_data(kind, content), resource.width, resource.height) if len(content) <= _MOST else None


def _as_data(media_type: str, content: bytes) -> str:
    return f"data:{media_type};base64,{b64encode(content).decode('ascii')}"
