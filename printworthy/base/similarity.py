"""Similarity: two texts → 0..1. One measure for pages of one article, captions, titles and copies of a text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from printworthy.base.words import words

_SHINGLE: Final = 3
# Beyond this many characters, spelling no longer matters, and comparing it costs their product.
_SHORT: Final = 200


def shingles(text: str, size: int = _SHINGLE) -> frozenset[tuple[str, ...]]:
    """The runs of `size` words in a text, in lower case; a shorter text is one run."""
    found = [word.casefold() for word in words(text)]
    if not found:
        return frozenset()
    return frozenset(zip(*(found[start:] for start in range(min(size, len(found)))), strict=False))


def jaccard(one: str, other: str, size: int = _SHINGLE) -> float:
    """What two texts share, as a part of all that they hold together."""
    first, second = shingles(one, size), shingles(other, size)
    together = len(first | second)
    return len(first & second) / together if together else float(one == other)


def containment(part: str, whole: str, size: int = _SHINGLE) -> float:
    """How much of `part` stands in `whole`, in the same words and order."""
    size = max(1, min(size, len(words(part))))
    first = shingles(part, size)
    return len(first & shingles(whole, size)) / len(first) if first else 0.0


def similarity(one: str, other: str) -> float:
    """How alike two texts are: by spelling if both are short (titles, names, captions), else by runs of words."""
    one, other = " ".join(one.casefold().split()), " ".join(other.casefold().split())
    if one == other:
        return 1.0
    if max(len(one), len(other)) <= _SHORT:
        return ratio(one, other)
    return jaccard(one, other)


def ratio(one: Sequence[str], other: Sequence[str]) -> float:
    """1 less the edit distance as a part of the longer text; texts may be strings or lists of words."""
    longest = max(len(one), len(other))
    return 1 - distance(one, other) / longest if longest else 1.0


def distance(one: Sequence[str], other: Sequence[str]) -> int:
    """How many insertions, deletions and substitutions turn one text into the other (Levenshtein)."""
    if len(one) < len(other):
        one, other = other, one
    row = list(range(len(other) + 1))
    for line, left in enumerate(one, 1):
        corner, row[0] = row[0], line
        for column, right in enumerate(other, 1):
            corner, row[column] = (
                row[column],
                corner if left == right else 1 + min(corner, row[column], row[column - 1]),
            )
    return row[-1]
