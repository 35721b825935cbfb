"""Labelled boxes: a small box whose only words outside of links are "Advertisement", in some language, goes.

Many countries ask for the label, whatever the box is called in the markup. What it names is linked or a picture; a box
that holds other words is taken for a part of the page.
"""

from __future__ import annotations

from typing import Final

from printworthy.base.languages import words
from printworthy.filters.ads import Ads
from printworthy.filters.walk.layout import Element
from printworthy.filters.walk.plan import KEEP, LABELLED, REMOVE, WalkPlan

_BOXES: Final = "div p section aside figure ins center li".split()
LABELS: Final = frozenset(words("advertisement_label"))
_MOST_LINKS: Final = 2
_MOST_LETTERS: Final = 300


def install(plan: WalkPlan, settings: Ads) -> None:
    """Look for labels, and judge the boxes around them."""
    if settings.enabled and settings.labels:
        plan.labels = LABELS
        plan.role(LABELLED, *_BOXES)
        plan.judge("ads", LABELLED, _judge)


def _judge(box: Element) -> int:
    if not box.label or box.letters > box.label or box.headline:
        return KEEP
    filled = box.links or box.substance or box.dropped
    small = box.links <= _MOST_LINKS and box.linked <= _MOST_LETTERS
    return REMOVE if filled and small else KEEP
