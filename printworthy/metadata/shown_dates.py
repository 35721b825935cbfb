"""Shown dates: the days that the page's text names, in short lines and at the start of long ones by the title."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from printworthy.metadata.date_places import FoundDates
from printworthy.metadata.date_words import (
    AMBIGUOUS,
    ANY_DATE,
    DOT_PAIRED,
    DOTTED,
    PAIRED,
    PERSONAL,
    PERSONAL_OTHERS,
    PERSONAL_PARTS,
    SIGNED,
    SLASHED,
)
from printworthy.metadata.moments import Moment, Reading, read_numbers, read_text
from printworthy.metadata.wording import holds


def add_shown(found: FoundDates, texts: list[str], likely: list[int]) -> None:
    """Add the days that the segments show; `likely` are the numbers of those that may show one."""
    lines = _dated_lines(texts, likely, max(found.title, 0))
    how = _in_order(found, "\n".join([line for _, line in lines])) if lines else found.how
    for index, line in lines:
        dates = sorted(read_text(line, how), key=_place)
        for number, (at, moment) in enumerate(dates):
            if _is_personal(line[max(0, at - _BEFORE):at]):
                continue
            candidate = found.add(moment, "text_loose" if moment.loose else "text")
            # Of two dates in a line, the words between them belong to the second: "5 May 2020, updated 7 May 2020".
            start = max(at - _BEFORE, dates[number - 1][0] + _YEAR if number else 0)
            end = at + (_AFTER if number + 1 == len(dates) else _YEAR)
            candidate.mentions.append((line[start:end], len(line)))
            found.place(candidate, index)


def _is_personal(before: str) -> bool:
    """Whether a day is one in somebody's life, by what stands before it."""
    folded = before.casefold()
    likely = holds(folded, PERSONAL_PARTS) or not folded.isascii() and holds(folded, PERSONAL_OTHERS)
    return likely and PERSONAL.search(before) is not None


def _place(one: tuple[int, Moment]) -> int:
    return one[0]


def _dated_lines(texts: list[str], likely: list[int], near: int) -> list[tuple[int, str]]:
    """The segments that may show a date, with their text: those around the title, then the first ones."""
    lines: list[tuple[int, str]] = []
    left = _MOST_FAR
    for index in likely:
        text = texts[index]
        close = -3 <= index - near <= 12
        if (close or left > 0 and (len(text) < _SHORT or SIGNED.match(text))) and ANY_DATE.search(text, 0, _SHORT):
            lines.append((index, text[:_SHORT]))
            left -= not close
    return lines


def _in_order(found: FoundDates, text: str) -> Reading:
    """How to read this page's dates: one that can be read in one order only settles it for all others.

    Where none can, a date that in the other order is a day which the page states settles it too.
    """
    how = found.how
    if how.month_first and DOT_PAIRED.search(text) and _has_dotted_months(text):
        how = replace(how, dotted_month_first=True)
    if not PAIRED.search(text):
        return how
    orders = {match[1] is None for match in SLASHED.finditer(text)}
    if len(orders) == 1:
        return replace(how, month_first=orders.pop())
    other = replace(how, month_first=not how.month_first)
    for match in AMBIGUOUS.finditer(text) if found.days and not orders else ():
        numbers = int(match[1]), int(match[2]), int(match[3])
        stated = [read_numbers(*numbers, one) in found.days for one in (how, other)]
        if stated[0] is not stated[1]:
            return how if stated[0] else other
    return how


def _has_dotted_months(text: str) -> bool:
    """Whether months come first in dates with dots: some can be read in that order only, and none only in the other."""
    return {match[1] is None for match in DOTTED.finditer(text)} == {True}


_SHORT: Final = 180
_BEFORE: Final = 60
_AFTER: Final = 20
_YEAR: Final = 4
_MOST_FAR: Final = 44
