"""Languages: the words of each, by group, from `printworthy/languages/<code>.json`.

A file holds groups of words, phrases and patterns; `CONTRIBUTING.md` says what each group is. Members that begin with
`_` are comments. Everything is read once, and whoever needs a group asks for that of all languages together.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

FOLDER: Final = Path(__file__).parent.parent / "languages"
_LAST: Final = 1000


@cache
def languages() -> Mapping[str, Mapping[str, Any]]:
    """All groups by the language's code; languages with a `rank` first, because it settles ties."""
    found = {path.stem: json.loads(path.read_bytes()) for path in FOLDER.glob("*.json")}
    return dict(sorted(found.items(), key=lambda pair: (pair[1].get("rank", _LAST), pair[0])))


def by_language(group: str) -> dict[str, Any]:
    """One group of every language that has it."""
    return {code: groups[group] for code, groups in languages().items() if group in groups}


def words(*names: str) -> tuple[str, ...]:
    """The words of some groups in all languages, each once."""
    every = (by_language(group).values() for group in names)
    return tuple(dict.fromkeys(word for lists in every for one in lists for word in one))


def either(*names: str) -> str:
    """A pattern for any of these words, without a group around it."""
    return "|".join(words(*names))


def whole(group: str, end: str = r"\b") -> str:
    """The same for whole words, except of languages that write without spaces or join endings to their words."""
    bound: list[str] = []
    free: list[str] = []
    for code, entries in by_language(group).items():
        (free if languages()[code].get("unspaced") else bound).extend(entries)
    return "|".join([rf"\b(?:{'|'.join(bound)}){end}", *free])
