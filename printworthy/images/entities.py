"""Entities: a text → the people, places and organisations that it names, and how often.

A recogniser is any function from text to counts. The one here needs no model: in scripts with capitals it takes the
capitalised words that are nowhere written small; in others, which have nothing like it, the words or pairs of
characters that carry meaning. `ner.py` has one by spaCy.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from typing import Final, TypeAlias

from printworthy.base.words import script_of

Recogniser: TypeAlias = Callable[[str], Counter[str]]

# As much of a text as is read: what it is about shows in its first pages.
LONGEST: Final = 3_000
_SAMPLE: Final = 500
_CASED: Final = frozenset(("Latin", "Cyrillic", "Greek", "Armenian", "Georgian", ""))
_PAIRED: Final = frozenset(("Han", "Kana", "Hangul", "Thai", "Lao", "Khmer", "Myanmar", "Tibetan"))
_CAPITALS: Final = "".join(sign for sign in map(chr, (*range(0x41, 0x587), *range(0x1E00, 0x2000))) if sign.isupper())
_CAPITALISED: Final = re.compile(rf"[{_CAPITALS}]\w+")
_LETTERS: Final = re.compile(r"[^\W\d_]{3,}")
_RUNS: Final = re.compile(r"[^\W\d_a-zA-Z]{2,}")
# Characters of grammar in Chinese and Japanese: a pair that holds one means little.
_EMPTY: Final = frozenset(
    "的了是在和有不这那這為为与與及也就都而于於以之其他她它我你们們个個一上下中来來到对對说說将將被把从從年月日"
    "のはをにがでとしたてもなるいすまれさか"
)
# The conjunctions, prepositions and article that Arabic writes in one with the word.
_JOINED: Final = re.compile(r"^(?:[وفبكل]?ال|لل|و)(?=\w{3})")
_SHORTEST: Final = 3


def names(text: str) -> Counter[str]:
    """The names in a text of any script, in lower case; a name is one word, or one pair of characters."""
    text = text[:LONGEST]
    script = _script(text[:_SAMPLE])
    if script in _CASED:
        return _capitalised(text)
    return _pairs(text) if script in _PAIRED else _plain_words(text)


def _script(sample: str) -> str:
    """The script of a text; most are plainly Latin, which is cheaper to see than to count out."""
    return "Latin" if 2 * len(sample.encode("ascii", "ignore")) > len(sample) else script_of(sample)


def terms(text: str) -> list[str]:
    """The words of a short text that may stand in another, in lower case; of scripts without spaces, the pairs."""
    if text.isascii() or _script(text) not in _PAIRED:
        return _LETTERS.findall(text.lower())
    return list(_pairs(text))


def _capitalised(text: str) -> Counter[str]:
    """Words that are written with a capital and nowhere without."""
    found = Counter(map(str.lower, _CAPITALISED.findall(text)))
    for word in found.keys() & set(text.replace(",", " ").replace(".", " ").split()):
        del found[word]
    return found


def _pairs(text: str) -> Counter[str]:
    """Pairs of characters of meaning, in scripts without spaces or with endings."""
    found: Counter[str] = Counter()
    for run in _RUNS.findall(text):
        found.update(one + two for one, two in pairwise(run) if one not in _EMPTY and two not in _EMPTY)
    return found


def _plain_words(text: str) -> Counter[str]:
    """Words of some length, without what Arabic writes in one with them."""
    found = (_JOINED.sub("", word) for word in _LETTERS.findall(text))
    return Counter(word for word in found if len(word) >= _SHORTEST)
