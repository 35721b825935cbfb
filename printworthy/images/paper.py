"""The paper's own judge (Joshi & Liu 2009, sections 4.3 and 4.4), for comparison.

A picture of the article stands in the article's subtree; all text of its first parent block element is its caption; one
without a caption is none of the article's; the others are those whose caption names what the text names.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from printworthy.base.tags import BLOCKS
from printworthy.images.candidates import Candidate
from printworthy.images.captions import Caption
from printworthy.images.judge import Verdict
from printworthy.images.page import Page
from printworthy.images.signals import likeness

_PAPER_BLOCKS: Final = frozenset("div p br li ul ol td tr table h1 h2 h3 h4 h5 h6 hr".split())
# The paper gives no number; vectors of this cosine share a main name.
_SIMILAR: Final = 0.2


def judge_by_paper(page: Page, candidates: Sequence[Candidate]) -> list[Verdict]:
    """By the names in captions alone."""
    return [_verdict(page, one) for one in candidates]


def _verdict(page: Page, candidate: Candidate) -> Verdict:
    columns, body = page.place.columns, page.place.body
    holder = candidate.block
    while holder > 0 and BLOCKS[columns.tag[holder]] not in _PAPER_BLOCKS:
        holder = columns.parent[holder]
    caption = " ".join(columns.text[columns.first[holder] : columns.last[holder]])
    element = candidate.block
    while element > body:
        element = columns.parent[element]
    if element != body:
        return Verdict(candidate, Caption(caption), 0.0, "outside the article's subtree")
    if not caption:
        return Verdict(candidate, Caption(), 0.0, "without a caption")
    found = likeness(page.recognise(caption), page.names)
    similar = found.value >= _SIMILAR if found.cosine else found.value > 0
    reason = "its caption names what the text names" if similar else "its caption names something else"
    return Verdict(candidate, Caption(caption), float(similar), reason)
