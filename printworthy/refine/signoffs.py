"""Refine: the chosen segments → those of them at the end that only say who helped, how to write to them, or where else.

"… contributed to this report", "Contact … at …@…", "Originally published …": such lines close a text and are set in its
type. They are known by their words, and only the last lines are looked at.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from printworthy.base.languages import either

Mask = NDArray[np.bool_]
REASON = ("refine", "closes the article with who helped or where it was")
_LAST: Final = 6
_LONGEST: Final = 300
# For text in lower case.
_HELPED: Final = re.compile(either("contributed"))
_BEGINS: Final = re.compile(rf"\W*(?:{either('with_reporting_by', 'first_published')})")
_REACH: Final = re.compile(rf"(?:^\W*(?:{either('contact')})\b|\b(?:{either('contact_within')})\b).{{0,160}}@\w")


def signoffs(texts: Sequence[str], kept: Mask) -> Mask:
    """Such lines among the last kept segments."""
    found = np.zeros(len(kept), bool)
    for place in kept.nonzero()[0][-_LAST:].tolist():
        text = texts[place]
        if len(text) <= _LONGEST:
            found[place] = _closes(text.lower())
    return found


def _closes(low: str) -> bool:
    return bool("@" in low and _REACH.search(low) or _HELPED.search(low) or _BEGINS.match(low))
