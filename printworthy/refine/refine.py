"""Refine: the choice of a method → the choice with its edges put right. Nothing but the order of the refinements.

A method judges by places and looks. What words and names tell is told here: each refinement says what it would add or
take away, and why.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from printworthy.data.columns import Columns
from printworthy.refine import (
    appeals,
    boxes,
    code_and_terms,
    comments,
    furniture,
    lists,
    phrases,
    standfirst,
)

Mask = NDArray[np.bool_]
Reason = tuple[str, str]


class Chosen(NamedTuple):
    """A method's choice: which segments, how likely each is, their words, their words in links, and their flags."""

    kept: Mask
    probability: NDArray[Any]
    words: NDArray[Any]
    linked: NDArray[Any]
    flags: NDArray[Any]


class Refined(NamedTuple):
    """What is kept in the end, and which segments were touched for which reason; the last one counts."""

    kept: Mask
    touched: dict[Reason, Mask]


def refine(columns: Columns, chosen: Chosen) -> Refined:
    """Make lists and rows whole; add code, formulas, terms and the standfirst; take away what is not of the article."""
    rest, stray = lists.lists(columns, chosen.words, chosen.kept, chosen.probability)
    cells = lists.rows(columns, chosen.words, chosen.kept, chosen.probability)
    whole = (chosen.kept | rest | cells) & ~stray
    added = {
        lists.REST_REASON: rest,
        lists.ROW_REASON: cells,
        lists.ANNOUNCED_REASON: lists.announced(columns, chosen.words, whole, chosen.probability),
        code_and_terms.CODE_REASON: code_and_terms.code_between(whole, chosen.flags, chosen.probability),
        code_and_terms.LISTING_REASON: code_and_terms.listings_between(columns, whole),
        standfirst.REASON: standfirst.standfirst(columns, whole),
        lists.AMOUNT_REASON: lists.amounts(columns, whole),
        code_and_terms.REASON: code_and_terms.rest_of_code_and_terms(columns, whole),
        code_and_terms.FORMULA_REASON: code_and_terms.formulas_beside(columns, whole),
    }
    dropped = {lists.STRAY_REASON: stray} | _dropped(columns, chosen, whole, added[code_and_terms.CODE_REASON])
    kept = np.logical_or.reduce([whole, *added.values()]) & ~np.logical_or.reduce(list(dropped.values()))
    return Refined(kept, added | dropped)


def _dropped(columns: Columns, chosen: Chosen, whole: Mask, code: Mask) -> dict[Reason, Mask]:
    """What interrupts, leads elsewhere, appeals, is said by others, or stands last, for each reason."""
    boxed = boxes.boxes(columns, chosen.words, whole)
    others = comments.comments(columns, chosen.words, whole & ~boxed)
    left = whole & ~boxed & ~others
    return {
        code_and_terms.END_REASON: code_and_terms.loose_end(left | code, chosen.flags, chosen.linked / chosen.words),
        phrases.INTERRUPTION_REASON: phrases.interruptions(columns.text, left),
        furniture.DATA_REASON: furniture.leftovers(columns.text, chosen.flags, left),
        phrases.POINTER_REASON: phrases.pointers(columns.text, columns.link_chars, left),
        appeals.REASON: appeals.appeals(columns.text, left),
        phrases.SIGNOFF_REASON: phrases.signoffs(columns.text, left),
        boxes.REASON: boxed,
        comments.REASON: others,
        furniture.FORM_REASON: furniture.beside_forms(columns, chosen.words, left),
        furniture.CAPTION_REASON: furniture.captions(columns, whole),
    }
