"""Refine: the chosen segments → those of them that speak for the site, not for the article.

Sign up for our newsletter, follow us, subscribe to read on, all rights reserved: such lines stand inside the text or at
its end and are written in its type. They are known by their words, and only short ones are believed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

Mask = NDArray[np.bool_]
REASON = ("refine", "speaks for the site, not for the article")
# What an appeal cannot do without; to look for that first is quicker.
_LETTERS: Final = ("newsletter", "inbox", "posteingang", "boletín", "infolettre")
_WALLS: Final = ("subscri", "member", "free ")
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
    for place in np.flatnonzero(kept).tolist():
        text = texts[place]
        if len(text) <= _LONG and _appeals(text.lower(), len(text)):
            found[place] = True
    return found


def _appeals(low: str, length: int) -> bool:
    if length <= _SHORT and _has(low, _LETTERS) and _ASKS.search(low):
        return True
    begins = low[:1] in _BEGINS or not low[:1].isalnum()
    if begins and length <= _LINE and (_FOLLOW.match(low) or _RIGHTS.match(low)):
        return True
    return _has(low, _WALLS) and _WALL.search(low) is not None


def _has(text: str, words: tuple[str, ...]) -> bool:
    for word in words:  # noqa: SIM110 - `any` costs four times as much
        if word in text:
            return True
    return False
