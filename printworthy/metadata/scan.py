"""Scan: the texts of a page as one row of bytes → which of them may hold a date, or begin with some words.

One look at all bytes with numpy, because a search a segment costs ten times as much.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Scan:
    """All texts of a page in UTF-8, digits of all scripts as ours; `ends` is where each text but the last ends."""

    raw: bytes
    page: NDArray[np.uint8]
    ends: NDArray[np.intp]

    def dated(self) -> list[int]:
        """The texts that may hold a date: four digits in a row and another, or digits around a dot or a slash."""
        page = self.page
        digits = (page - _ZERO < _TEN).nonzero()[0]
        if len(digits) < _LEAST:
            return []
        texts = self.ends.searchsorted(digits)
        held = np.zeros(len(self.ends) + 1, bool)
        held[texts[:-3][digits[3:] - digits[:-3] == 3]] = True
        held &= np.bincount(texts, minlength=len(held)) > _LEAST
        close = (digits[1:] - digits[:-1] == 2).nonzero()[0]
        between = page[digits[close] + 1]
        held[texts[close[(between == _DOT) | (between == _SLASH)]]] = True
        found: list[int] = held.nonzero()[0].tolist()
        return found

    def beginning(self, heads: NDArray[np.uint32]) -> list[int]:
        """The texts whose first letters may be one of `heads`, in either case."""
        letters = _fours(self.page)[np.concatenate((_FIRST, self.ends + 1))] | _LOWER
        places = heads.searchsorted(letters)
        found: list[int] = (heads.take(places, mode="clip") == letters).nonzero()[0].tolist()
        return found


def _fours(page: NDArray[np.uint8]) -> NDArray[np.uint32]:
    """Every four bytes of a page that follow each other, as a number; they overlap, and nothing is copied."""
    return np.ndarray((len(page) - _FOUR + 1,), "<u4", page, 0, (1,))


def scan(texts: Sequence[str]) -> Scan:
    """The texts of a page, ready to be looked at."""
    joined = "\0".join(texts)
    raw = joined.encode("utf-8", "replace")
    if len(raw) > len(joined) and _may_hold_digits(raw) and FOREIGN_DIGIT.search(joined):
        raw = FOREIGN_DIGIT.sub(lambda digit: digit[0].translate(DIGITS), joined).encode("utf-8", "replace")
    raw += b"\0\0\0\0"
    page = np.frombuffer(raw, np.uint8)
    return Scan(raw, page, (page == 0).nonzero()[0][: max(0, len(texts) - 1)])


def _may_hold_digits(raw: bytes) -> bool:
    """Whether a text may hold digits of Arabic, Indian or Thai scripts, or wide ones, by their first bytes."""
    return 0xD9 in raw or 0xDB in raw or 0xE0 in raw or 0xEF in raw and b"\xef\xbc" in raw


def heads(words: Iterable[str]) -> NDArray[np.uint32]:
    """Words as `Scan.beginning` compares them: their first four bytes, without what tells capitals apart."""
    numbers = {int.from_bytes(bytes(byte | 32 for byte in word.encode()[:4]), "little") for word in words}
    return np.array(sorted(numbers), np.uint32)


FOREIGN_DIGIT: Final = re.compile("[٠-٩۰-۹०-९০-৯๐-๙０-９]")
DIGITS: Final = str.maketrans(
    "٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९০১২৩৪৫৬৭৮৯๐๑๒๓๔๕๖๗๘๙０１２３４５６７８９", "0123456789" * 6
)
_LEAST: Final = 4
_ZERO, _TEN, _DOT, _SLASH = (np.uint8(number) for number in (48, 10, ord("."), ord("/")))
_FIRST, _FOUR, _LOWER = np.zeros(1, np.intp), 4, np.uint32(0x20202020)
