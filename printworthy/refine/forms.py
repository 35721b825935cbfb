"""Refine: the chosen segments → those of them in a small box around a form: an invitation to sign up, to vote.

The words beside a form ask the reader to fill it in. Such a box may be called anything and stand anywhere in the text;
one that holds much of what was chosen is the article itself, or a page about the form. On a page with many forms they
are its furniture: a basket or a vote at every item.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from printworthy.base.tags import CODE
from printworthy.data.columns import Columns
from printworthy.refine.holding import chosen_before, elements_of

Mask = NDArray[np.bool_]
REASON = ("refine", "stands in a box around a form")
_MOST_FORMS, _MOST_WORDS, _MOST_SHARE = 4, 60, 0.1
_FORM: Final = CODE["form"]


def beside_forms(columns: Columns, words: NDArray[np.integer], kept: Mask) -> Mask:
    """Kept segments inside such boxes."""
    found = np.zeros(len(kept), bool)
    boxes = {columns.parent[form] for form in elements_of(columns, _FORM)}
    if not 0 < len(boxes) <= _MOST_FORMS:
        return found
    sums = chosen_before(words, kept)
    most = min(_MOST_WORDS, _MOST_SHARE * sums[-1])
    for box in boxes - {-1}:
        first, last = columns.first[box], columns.last[box]
        if 0 < sums[last] - sums[first] <= most:
            found[first:last] = kept[first:last]
    return found
