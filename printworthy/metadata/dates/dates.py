"""Dates: `Sources` and the place of the title → the days that the page names, each with the features of its places.

All places that give one day are one candidate, so that agreement counts.
"""

from __future__ import annotations

import datetime
import re
from dataclasses import replace
from typing import Final

from printworthy.data.columns import Columns
from printworthy.metadata.dates.date_formats import DateConvention, Moment, read_numbers, read_text
from printworthy.metadata.dates.date_places import (
    DateCandidate,
    FoundDates,
    add_marked,
    add_stated,
    is_quoted,
    place_row,
)
from printworthy.metadata.dates.date_words import (
    AMBIGUOUS,
    ANY_DATE,
    DAY_FIRST,
    DOT_PAIRED,
    DOTTED,
    MONTH_PATH,
    PAIRED,
    PERSONAL,
    PERSONAL_OTHERS,
    PERSONAL_PARTS,
    SIGNED,
    SLASHED,
    STATED,
)
from printworthy.metadata.dates.hidden_dates import add_scripted, add_written
from printworthy.metadata.sources import Sources
from printworthy.metadata.wording import holds


def reading(sources: Sources, language: str, now: datetime.date) -> DateConvention:
    """How this page writes its dates, as far as its language and its address tell."""
    region = sources.html_lang[3:5] or sources.first("og:locale").lower()[3:5]
    abroad = region not in ("", "us", "ph") or sources.host.endswith(DAY_FIRST)
    return DateConvention(language, language in ("en", "") and not abroad, now)


def date_candidates(sources: Sources, title: int, how: DateConvention) -> list[DateCandidate]:
    """The days that a page names, with features; `title` is the segment that shows the title, or -1."""
    found, columns = FoundDates(how, title), sources.columns
    add_stated(found, sources)
    times = add_marked(found, sources)
    add_shown(found, columns.text, [index for index in sources.scan.dated() if not is_quoted(columns, index)])
    if not any(_is_stated(one) or one.nearness < _NEAR for one in found.days.values()):
        add_scripted(found, sources)
    if not found.days:
        add_written(found, sources)
    if not found.days:
        return []
    likely = _likely(list(found.days.values()))
    for one in likely:
        one.row |= place_row(one, columns, title)
    _compare(likely, sorted(found.days), times, MONTH_PATH.search(sources.path))
    _compare_places([one for one in likely if one.segment >= 0], columns)
    return likely


def _is_stated(one: DateCandidate) -> bool:
    return not STATED.isdisjoint(one.sources)


def _likely(days: list[DateCandidate]) -> list[DateCandidate]:
    """The days worth judging: all that are stated, and of those that are only shown the nearest to the title."""
    if len(days) <= _MOST_JUDGED:
        return days
    days.sort(key=lambda one: (not _is_stated(one), one.nearness))
    return days[:_MOST_JUDGED]


def _compare(likely: list[DateCandidate], days: list[datetime.date], times: int, month: re.Match[str] | None) -> None:
    """Give the candidates the features that compare them with all days of the page, and with its address."""
    stated = sorted(one.day for one in likely if _is_stated(one))
    published = sorted(one.day for one in likely if any("published" in name for name in one.sources))
    changed = sorted(one.day for one in likely if any("modified" in name for name in one.sources))
    nearest = min(one.nearness for one in likely)
    front = min(likely, key=lambda one: one.nearness)
    seen = float(front.nearness < _NEAR)
    shown = {
        "front_changed": seen * (front.day in changed),
        "front_published": seen * any("published" in name for name in front.sources),
        "front_updated": seen * front.row.get("cue_modified", 0.0),
        "front_said": seen * front.row.get("cue_published", 0.0),
    }
    known = set(days)
    for one in likely:
        day, rank = one.day, days.index(one.day)
        one.row |= {
            "times": float(times),
            "days": float(len(days)),
            "stated": float(len(stated)),
            "rank_old": float(rank),
            "rank_new": float(len(days) - 1 - rank),
            "kinds": float(len({name.partition("_")[0] for name in one.sources})),
            "places": float(len(one.sources)),
            "nearness": float(one.nearness),
            "nearest": float(nearest),
            "is_nearest": float(one.nearness == nearest < _UNSEEN),
            "to_newest": float((days[-1] - day).days),
            "to_first_stated": float((day - stated[0]).days) if stated else -9999.0,
            "to_changed": float((changed[-1] - day).days) if changed else -9999.0,
            "published": float(any("published" in name for name in one.sources)),
            "changed": float(day in changed),
            "neighbour": float(day + _DAY in known or day - _DAY in known),
            "in_month": _agreement(month, day),
            "to_front": float((front.day - day).days) if seen else -9999.0,
            "after_published": float((day - published[0]).days) if published else -9999.0,
            **shown,
            "timed": float("T" in one.iso) - float("T00:00" in one.iso) / 2,
            "first_of_year": float(day.month == 1 and day.day == 1),
        }


def _compare_places(shown: list[DateCandidate], columns: Columns) -> None:
    """Features that compare the days that are shown: which stand in like elements, and which a change stands beside."""
    looks = [(columns.tag[owner], columns.key[owner]) for owner in (columns.owner[one.segment] for one in shown)]
    for one, look in zip(shown, looks, strict=True):
        one.row["alike"] = float(looks.count(look))
    for changed in [one for one in shown if one.row.get("cue_modified") or one.row.get("time_modified")]:
        for one in shown:
            first = one.day < changed.day or one.row.get("cue_published")
            if first and abs(one.segment - changed.segment) <= _BESIDE and not one.row.get("cue_modified"):
                one.row["before_change"] = changed.row["after_first"] = 1.0


def _agreement(month: re.Match[str] | None, day: datetime.date) -> float:
    """Whether a day lies in the month that the page's address names: 1 or -1, and 0 if it names none."""
    if month is None:
        return 0.0
    return 1.0 if (int(month[1]), int(month[2])) == (day.year, day.month) else -1.0


_DAY: Final = datetime.timedelta(days=1)
_NEAR: Final = 15
_BESIDE: Final = 2
_UNSEEN: Final = 999
_MOST_JUDGED: Final = 12


def add_shown(found: FoundDates, texts: list[str], likely: list[int]) -> None:
    """Add the days that the segments show; `likely` are the numbers of those that may show one."""
    lines = _dated_lines(texts, likely, max(found.title, 0))
    how = _in_order(found, "\n".join([line for _, line in lines])) if lines else found.how
    for index, line in lines:
        dates = sorted(read_text(line, how), key=_place)
        for number, (at, moment) in enumerate(dates):
            if _is_personal(line[max(0, at - _BEFORE) : at]):
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


def _in_order(found: FoundDates, text: str) -> DateConvention:
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
