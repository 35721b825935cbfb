"""Refine: the chosen segments → those of them that speak for the site, not for the article.

Sign up for our newsletter, follow us, subscribe to read on, all rights reserved: such lines stand inside the text or at
its end and are written in its type. They are known by their words, and only short ones are believed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from printworthy.base.languages import either, words

Mask: TypeAlias = NDArray[np.bool_]
REASON = ("refine", "speaks for the site, not for the article")
# What comes by post.
_LETTERS: Final = words("newsletter")
_ASKS: Final = re.compile(either("sign_up"))
_SITES: Final = (
    "twitter|x|facebook|instagram|linkedin|youtube|tiktok|threads|bluesky|mastodon|telegram|whatsapp|social media"
)
_FOLLOW: Final = re.compile(
    rf"\W{{0,5}}(?:{either('follow_us')})"
    rf" (?:@?[\w’']{{1,20}} ){{1,3}}(?:{either('follow_us_on')}) (?:our )?(?:{_SITES})\b",
)
_WALL: Final = re.compile(either("subscribe_to_read"))
# One of these stands in everything that `_WALL` finds.
_PARTS: Final = words("subscribe_parts")
_RIGHTS: Final = re.compile(rf"\W{{0,3}}(?:©|copyright\b[^\w]{{0,3}}(?:©|\(c\)|\d{{4}})|{either('rights_reserved')})")
_BEGINS: Final = frozenset([word[0] for word in ("©", "copyright", *words("follow_us", "rights_reserved"))])
_SHORT, _LINE, _LONG = 150, 250, 300


def appeals(texts: Sequence[str], kept: Mask) -> Mask:
    """Kept segments that are such a line."""
    found = np.zeros(len(kept), bool)
    for place in kept.nonzero()[0].tolist():
        text = texts[place]
        if len(text) <= _LONG and _appeals(text.lower(), len(text)):
            found[place] = True
    return found


def _appeals(low: str, length: int) -> bool:
    # What an appeal cannot do without is looked for first; `any` over a list of words would cost four times as much.
    if length <= _SHORT and _holds(low, _LETTERS) and _ASKS.search(low):
        return True
    begins = low[:1] in _BEGINS or not low[:1].isalnum()
    if begins and length <= _LINE and (_FOLLOW.match(low) or _RIGHTS.match(low)):
        return True
    return _holds(low, _PARTS) and _WALL.search(low) is not None


def _holds(low: str, parts: tuple[str, ...]) -> bool:
    for word in parts:  # noqa: SIM110 - `any` costs four times as much
        if word in low:
            return True
    return False
