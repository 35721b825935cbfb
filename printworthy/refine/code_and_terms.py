"""Refine: the chosen segments → also the code between or around them and the terms they define, and no loose end.

A listing may have an element for each line, and a line such as `}` looks like nothing; a term is one word. Without them
what was chosen cannot be read. A listing between two paragraphs of the article is part of it, however little it looks
like prose. A heading or a link that stands last announces what is not there.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from printworthy.base.tags import CALLOUT_AREA, CODE, CODE_AREA, HEADING, PRE
from printworthy.data.columns import Columns

Mask = NDArray[np.bool_]
REASON = ("refine", "belongs to what was kept")
_PRE, _DT, _DD = CODE["pre"], CODE["dt"], CODE["dd"]
_LEAST: Final = 0.1
# Parts of the class names of listings and callouts: to look for them first is quicker.
_MARKS: Final = (
    "syntaxhighlighter", "crayon-", "highlighttable", "rouge-table", "lntable", "hljs-ln", "js-file-line",
    "blob-wrapper", "CodeMirror", "cm-editor", "monaco-editor", "code-block-table", "codehilitetable", "admonition",
    "markdown-alert", "notecard", "custom-block", "starlight-aside", "hint-container", "information-macro", "callout-",
)  # fmt: skip


def rest_of_code_and_terms(columns: Columns, kept: Mask) -> Mask:
    """Dropped lines of listings of which some were kept, and dropped terms right before a kept definition."""
    whole = kept.copy()
    if _PRE in columns.tag or _DT in columns.tag:
        # From the end, so that of several terms each finds the next one kept.
        for element in range(len(columns.tag) - 1, -1, -1):
            first, last = columns.first[element], columns.last[element]
            if columns.tag[element] == _PRE:
                if last - first > 1 and kept[first:last].mean() >= _LEAST:
                    whole[first:last] = True
            elif columns.tag[element] == _DT and first < last < len(kept) and whole[last]:
                whole[first:last] |= _defines(columns, element, last)
    return whole & ~kept


def listings_between(columns: Columns, kept: Mask) -> Mask:
    """Lines of listings and callouts that stand as a whole between kept text, or of which a part was kept."""
    found = np.zeros(len(kept), bool)
    elements = [element for element, tag in enumerate(columns.tag) if tag == _PRE] if _PRE in columns.tag else []
    every = "\n".join(columns.key)
    if any(mark in every for mark in _MARKS):
        elements += [element for element, key in enumerate(columns.key) if key and _is_whole(key)]
    before = np.concatenate(([0], np.cumsum(kept))) if elements else found
    for element in elements:
        first, last = columns.first[element], columns.last[element]
        inside = before[last] - before[first]
        above = before[first] - before[max(0, first - _NEAR)]
        below = before[min(len(kept), last + _NEAR)] - before[last]
        if last > first and (above and below or inside and (above or below)):
            found[first:last] = [not text.strip().isdigit() for text in columns.text[first:last]]
    return found & ~kept


def _is_whole(key: str) -> bool:
    """Do class names say that an element is a listing or a callout?"""
    return CODE_AREA.search(key) is not None or CALLOUT_AREA.search(key) is not None


def _defines(columns: Columns, term: int, segment: int) -> bool:
    """Does a segment stand in a definition, or in a term, of the same list as this term?"""
    element, inside = columns.owner[segment], columns.parent[term]
    while element > inside and columns.parent[element] != inside:
        element = columns.parent[element]
    return element > inside and columns.tag[element] in (_DT, _DD)


_NEAR = 3
_LIKELY = 0.2
_FEW, _END = 2, 0.4
_LINKED = 0.8
LISTING_REASON = ("refine", "is part of a listing or a callout between parts of the article")
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
    # A listing may consist of headings or links, and so may the little that a page has.
    few = np.count_nonzero(found) <= min(_FEW, _END * np.count_nonzero(kept))
    return found if few else np.zeros(len(kept), bool)
