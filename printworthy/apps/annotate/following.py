"""What to annotate next: folder and model in; the pages and the very segments near the decision boundary out.

A segment whose probability is near one half teaches the model most. A page is as interesting as its most doubtful
segments; of pages that are alike, those of sites not yet annotated come first. Which of a page's segments are asked
about is drawn by lot, the doubtful ones with the better chances (`train/own/active.py` says why).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit
from zlib import crc32

import numpy as np

from printworthy.apps.annotate.prelabel import prelabel
from printworthy.apps.annotate.queue import Waiting, waiting
from printworthy.errors import InputError
from printworthy.options import Options

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
    from printworthy.train.own.active import ask, doubt, nearest

    likely = np.array([segment["probability"] for segment in found], np.float64)
    doubtful = float(doubt(likely[nearest(likely)[:SEGMENTS]]).sum()) / SEGMENTS
    asked = ask(likely, SEGMENTS, crc32(one.name.encode())).tolist()
    fresh = _NEW_SITE if one.url and _site(one.url) not in known else 1.0
    head = {"page": one.name, "url": one.url, "file": str(one.path), "doubt": round(doubtful * fresh, 4)}
    return head | {"segments": [found[number] for number in asked]}


def _site(url: str) -> str:
    return (urlsplit(url).hostname or "").removeprefix("www.")


def _known_sites(folder: Path) -> set[str]:
    from printworthy.train.own.labels import read_marked

    return {_site(one.submission.url) for one in read_marked(folder)[0]}
