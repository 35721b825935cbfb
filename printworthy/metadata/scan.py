"""Scan: the texts of a page as one row of bytes → which of them may hold a date, or begin with some words.

One look at all bytes with numpy, because a search a segment costs ten times as much.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Scan:
    """All texts of a page in UTF-8, digits of all scripts as ours; `ends` is where each text but the last ends."""

    page: NDArray[np.uint8]
    ends: NDArray[np.intp]

    def dated(self) -> list[int]:
        """The texts that may hold a date: four digits in a row and another, or digits around a dot or a slash."""
        page = self.page
        digits = np.flatnonzero(page - _ZERO < _TEN)
        if len(digits) < _LEAST:
            return []
        texts = np.searchsorted(self.ends, digits)
        held = np.zeros(len(self.ends) + 1, bool)
        held[texts[:-3][digits[3:] - digits[:-3] == 3]] = True
        held &= np.bincount(texts, minlength=len(held)) > _LEAST
        close = np.flatnonzero(digits[1:] - digits[:-1] == 2)
        between = page[digits[close] + 1]
        held[texts[close[(between == _DOT) | (between == _SLASH)]]] = True
        found: list[int] = np.flatnonzero(held).tolist()
        return found

    def beginning(self, heads: NDArray[np.uint32]) -> list[int]:
        """The texts whose first letters may be one of `heads`, in either case."""
        starts = np.concatenate((_FIRST, self.ends + 1))
        letters = self.page[starts[:, None] + _FOUR] | _LOWER
        found: list[int] = np.flatnonzero((letters.view("<u4") == heads).any(axis=1)).tolist()
        return found


def scan(texts: Sequence[str]) -> Scan:
    """The texts of a page, ready to be looked at."""
    joined = "\0".join(texts)
    raw = joined.encode("utf-8", "replace")
    if len(raw) > len(joined) and any(lead in raw for lead in _OTHER_DIGITS) and FOREIGN_DIGIT.search(joined):
        raw = FOREIGN_DIGIT.sub(lambda digit: digit[0].translate(DIGITS), joined).encode("utf-8", "replace")
    page = np.frombuffer(raw + b"\0\0\0\0", np.uint8)
    return Scan(page, np.flatnonzero(page == 0)[:max(0, len(texts) - 1)])


def heads(words: Iterable[str]) -> NDArray[np.uint32]:
    """Words as `Scan.beginning` compares them: their first four bytes, without what tells capitals apart."""
    numbers = {int.from_bytes(bytes(byte | 32 for byte in word.encode()[:4]), "little") for word in words}
    return np.array(sorted(numbers), np.uint32)


FOREIGN_DIGIT = re.compile("[٠-٩۰-۹०-९০-৯๐-๙０-９]")
DIGITS = str.maketrans("٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९০১২৩৪৫৬৭৮৯๐๑๒๓๔๕๖๗๘๙０１２３４５６７８９", "0123456789" * 6)
_LEAST = 4
_ZERO, _TEN, _DOT, _SLASH, _LOWER = (np.uint8(number) for number in (48, 10, ord("."), ord("/"), 32))
_FIRST, _FOUR = np.zeros(1, np.intp), np.arange(4)
# The first bytes of the digits of Arabic, Indian and Thai scripts, and of wide ones.
_OTHER_DIGITS = (b"\xd9", b"\xdb", b"\xe0", b"\xef\xbc")
