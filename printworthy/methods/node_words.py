"""What the words of a text node and the class names around it give away: texts and names → hints (section 4 of 2016).

The lists are the paper's idea in more languages than its English: small words that hold sentences together, words of
dates, and the names that people give to the parts of a page.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from printworthy.base.languages import by_language, either
from printworthy.features.text import Hashes, text_columns
from printworthy.metadata.dates.date_formats import months

# Names of classes and ids by what they promise; a name may promise several things.
_CUES: Final[dict[str, str]] = {
    "title": r"title|headline|heading|hed\b",
    "date": r"date|time|publish|posted|timestamp",
    "author": r"author|byline|writer|credit",
    "text": r"content|body|text|paragraph|prose|copy\b|entry",
    "story": r"article|story|post\b|post-|blog",
    "header": r"header|masthead|banner|top-?bar",
    "footer": r"footer|foot\b|bottom|copyright|legal",
    "menu": r"nav|menu|breadcrumb|tabs?\b|pager|pagination",
    "side": r"side|aside|widget|rail|right-?col",
    "related": r"relat|recommend|more-|popular|trending|latest|teaser|card|promo|read-?next",
    "share": r"share|social|follow|facebook|twitter|newsletter|subscri|sign-?up",
    "comment": r"comment|discuss|repl(?:y|ies)|disqus",
    "caption": r"caption|figure|image|photo|gallery|media",
    "advert": r"\bads?\b|advert|sponsor|cookie|consent|modal|popup|banner",
    "font": r"font|bold|large|small|lead\b|lede|intro|summary|dek|standfirst",
}
CUES: Final = tuple(_CUES)
_CUE_PATTERNS: Final = tuple(re.compile(pattern) for pattern in _CUES.values())
# Humps are seams of words, as in "articleBody".
_HUMP: Final = re.compile(r"(?<=[a-z])(?=[A-Z])|_")
_DATE: Final = re.compile(
    r"(?<!\d)(?:\d{1,2}[./-]\d{1,2}[./-](?:\d{4}|\d\d)|(?:19|20)\d\d[./-]\d{1,2}[./-]\d{1,2})(?!\d)"
    rf"|(?:19|20)\d\d\s?(?:{either('year_sign')})\s?\d{{1,2}}"
)
_YEAR: Final = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
# No line that tells a date is longer.
_DATE_LINE: Final = 120


def cue_bits(name: str) -> int:
    """What an element's class names and id promise, a bit for each of `CUES`."""
    plain = _HUMP.sub("-", name).lower()
    return sum(1 << bit for bit, pattern in enumerate(_CUE_PATTERNS) if pattern.search(plain))


def looks_dated(text: str) -> tuple[bool, bool]:
    """Whether a text holds a date in figures, and a year."""
    if len(text) > _DATE_LINE:
        return False, bool(_YEAR.search(text))
    return bool(_DATE.search(text)), bool(_YEAR.search(text))


@cache
def small_words() -> Hashes:
    """The hashes of the words that hold sentences together, sorted."""
    return _hashes(" ".join(by_language("small_words").values()).split())


@cache
def month_words() -> Hashes:
    """The hashes of the names of months, sorted."""
    return _hashes([word for word in months().words if " " not in word])


def known(hashes: Hashes, table: Hashes) -> NDArray[np.bool_]:
    """Which hashes stand in a sorted table."""
    place = np.minimum(np.searchsorted(table, hashes), len(table) - 1)
    found: NDArray[np.bool_] = table[place] == hashes
    return found


def _hashes(words: list[str]) -> Hashes:
    return np.unique(text_columns(words).hashes)
