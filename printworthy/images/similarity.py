"""Similarity of what a caption and a text name: section 4.4 of Joshi & Liu (2009).

A short caption is compared by representative names: does it hold one of those that the text names often? A long one by
the cosine of the two distributions of names, each normalised.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt
from typing import Final

# A caption is long that names as many as this, one of them more than once.
_MANY: Final = 5
# How many of a text's names stand for it, and how often such a name comes.
_REPRESENTATIVE: Final = 12
_OFTEN: Final = 2


@dataclass(frozen=True, slots=True)
class Likeness:
    """How alike caption and text are, 0..1, and whether that is a cosine. `known` is the share of names they share."""

    value: float
    cosine: bool = False
    known: float = 0.0


def likeness(caption: Counter[str], text: Counter[str]) -> Likeness:
    """The likeness of a caption's names and a text's."""
    if not caption or not text:
        return Likeness(0.0)
    known = sum(name in text for name in caption) / len(caption)
    if len(caption) >= _MANY and max(caption.values()) > 1:
        return Likeness(cosine(normalised(caption), normalised(text)), cosine=True, known=known)
    chosen = representative(text)
    return Likeness(sum(name in chosen for name in caption) / len(caption), known=known)


def representative(text: Counter[str]) -> frozenset[str]:
    """The names that come most often in a text."""
    return frozenset(name for name, count in text.most_common(_REPRESENTATIVE) if count >= _OFTEN)


def normalised(counts: Mapping[str, int]) -> dict[str, float]:
    """Frequencies as shares of their sum."""
    total = sum(counts.values())
    return {name: count / total for name, count in counts.items()} if total else {}


def cosine(one: Mapping[str, float], other: Mapping[str, float]) -> float:
    """The cosine of the angle between two vectors: 0 if they share nothing, 1 if they have one direction."""
    product = sum(value * other[name] for name, value in one.items() if name in other)
    lengths = sqrt(sum(value * value for value in one.values()) * sum(value * value for value in other.values()))
    return product / lengths if lengths else 0.0
