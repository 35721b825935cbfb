"""Walls: the texts of a page and which of them were kept → the line below the article that sells its rest, or "".

A page that shows the beginning to everyone asks where it stops: subscribe, log in or pay to read on. Only lines that
stand right where the text ends are believed; the same words in a menu or far down speak of the site.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from printworthy.base.languages import either
from printworthy.data.article import Article

_LONGEST: Final = 300
_BEFORE, _AFTER = 2, 8
_WALL: Final = re.compile(either("paywall"))


WALLED: Final = "perhaps not the whole article"
# So much of the line is told.
_TOLD: Final = 80


def tell_wall(texts: Sequence[str], kept: Sequence[bool]) -> str:
    """What to say of an article of which the page shows the beginning, and sells the rest; "" if it is whole."""
    wall = find_wall(texts, kept)
    short = wall if len(wall) <= _TOLD else f"{wall[:_TOLD].rpartition(' ')[0]} …"
    return f"{WALLED}, which ends with {short!r}" if wall else ""


def note_wall(article: Article) -> None:
    """Note in the article's trace that its page shows the beginning and sells the rest."""
    if told := tell_wall(article.trace.texts, article.trace.kept):
        article.trace.notes.append(told)


def find_wall(texts: Sequence[str], kept: Sequence[bool]) -> str:
    """The line that asks for a login or money where the kept text ends."""
    places = [place for place, one in enumerate(kept) if one]
    if not places:
        return ""
    for text in texts[max(0, places[-1] - _BEFORE) : places[-1] + _AFTER]:
        if len(text) <= _LONGEST and _WALL.search(text.casefold()):
            return " ".join(text.split())
    return ""
