"""What a segment speaks of, beside the rest of the page: `PageView` + stage one's probabilities → rows.

A teaser, a notice or somebody's life may look like a paragraph of the article, but other words are in it. Words that
few pages use say most; how rare they are was learned. Where a page states its article's text for search engines
(`parse/stated.py`), the words that are found there are told, too.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from printworthy.features.page import PageView
from printworthy.features.text import Floats, Hashes, Ints

_BITS = 14  # of a word's hash: a page has few thousand words, and a confusion now and then does no harm
_STATED_BITS = 18
_EPS = np.float32(1e-6)
_ENOUGH = 3.0  # a word that is so often in likely text belongs there
NAMES = ("topic_body", "topic_mass", "topic_p", "topic_new", "topic_stated")


def topic_features(view: PageView, p: Floats, rare: Floats) -> dict[str, NDArray[Any]]:
    """Rows by their names. A segment's own use of a word does not count for it."""
    text = view.text
    weight = rare.take(text.hashes >> np.uint32(32 - (len(rare) - 1).bit_length()))
    word = (text.hashes >> np.uint32(32 - _BITS)).astype(np.int64)
    likely = p.take(text.segment)
    sure = likely > 0.5
    mass = np.bincount(word, likely, 1 << _BITS).take(word) - likely
    body = np.bincount(word[sure], minlength=1 << _BITS).take(word) > sure
    others = np.bincount(word, minlength=1 << _BITS).take(word) - 1
    values = np.empty((6, len(word)))
    values[0] = body
    np.minimum(mass / _ENOUGH, 1, out=values[1])
    np.divide(mass, np.maximum(others, 1), out=values[2])
    values[2] *= others > 0
    values[3] = _new(word)
    values[4] = _among(text.hashes, view.stated)
    values[5] = 1
    values *= weight
    *found, total = _sums(values, text.offsets)
    rows = dict(zip(NAMES, np.array(found, np.float32) / (total + _EPS), strict=True))
    return rows if view.stated.size else rows | {"topic_stated": np.full(len(p), -1, np.float32)}


def _new(word: Ints) -> NDArray[np.bool_]:
    """Which words the page has not used before."""
    at = np.arange(len(word))
    first = np.empty(1 << _BITS, np.int64)  # only where a word is, is it written and read
    first[word[::-1]] = at[::-1]
    new: NDArray[np.bool_] = first.take(word) == at
    return new


def _among(words: Hashes, stated: Hashes) -> NDArray[np.bool_]:
    """Which words stand in the text that the page states."""
    if not stated.size:
        return np.zeros(len(words), np.bool_)
    known = np.zeros(1 << _STATED_BITS, np.bool_)
    shift = np.uint32(32 - _STATED_BITS)
    known[stated >> shift] = True
    return known.take(words >> shift)


def _sums(values: Floats, offsets: Ints) -> Floats:
    """Sums over the words of each segment, a row for each row."""
    total = np.zeros((len(values), values.shape[1] + 1))
    np.add.accumulate(values, 1, np.float64, total[:, 1:])
    at = total.take(offsets, axis=1)
    return at[:, 1:] - at[:, :-1]
