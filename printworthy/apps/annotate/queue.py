"""The pages that wait to be annotated: `DIR/queue/*.html`, its address in a `.url` file or in its own head."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import unescape
from pathlib import Path

from printworthy.apps.annotate.files import write_durably
from printworthy.apps.annotate.store import MOST_BYTES, page_name
from printworthy.base.encoding import to_utf8
from printworthy.errors import InputError, LimitError


@dataclass(frozen=True, slots=True)
class Waiting:
    """A page in the queue."""

    name: str
    url: str
    path: Path


def waiting(folder: Path) -> list[Waiting]:
    """The pages in the queue that nobody has annotated yet, by name."""
    done = {path.name for path in (folder / "pages").glob("*")}
    found = []
    for path in sorted((folder / "queue").glob("*.html")):
        url = _url(path)
        if not url or page_name(url, b"") not in done:
            found.append(Waiting(path.stem, url, path))
    return found


def add_pages(folder: Path, sources: Sequence[Path], url: str = "") -> list[str]:
    """Copy pages into the queue, all or none; returns their names. `url` is the address of a single page."""
    names = []
    for html in [_page(source) for source in sources]:
        known = url or _stated(html)
        name = page_name(known, html)
        if known:
            write_durably(folder / "queue" / f"{name}.url", f"{known}\n".encode())
        write_durably(folder / "queue" / f"{name}.html", html)
        names.append(name)
    return names


def _page(source: Path) -> bytes:
    """A saved page; what is none is refused."""
    if not source.is_file():
        raise InputError(f"{source} is no file: give saved pages")
    if source.stat().st_size > MOST_BYTES:
        raise LimitError(f"{source} is larger than {MOST_BYTES // 1024 // 1024} MB: leave it out")
    html = source.read_bytes()
    try:
        to_utf8(html)
    except InputError as error:
        raise InputError(f"{source}: {error}") from None
    return html


def _url(path: Path) -> str:
    beside = path.with_suffix(".url")
    if beside.is_file():
        return beside.read_text("utf-8", "replace").strip()
    return _stated(path.read_bytes())


def _stated(html: bytes) -> str:
    """The address that a page gives itself."""
    for tag in _TAG.findall(html[:500_000]):
        text = tag.decode("utf-8", "replace")
        if _CANONICAL.search(text):
            found = _ADDRESS.search(text)
            if found:
                return unescape(found[1])
    return ""


_TAG = re.compile(rb"<(?:link|meta)\b[^>]{1,2000}>", re.IGNORECASE)
_CANONICAL = re.compile(r"""rel=["']?canonical\b|property=["']?og:url\b""", re.IGNORECASE)
_ADDRESS = re.compile(r"""(?:href|content)=["']?(https?://[^"'\s>]+)""", re.IGNORECASE)
