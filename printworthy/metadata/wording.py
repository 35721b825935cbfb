"""Comparing short texts: words of any script, keys for equality, and how much two texts overlap."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import Final


@lru_cache(maxsize=64)
def words(text: str) -> tuple[str, ...]:
    """The words in lower case; of scripts without spaces each character is a word. Pages repeat their titles."""
    folded = text.casefold()
    return tuple((_PLAIN_WORD if folded.isascii() else _WORD).findall(folded))


def key(text: str) -> str:
    """What is left of a text when case, marks and spaces are put aside: equal keys are the same name or title."""
    return "".join(words(text))


def holds(text: str, parts: Iterable[str]) -> bool:
    """Whether one of some parts of words stands in a text; faster than a pattern of as many alternatives."""
    return any(map(text.__contains__, parts))


def overlap(one: set[str], other: set[str]) -> float:
    """The F1 of two sets of words."""
    return 2 * len(one & other) / (len(one) + len(other)) if one and other else 0.0


def plain(text: str) -> str:
    """A text in one spelling of quotes, dashes and spaces, for comparing what people would call equal."""
    text = unicodedata.normalize("NFKC", text).translate(_SAME)
    return " ".join(text.casefold().split())


_WORD: Final = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]|[^\W\u3040-\u30ff\u3400-\u9fff]+")
_PLAIN_WORD: Final = re.compile(r"\w+", re.ASCII)
_SAME: Final = str.maketrans(
    {"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-", "\u00ad": None, "\u200b": None}
)
