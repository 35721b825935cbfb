"""The pages that wait to be annotated: `DIR/queue/*.html`, its address in a `.url` file or in its own head.

Which is next: a segment whose probability is near one half teaches the model most. A page is as interesting as its most
doubtful segments; of pages that are alike, those of sites not yet annotated come first. Which of a page's segments are
asked about is drawn by lot, the doubtful ones with the better chances (the future work of Rangarajan 2016, 6.1): among
the nearest to the boundary the odd ones gather, about which people differ, too.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import unescape
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from printworthy.apps.annotate.prelabel import prelabel
from printworthy.apps.annotate.store import MOST_BYTES, page_name, write_durably
from printworthy.base.encoding import to_utf8
from printworthy.errors import InputError, LimitError
from printworthy.options import Options
from printworthy.train.own.labels import read_marked


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


SEGMENTS: Final = 8
# A long queue is not looked through as a whole: nobody would wait for it.
MOST: Final = 100
_NEW_SITE: Final = 1.25


def following(folder: Path, options: Options | None = None, count: int = 1) -> dict[str, Any]:
    """The next pages, the most doubtful first, each with some of its doubtful segments."""
    known = _known_sites(folder)
    queue = waiting(folder)
    some = sorted(queue, key=lambda one: crc32(one.name.encode()))[:MOST]
    pages = [row for one in some if (row := _row(one, known, options or Options())) is not None]
    pages.sort(key=lambda row: (-row["doubt"], row["page"]))
    wait = "1 page waits" if len(queue) == 1 else f"{len(queue)} pages wait"
    told = f"{wait}; the most doubtful{' of ' + str(MOST) if len(queue) > MOST else ''} first"
    if not pages:
        told = "no pages wait: put saved pages into the queue with 'printworthy annotate --data DIR --add PAGE …'"
    first = pages[0] if pages else None
    return {"told": told, "page": first, "pages": pages[:count]}


def _row(one: Waiting, known: set[str], options: Options) -> dict[str, Any] | None:
    try:
        found = prelabel(one.path.read_bytes(), one.url, options)["segments"]
    except InputError:
        return None  # no page at all: a picture, an empty file
    likely = np.array([segment["probability"] for segment in found], np.float64)
    doubtful = float(doubt(likely[nearest(likely)[:SEGMENTS]]).sum()) / SEGMENTS
    asked = ask(likely, SEGMENTS, crc32(one.name.encode())).tolist()
    fresh = _NEW_SITE if one.url and _site(one.url) not in known else 1.0
    head = {"page": one.name, "url": one.url, "file": str(one.path), "doubt": round(doubtful * fresh, 4)}
    return head | {"segments": [found[number] for number in asked]}


def _site(url: str) -> str:
    return (urlsplit(url).hostname or "").removeprefix("www.")


def _known_sites(folder: Path) -> set[str]:
    return {_site(one.submission.url) for one in read_marked(folder)[0]}


Floats = NDArray[np.floating[Any]]
Ints = NDArray[np.integer[Any]]
_LEAST = 1e-4  # nobody is without a chance


def doubt(likely: Floats) -> Floats:
    """1 at the decision boundary, 0 where the model is sure."""
    found: Floats = 4 * likely * (1 - likely)
    return found


def nearest(likely: Floats) -> Ints:
    """The numbers of all segments, those nearest to the boundary first."""
    return np.argsort(-doubt(likely), kind="stable")


def ask(likely: Floats, count: int, seed: int) -> Ints:
    """The next segments to ask about, nearest first: drawn by the square of their doubt.

    How to draw with such chances and without repeating is told by Efraimidis and Spirakis (2006).
    """
    chances = doubt(likely) ** 2 + _LEAST
    keys = np.random.default_rng(seed).random(len(likely)) ** (1 / chances)
    drawn = np.argsort(-keys, kind="stable")[:count]
    return drawn[nearest(likely[drawn])]
