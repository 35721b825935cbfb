"""Shown dates: the days that the page's text names, in short lines and at the start of long ones by the title."""

from __future__ import annotations

import numpy as np

from printworthy.metadata.date_places import FoundDates
from printworthy.metadata.date_words import AMBIGUOUS, ANY_DATE, SLASHED
from printworthy.metadata.moments import DIGITS, Reading, read_numbers, read_text


def add_shown(found: FoundDates, texts: list[str]) -> None:
    """Add the days that the segments show."""
    lines = _dated_lines(texts, max(found.title, 0))
    how = _in_order(found, "\n".join([line for _, line in lines])) if lines else found.how
    for index, line in lines:
        for at, moment in read_text(line, how):
            candidate = found.add(moment, "text_loose" if moment.loose else "text")
            if candidate is not None:
                candidate.mentions.append((line, at))
                found.place(candidate, index)


def _dated_lines(texts: list[str], near: int) -> list[tuple[int, str]]:
    """The segments that may show a date, with their text: those around the title, then the first ones."""
    lines: list[tuple[int, str]] = []
    for index in _with_numbers(texts):
        text = texts[index]
        if (len(text) < _SHORT or -3 <= index - near <= 12) and ANY_DATE.search(text, 0, _SHORT):
            lines.append((index, text[:_SHORT]))
            if len(lines) >= _MOST_LINES:
                break
    return lines


def _with_numbers(texts: list[str]) -> list[int]:
    """The segments that hold four digits in a row, or digits around a dot or a slash.

    One look at all bytes, because a search a segment costs ten times as much.
    """
    joined = "\0".join(texts)
    raw = joined.encode("utf-8", "replace")
    if any(lead in raw for lead in _OTHER_DIGITS):
        raw = joined.translate(DIGITS).encode("utf-8", "replace")
    page = np.frombuffer(raw, np.uint8)
    if len(page) < _LEAST:
        return []
    digit = page - np.uint8(48) < _TEN
    pair = digit[:-1] & digit[1:]
    four = pair[:-2] & pair[2:]
    mark = (page[1:-1] == _DOT) | (page[1:-1] == _SLASH)
    parted = mark & digit[:-2] & digit[2:]
    hits = np.flatnonzero(four | parted[:-1])
    return np.unique(np.searchsorted(np.flatnonzero(page == 0), hits)).tolist() if len(hits) else []


def _in_order(found: FoundDates, text: str) -> Reading:
    """How to read this page's dates: one that can be read in one order only settles it for all others.

    Where none can, a date that in the other order is a day which the page states settles it too.
    """
    how = found.how
    if "/" not in text and "-" not in text:
        return how
    orders = {match[1] is None for match in SLASHED.finditer(text)}
    if len(orders) == 1:
        return Reading(how.language, orders.pop(), how.now)
    other = Reading(how.language, not how.month_first, how.now)
    for match in AMBIGUOUS.finditer(text) if found.days and not orders else ():
        numbers = int(match[1]), int(match[2]), int(match[3])
        stated = [read_numbers(*numbers, one) in found.days for one in (how, other)]
        if stated[0] is not stated[1]:
            return how if stated[0] else other
    return how


_SHORT = 180
_MOST_LINES = 60
_LEAST = 4
_TEN, _DOT, _SLASH = np.uint8(10), np.uint8(ord(".")), np.uint8(ord("/"))
# The first bytes of the digits of Arabic, Indian and Thai scripts, and of wide ones.
_OTHER_DIGITS = (b"\xd9", b"\xdb", b"\xe0", b"\xef\xbc")
