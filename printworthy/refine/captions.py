"""Refine: the chosen segments → those of them that are captions of pictures.

A caption goes with its picture, which the document holds as a figure; in the running text it would interrupt. What
stands under a table, a listing or a quotation is not meant.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from printworthy.base.tags import CODE
from printworthy.data.columns import Columns
from printworthy.refine.holding import elements_of

Mask = NDArray[np.bool_]
REASON = ("refine", "is the caption of a picture")
_FIGCAPTION: Final = CODE["figcaption"]
_PICTURES: Final = "img,picture,video,iframe,amp-img"
_TEXTS: Final = "table,pre,blockquote,code"


def captions(columns: Columns, kept: Mask) -> Mask:
    """Kept segments of a `figcaption` whose figure is a picture."""
    found = np.zeros(len(kept), bool)
    for element in elements_of(columns, _FIGCAPTION):
        first, last = columns.first[element], columns.last[element]
        if kept[first:last].any() and _has_picture(columns, element):
            found[first:last] = kept[first:last]
    return found


def _has_picture(columns: Columns, element: int) -> bool:
    figure = columns.node[element].parent
    if figure is None or figure.css_first(_PICTURES) is None:
        return False
    return figure.css_first(_TEXTS) is None
