"""Where a document goes if nobody said so: its title → a file in this folder that does not exist yet."""

from __future__ import annotations

import re
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import Final

# What some system refuses in a file's name, and what a shell would have to be told about.
_REFUSED: Final = re.compile(r"[\x00-\x1f\x7f<>:\"/\\|?*'`$!&;(){}\[\]~#%^]+")
_LONGEST: Final = 60


def own_name(title: str, folder: Path | None = None) -> str:
    """A new file named after the title; a PDF, or a reader page where the extra `pdf` is missing."""
    suffix = ".pdf" if find_spec("typst") else ".html"
    words = "-".join(_REFUSED.sub(" ", title).split()).strip(".-")
    stem = _cut(words) or "article"
    names = (f"{stem}{suffix}" if number == 1 else f"{stem}-{number}{suffix}" for number in count(1))
    return next(name for name in names if not (folder or Path()).joinpath(name).exists())


def _cut(words: str) -> str:
    """At most so many letters, and whole words if there are any; file systems count bytes, so these are few, too."""
    short = words if len(words) <= _LONGEST else words[: _LONGEST + 1].rpartition("-")[0] or words[:_LONGEST]
    while len(short.encode()) > 3 * _LONGEST:
        short = short[:-1]
    return short.strip(".-")
