"""Refine: the chosen segments → those of them in which readers or customers speak, not the author.

Comments stand below the text, reviews below the goods; both are prose and look like an article. They are known by the
name of their box, comments also by a heading that says nothing else. In a forum the comments are the text, and outside
a shop a review is one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from printworthy.base.languages import either
from printworthy.base.tags import HEADING
from printworthy.data.columns import Columns
from printworthy.refine.holding import chosen_before, holding, name_words, naming

Mask = NDArray[np.bool_]
REASON = ("refine", "is what readers or customers say")
_COMMENTS: Final = frozenset(("comment", "comments"))
_REVIEWS: Final = frozenset(("review", "reviews"))
_FORUM: Final = frozenset(("discussion", "discussions", "thread", "threads", "forum", "forums", "topic"))
_LONGEST_NAME: Final = 4
_MOST_COMMENTS, _MOST_IN_BOX = 0.5, 0.6
# How much of the text may stand below the first comment.
_MOST_BELOW: Final = 0.1
_LONGEST_BUTTON: Final = 40
_LONGEST_HEAD: Final = 40
_HEAD: Final = re.compile(rf"\W*(?:\d+\s)?(?:{either('comments')})[\W\d]*", re.IGNORECASE)
_CART: Final = re.compile(rf"\W*(?:{either('add_to_cart')})[\W\d]*", re.IGNORECASE)


def comments(columns: Columns, words: NDArray[np.integer], kept: Mask) -> Mask:
    """Kept segments in comments, if the text stands above them, and in reviews, if something is sold."""
    found = np.zeros(len(kept), bool)
    named = naming(columns.key, "omment", "eview")
    elements = holding(columns, named, chosen_before(words, kept), _MOST_IN_BOX) if named else []
    comments = _inside(columns, elements, _COMMENTS) | _under_heading(columns, kept)
    if comments.any() and _stand_below(words * kept, comments) and not _in_forum(columns.key):
        found |= comments & kept
    reviews = _inside(columns, elements, _REVIEWS)
    if reviews.any() and _sells(columns.text):
        found |= reviews & kept
    return found


def _names(key: str, words: frozenset[str]) -> bool:
    """Has a class or id one of these words in a short name? An `id` made of a heading's sentence may hold any."""
    parts = map(name_words, key.split())
    return any(not words.isdisjoint(one) and len(one) <= _LONGEST_NAME for one in parts)


def _in_forum(keys: list[str]) -> bool:
    """Does any name say so?"""
    distinct = set(keys)
    every = "\0".join(distinct).lower()
    words = [word for word in _FORUM if word in every]
    return any(word in key.lower() and _names(key, _FORUM) for word in words for key in distinct)


def _inside(columns: Columns, elements: list[int], words: frozenset[str]) -> Mask:
    """The segments inside those of the elements that are called by one of these words."""
    found = np.zeros(len(columns.text), bool)
    for element in elements:
        if not columns.flags[element] & HEADING and _names(columns.key[element], words):
            found[columns.first[element] : columns.last[element]] = True
    return found


def _under_heading(columns: Columns, kept: Mask) -> Mask:
    """What comes after the last kept heading that says "Comments", itself included."""
    found = np.zeros(len(kept), bool)
    text, owner, flags = columns.text, columns.owner, columns.flags
    for place in reversed(kept.nonzero()[0].tolist()):
        if flags[owner[place]] & HEADING and len(text[place]) <= _LONGEST_HEAD and _HEAD.fullmatch(text[place]):
            found[place:] = True
            break
    return found


def _stand_below(weight: NDArray[np.integer], comments: Mask) -> bool:
    """Are the comments less than the text, and does hardly any of it come after them?"""
    start, total = int(comments.argmax()), weight.sum()
    below = weight[start:] * ~comments[start:]
    return bool(weight[comments].sum() <= _MOST_COMMENTS * total and below.sum() <= _MOST_BELOW * total)


def _sells(texts: Iterable[str]) -> bool:
    """Is there a button that puts something into a cart?"""
    return any(len(text) <= _LONGEST_BUTTON and _CART.fullmatch(text) for text in texts)
