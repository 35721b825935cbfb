"""Refine: the chosen segments → those of them in a box which says by its name that it is none of the article.

Boxes inside the text look like it and stand where it stands; what they are called tells them apart. Only plain words
count, in short names: an `id` made of a heading's sentence may hold any word. A box that holds much of what was
chosen is not believed.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from printworthy.base.tags import HEADING
from printworthy.data.columns import Columns
from printworthy.refine.holding import chosen_before, holding, name_words

Mask: TypeAlias = NDArray[np.bool_]
REASON = ("refine", "stands in a box that is called something else")
_MOST: Final = 0.3
_LONGEST_NAME: Final = 4
_OTHER: Final = frozenset(
    "related recommended disclaimer sponsored newsletter signup breadcrumb breadcrumbs readmore modal dialog popup "
    "popover lightbox tooltip signature postsignature postprofile postdetails postgroup postcount userinfo".split()
)
# An advertisement's place: its name is made of these words and of no others.
_AD: Final = frozenset("ad ads advert adverts advertisement advertising adsbygoogle adslot".split())
_AD_BEGINS: Final = re.compile(r"(?<![A-Za-z])ad|A[Dd]")
_PLACE: Final = frozenset(
    "in article inline top bottom mid middle content native display google mpu mobile desktop side slot unit box "
    "container wrapper wrap block banner label space zone area placeholder holder inner outer break row rail "
    "frame".split()
)


def boxes(columns: Columns, words: NDArray[np.integer], kept: Mask) -> Mask:
    """Kept segments inside such boxes."""
    found = np.zeros(len(kept), bool)
    named = [element for element, key in enumerate(columns.key) if key]
    elements = holding(columns, named, chosen_before(words, kept), _MOST)
    others = _others({columns.key[element] for element in elements}) if elements else set()
    if others:
        for element in elements:
            if columns.key[element] in others and not columns.flags[element] & HEADING:
                first, last = columns.first[element], columns.last[element]
                found[first:last] = kept[first:last]
    return found


def _others(keys: set[str]) -> set[str]:
    """The keys that name something else. To look for the words first is quicker than to part each name into its own."""
    every = "\0".join(keys).lower()
    words = [word for word in _OTHER if word in every]
    pairs = zip(keys, every.split("\0"), strict=True)
    return {key for key, low in pairs if _perhaps_other(key, low, words) and _is_other(key)}


def _perhaps_other(key: str, low: str, words: list[str]) -> bool:
    if "ad" in low and _AD_BEGINS.search(key):
        return True
    for word in words:  # noqa: SIM110 - `any` costs four times as much
        if word in low:
            return True
    return False


@lru_cache(maxsize=50_000)
def _is_other(key: str) -> bool:
    """Does a class or id name something else than an article? Pages, and the pages of a site, repeat them."""
    return any(_names_other(name) for name in key.split())


def _names_other(name: str) -> bool:
    parts = name_words(name)
    if not parts or len(parts) > _LONGEST_NAME:
        return False
    return not parts.isdisjoint(_OTHER) or not parts.isdisjoint(_AD) and parts <= _AD | _PLACE
