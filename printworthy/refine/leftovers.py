"""Refine: the chosen segments → those of them that are data for scripts, or places that a script was to fill.

Some pages keep the settings of a box as JSON in an element that only a style hides, or show `{{price}}` until a script
has run. Such a text stands in the middle of the article, but nobody wrote it to be read. Code is left alone.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from printworthy.base.tags import PRE

Mask = NDArray[np.bool_]
REASON = ("refine", "is data for the page's scripts, not text")
_PLACE: Final = re.compile(r"\{\{[^{}\n]{1,200}\}\}")
_ENDS: Final = {"{": "}", "[": "]"}
_SHORTEST: Final = 60  # an example in a sentence is shorter
_SPACED: Final = '": '  # and written for eyes: programs leave the space out


def leftovers(texts: Sequence[str], flags: NDArray[np.int64], kept: Mask) -> Mask:
    """Kept segments outside of code that are nothing but data or an unfilled place."""
    found = np.zeros(len(kept), bool)
    for place in kept.nonzero()[0].tolist():
        text = texts[place]
        if text[:1] in _ENDS and text[-1] == _ENDS[text[0]] and not flags[place] & PRE:
            found[place] = _PLACE.fullmatch(text) is not None or _is_data(text)
    return found


def _is_data(text: str) -> bool:
    """Is it an object, or a list of such, as programs write it? A number in brackets is a note."""
    if len(text) < _SHORTEST or _SPACED in text:
        return False
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return False
    return bool(found) and isinstance(found[0] if isinstance(found, list) else found, dict)
