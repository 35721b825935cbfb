"""Refine: the chosen segments → those of them that are captions, words beside a form, or data for scripts."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from printworthy.base.tags import CODE, PRE
from printworthy.data.columns import Columns
from printworthy.refine.holding import chosen_before, elements_of

Mask = NDArray[np.bool_]
CAPTION_REASON = ("refine", "is the caption of a picture")
_FIGCAPTION: Final = CODE["figcaption"]
_PICTURES: Final = "img,picture,video,iframe,amp-img"
_TEXTS: Final = "table,pre,blockquote,code"
_FEW_CAPTIONS, _MOST_CAPTIONS = 5, 0.4
FORM_REASON = ("refine", "stands in a box around a form")
_MOST_FORMS, _MOST_WORDS, _MOST_SHARE = 4, 60, 0.1
_FORM: Final = CODE["form"]
DATA_REASON = ("refine", "is data for the page's scripts, not text")
_PLACE: Final = re.compile(r"\{\{[^{}\n]{1,200}\}\}")
_ENDS: Final = {"{": "}", "[": "]"}
_SHORTEST: Final = 60  # an example in a sentence is shorter
_SPACED: Final = '": '  # and written for eyes: programs leave the space out


def captions(columns: Columns, kept: Mask) -> Mask:
    """Kept segments of a `figcaption` whose figure is a picture: the document holds them with the figure.

    What stands under a table, a listing or a quotation is not meant; nor are captions that are most of the text.
    """
    found = np.zeros(len(kept), bool)
    for element in elements_of(columns, _FIGCAPTION):
        first, last = columns.first[element], columns.last[element]
        if kept[first:last].any() and _has_picture(columns, element):
            found[first:last] = kept[first:last]
    few = np.count_nonzero(found) <= max(_FEW_CAPTIONS, _MOST_CAPTIONS * np.count_nonzero(kept))
    return found if few else np.zeros(len(kept), bool)


def _has_picture(columns: Columns, element: int) -> bool:
    figure = columns.node[element].parent
    if figure is None or figure.css_first(_PICTURES) is None:
        return False
    return figure.css_first(_TEXTS) is None


def beside_forms(columns: Columns, words: NDArray[np.integer], kept: Mask) -> Mask:
    """Kept segments in a small box around a form: an invitation to sign up, to vote.

    The words beside a form ask the reader to fill it in. Such a box may be called anything and stand anywhere in the
    text; one that holds much of what was chosen is the article itself, or a page about the form. On a page with many
    forms they are its furniture: a basket or a vote at every item.
    """
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


def leftovers(texts: Sequence[str], flags: NDArray[np.int64], kept: Mask) -> Mask:
    """Kept segments outside of code that are nothing but data for scripts, or a placeholder.

    Some pages keep the settings of a box as JSON in an element that only a style hides, or show `{{price}}` until a
    script has run.
    """
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
