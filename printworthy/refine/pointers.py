"""Refine: the chosen segments → those of them that only lead elsewhere.

"Read more: …", "À lire aussi » …": a line between two paragraphs that is a link to another story. It is known by how it
begins and by being a link; or, without a link, by announcing what was not chosen.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from printworthy.base.languages import either

Mask = NDArray[np.bool_]
REASON = ("refine", "only leads elsewhere")
_LONGEST: Final = 250
_LONGEST_TITLE: Final = 40
_LINKED: Final = 0.7
# For text in lower case: to ignore the case in a pattern takes several times as long.
_BEGINS: Final = re.compile(rf"[\W_]{{0,5}}(?:{either('read_also')})")


def pointers(texts: Sequence[str], link_chars: Sequence[int], kept: Mask) -> Mask:
    """Kept segments that are such a line."""
    found = np.zeros(len(kept), bool)
    follows = [*kept[1:].tolist(), True]
    for place in kept.nonzero()[0].tolist():
        length = len(texts[place])
        # Few lines could be one; only of those are the words looked at.
        if length <= _LONGEST and (
            link_chars[place] >= _LINKED * length or (length <= _LONGEST_TITLE and not follows[place])
        ):
            found[place] = _BEGINS.match(texts[place].lower()) is not None
    return found
