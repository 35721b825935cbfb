"""Letters that nobody sees: soft hyphens and spaces of no width, at which voices stumble."""

from __future__ import annotations

from typing import Final

_UNSEEN: Final = ("\u00ad", "\u200b", "\u2060", "\ufeff")


def drop_unseen(text: str) -> str:
    """The text without them."""
    if not text.isascii():
        for letter in _UNSEEN:
            if letter in text:
                text = text.replace(letter, "")
    return text
