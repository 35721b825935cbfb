"""Refine: the chosen segments → also the standfirst, the lines between headline and text that tell what is to come.

It stands apart from the text, among byline, date and buttons, so that a method which looks at places leaves it out. It
is known by the name of its box.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from printworthy.base.tags import CODE
from printworthy.data.columns import Columns
from printworthy.refine.holding import elements_of

Mask = NDArray[np.bool_]
REASON = ("refine", "is the standfirst")
_NAME: Final = re.compile(
    r"stand-?first|sub-?title|sub-?head(?!er)|(?<![a-z])deck?(?![a-z])|(?<![a-z])dek(?![a-z])|chapo|ingress|vorspann"
    r"|lead-?text|entry-sub|article-?(?:summary|intro|lead)|(?:post|entry|article)-excerpt",
    re.IGNORECASE,
)
_OTHER: Final = re.compile(r"image|photo|caption|credit|attribution|author|byline|social|share|related", re.IGNORECASE)
_H1: Final = CODE["h1"]
_BELOW: Final = 4
_SHORTEST, _LONGEST = 30, 400
_LINKED: Final = 0.3


def standfirst(columns: Columns, kept: Mask) -> Mask:
    """The dropped segment right below the headline that is named so."""
    found = np.zeros(len(kept), bool)
    place = _headline(columns, int(kept.argmax())) if kept.any() else -1
    if place >= 0:
        for segment in range(place + 1, min(place + 1 + _BELOW, len(kept))):
            if _is_standfirst(columns, segment):
                found[segment] = not kept[segment]
                break
    return found


def _headline(columns: Columns, start: int) -> int:
    """The last segment of an `h1` before the text, or right at its beginning; -1 for none."""
    found = -1
    for element in elements_of(columns, _H1):
        for segment in range(columns.first[element], min(columns.last[element], start + 3)):
            if columns.owner[segment] == element:
                found = max(found, segment)
    return found


def _is_standfirst(columns: Columns, segment: int) -> bool:
    length = len(columns.text[segment])
    owner = columns.owner[segment]
    names = (columns.key[owner], columns.key[columns.parent[owner]])
    fits = _SHORTEST <= length <= _LONGEST and columns.link_chars[segment] < _LINKED * length
    return fits and _named(names)


def _named(names: Sequence[str]) -> bool:
    return any(map(_NAME.search, names)) and not any(map(_OTHER.search, names))
