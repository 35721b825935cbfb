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

Mask: TypeAlias = NDArray[np.bool_]
REASON = ("refine", "speaks for the site, not for the article")
_BEGINS: Final = frozenset("fljsc©a")
_ASKS: Final = re.compile(
    r"sign(?:ing)?[ -]?up|subscrib|register|\bget (?:our|the|more|all)\b|\bjoin\b|abonnier|anmelden|inscri|suscr"
    r"|delivered|receive",
)
_SITES: Final = (
    "twitter|x|facebook|instagram|linkedin|youtube|tiktok|threads|bluesky|mastodon|telegram|whatsapp|social media"
)
_FOLLOW: Final = re.compile(
    rf"\W{{0,5}}(?:follow|like|join|find|connect with|folgen sie|folge|suivez|sigue|síguenos)"
    rf" (?:@?[\w’']{{1,20}} ){{1,3}}(?:on|at|via|auf|sur|en) (?:our )?(?:{_SITES})\b",
)
_WALL: Final = re.compile(
    r"\balready an? (?:subscriber|member)\b|\bsubscribe to (?:read|continue|view|unlock)\b"
    r"|\byou have read .{0,40}\bfree (?:articles|stories)\b|\bkeep reading with a subscription\b",
)
_RIGHTS: Final = re.compile(
    r"\W{0,3}(?:©|copyright\b[^\w]{0,3}(?:©|\(c\)|\d{4})|all rights reserved|alle rechte vorbehalten)"
)
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
    if length <= _SHORT and _of_letters(low) and _ASKS.search(low):
        return True
    begins = low[:1] in _BEGINS or not low[:1].isalnum()
    if begins and length <= _LINE and (_FOLLOW.match(low) or _RIGHTS.match(low)):
        return True
    return ("subscri" in low or "member" in low or "free " in low) and _WALL.search(low) is not None


def _of_letters(low: str) -> bool:
    """Does it name what comes by post?"""
    return (
        "newsletter" in low or "inbox" in low or "posteingang" in low or "boletín" in low or "infolettre" in low
    )
