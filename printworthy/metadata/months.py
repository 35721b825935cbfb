"""Month words of many languages → numbers of months. Out: `Months`, looked up by word and language."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final


@dataclass(frozen=True, slots=True)
class Months:
    """Words that mean one month in every language, and those whose month depends on the language."""

    words: Mapping[str, int]
    ambiguous: Mapping[str, Mapping[str, int]]
    languages: tuple[str, ...]

    def number(self, word: str, language: str = "") -> int:
        """The month that a word names, 1 to 12, or 0. Words of two meanings need the language."""
        word = word.casefold().strip(".,'’")
        if language == "en" and word in _ENGLISH:
            return 0
        found = self.words.get(word) or self.ambiguous.get(language, {}).get(word, 0)
        if not found and word[:1] in _PREFIXES:
            found = self.words.get(word[1:], 0)
        return found


@cache
def months() -> Months:
    """The month words that ship with the package."""
    data = json.loads(files(__package__).joinpath("months.json").read_text("utf-8"))
    return Months(data["words"], data["ambiguous"], tuple(data["languages"]))


# Short for months elsewhere, but words of English: "4 stars out of 1935", "2nd gen 2024", "12 Pro 2022".
_ENGLISH: Final = frozenset("out set ago gen mag led ion api pro sen mac dub tem sty hun des dis ag".split())
# Hebrew "in" and Arabic "and" are written together with the word.
_PREFIXES: Final = frozenset("בو")
