"""Refine: the chosen segments → also the code between them, and no loose end.

A listing of code between two paragraphs of the article is part of it, however little it looks like prose. A heading or
a link that stands last announces what is not there.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from printworthy.base.tags import HEADING, PRE

Mask = NDArray[np.bool_]
_NEAR = 3
_LIKELY = 0.2
_FEW = 2
_LINKED = 0.8
CODE_REASON = ("refine", "is code beside parts of the article")
END_REASON = ("refine", "announces at the end what was not kept")


def code_between(kept: Mask, flags: NDArray[Any], probability: NDArray[Any]) -> Mask:
    """Dropped code with kept text close before and after it, or right before it if it is not unlikely."""
    places = kept.nonzero()[0]
    code = (~kept & (flags & PRE > 0)).nonzero()[0]
    found = np.zeros(len(kept), bool)
    if places.size and code.size:
        after = places.searchsorted(code)
        following = places[np.minimum(after, len(places) - 1)] - code
        preceding = code - places[np.maximum(after - 1, 0)]
        between = (following > 0) & (following <= _NEAR) & (preceding > 0) & (preceding <= _NEAR)
        found[code[between | ((preceding == 1) & (probability[code] > _LIKELY))]] = True
    return found


def loose_end(kept: Mask, flags: NDArray[Any], link_density: NDArray[Any]) -> Mask:
    """A heading or two, or links, that stand last in the article."""
    announces = (flags & HEADING > 0) | (link_density > _LINKED)
    text = (kept & ~announces).nonzero()[0]
    found = np.zeros(len(kept), bool)
    if text.size:
        found[text[-1] + 1 :] = kept[text[-1] + 1 :]
    # A listing may consist of headings or links.
    return found if np.count_nonzero(found) <= _FEW else np.zeros(len(kept), bool)
