"""Dates as people and machines write them: text → `Moment`s. Nothing impossible, nothing in the future."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple

from printworthy.base.languages import by_language, either, words
from printworthy.metadata.scan import DIGITS, FOREIGN_DIGIT


class Moment(NamedTuple):
    """A day, perhaps with a time (`T10:30:00+02:00`). `loose` marks forms that often are something else."""

    day: datetime.date
    time: str = ""
    loose: bool = False

    @property
    def iso(self) -> str:
        """The date or timestamp in ISO 8601."""
        return self.day.isoformat() + self.time


@dataclass(frozen=True, slots=True)
class DateConvention:
    """How to read dates: the page's language, whether `3/4` is March 4th, today, and whether `3.4.` is so, too."""

    language: str
    month_first: bool
    now: datetime.date
    dotted_month_first: bool = False

    def day(self, year: int, month: int, day: int) -> datetime.date | None:
        """A possible day in the past, or nothing. Buddhist and Persian years are turned into ours."""
        if 2400 < year < 2600:
            year -= 543
        elif 1370 < year < 1430:
            return self._past(_from_jalali(year, month, day))
        if not (1 <= month <= 12 and 1 <= day <= 31 and 1900 <= year <= 2100):
            return None
        try:
            return self._past(datetime.date(year, month, day))
        except ValueError:
            return None

    def _past(self, day: datetime.date | None) -> datetime.date | None:
        """Zones may be a day ahead of ours. The epochs of computers are no dates of articles."""
        if day is None or day > self.now + datetime.timedelta(days=1) or day in _EPOCHS:
            return None
        return day


def read_stamp(text: str, how: DateConvention) -> Moment | None:
    """The moment that a machine-readable value gives: ISO 8601, RFC 2822, seconds since 1970, or a written date."""
    text = text.strip()[:80]
    if match := _ISO.match(text):
        year, month, day = int(match[1]), int(match[2]), int(match[3])
        found = how.day(year, month, day)
        return Moment(found, _clock(match)) if found else None
    if match := _EPOCH.fullmatch(text):
        try:
            seconds = datetime.datetime.fromtimestamp(int(match[1]), datetime.UTC)
        except (ValueError, OverflowError, OSError):
            return None
        found = how.day(seconds.year, seconds.month, seconds.day)
        return Moment(found, seconds.strftime("T%H:%M:%SZ")) if found and seconds.year >= 1995 else None
    first = next(read_text(text, how), None)
    return first[1] if first else None


def read_text(text: str, how: DateConvention) -> Iterator[tuple[int, Moment]]:
    """The dates written in a text, each with the place where it stands."""
    if not text.isascii() and FOREIGN_DIGIT.search(text):
        text = text.translate(DIGITS)
    taken = -1
    for match in _YEAR.finditer(text):
        if match.start() < taken:
            continue
        moment, end = _around_year(text, match, how)
        if moment is not None:
            taken = end
            yield match.start(), moment
    for match in _SHORT.finditer(text) if text.count("/") > 1 or text.count(".") > 1 else ():
        day = _numeric(int(match[1]), int(match[3]), 2000 + int(match[4]), match[2], how)
        if day is not None:
            yield match.start(), Moment(day, loose=True)


def _around_year(text: str, year: re.Match[str], how: DateConvention) -> tuple[Moment | None, int]:
    """The date to which a year belongs, reading before and after it, and where it ends."""
    number, start, end = int(year[0]), year.start(), year.end()
    day, found = _before_year(text[max(0, start - 40) : start], number, how)
    if found:
        return _moment(day), end
    after = text[end : end + 32]
    if match := _AFTER.match(after):
        return _moment(how.day(number, int(match[1]), int(match[2]))), end + match.end()
    if match := _AFTER_WORD.match(after):
        return _moment(_worded(match, (2, 1), number, how)), end + match.end()
    if match := _AFTER_DAY.match(after):
        return _moment(_worded(match, (1, 2), number, how)), end + match.end()
    return None, end


def _before_year(before: str, number: int, how: DateConvention) -> tuple[datetime.date | None, bool]:
    """The day that stands before a year, and whether that is all there is to be read.

    What stands between the last digit and the year tells which forms are possible.
    """
    last = _TO_DIGIT.match(before)
    if last is None:
        return None, False
    rest = before[last.end() :]
    if _NUMBERED.match(rest) and (match := _DAY_MONTH.search(before)):
        day = _numeric(int(match[1]), int(match[3]), number, match[2], how)
        if day:
            return day, True
    if not before.isascii() and (match := _DAY_COUNTED.search(before)):
        return how.day(number, int(match[2]), int(match[1])), True
    day = _worded(_DAY_WORD.search(before), (1, 2), number, how) if _WORDED.search(rest) else None
    if not day and _COUNTED.match(rest):
        day = _worded(_WORD_DAY.search(before), (2, 1), number, how)
    return day, day is not None


def _worded(
    match: re.Match[str] | None, order: tuple[int, int], year: int, how: DateConvention
) -> datetime.date | None:
    """The day of a match whose groups hold the day and the month's word, in that `order`."""
    if match is None:
        return None
    words = match[order[1]]
    table = months()
    # Between dashes nothing but a month stands: "04-ago-2021" is one on English pages, too.
    number = table.number(words, "" if match[0].endswith(words + "-") else how.language)
    if not number and " " in words:
        near, far = (0, -1) if order[0] == 1 else (-1, 0)
        number = table.number(words.split()[near], how.language) or table.number(words.split()[far], how.language)
    return how.day(year, number, int(match[order[0]])) if number else None


def _numeric(first: int, second: int, year: int, separator: str, how: DateConvention) -> datetime.date | None:
    """The day of two numbers and a year; which number is the month, the language and the separator tell."""
    american = how.dotted_month_first if separator == "." else how.month_first
    month, day = (first, second) if american else (second, first)
    if month > 12 >= day:
        month, day = day, month
    return how.day(year, month, day)


def read_numbers(first: int, second: int, year: int, how: DateConvention) -> datetime.date | None:
    """The day of two numbers, parted by a slash or a dash, and a year, in the order in which the page writes them."""
    return _numeric(first, second, year, "/", how)


def _moment(day: datetime.date | None) -> Moment | None:
    return Moment(day) if day else None


def _clock(match: re.Match[str]) -> str:
    """The time of a timestamp, or nothing if it is impossible."""
    if match[4] is None or int(match[4]) > 23 or int(match[5]) > 59 or int(match[6] or 0) > 59:
        return ""
    zone = (match[7] or "").upper()
    if zone in ("UTC", "GMT", "Z"):
        zone = "Z"
    elif zone and ":" not in zone:
        zone = f"{zone[:3]}:{zone[3:] or '00'}"
    return f"T{int(match[4]):02}:{match[5]}:{match[6] or '00'}{zone}"


def _from_jalali(year: int, month: int, day: int) -> datetime.date | None:
    """A day of the Persian solar calendar in ours, by the 33-year cycle of its leap years."""
    if not (1 <= month <= 12 and 1 <= day <= 31):
        return None
    cycles, rest = divmod(year - 979, 33)
    days = 365 * (year - 979) + cycles * 8 + (rest + 3) // 4
    days += (month - 1) * 31 - max(0, month - 7) + day - 1
    return datetime.date(1600, 3, 20) + datetime.timedelta(days=days)


_EPOCHS: Final = frozenset(
    {datetime.date(1970, 1, 1), datetime.date(1969, 12, 31), datetime.date(1900, 1, 1), datetime.date(2000, 1, 1)}
)
_ISO: Final = re.compile(
    r"(\d{4})-?(\d\d?)-?(\d\d?)(?!\d)"
    r"(?:[T\s]+(\d\d?):(\d\d)(?::(\d\d))?(?:[.,]\d+)?\s*(Z|UTC|GMT|[+-]\d\d:?(?:\d\d)?)?)?",
    re.IGNORECASE,
)
_EPOCH: Final = re.compile(r"(\d{9,10})(?:\d{3})?(?:\.\d+)?")
# Begins with one class of characters, for which the engine searches fast: what stands before is looked at after it.
_YEAR: Final = re.compile(
    r"[12](?:(?<![\d/.,$€£-].)(?:(?<=1)[349]|(?<=2)[05])|(?<=[./-].)(?:(?<=1)9|(?<=2)0))\d\d(?![\d%])", re.DOTALL
)
_SHORT: Final = re.compile(r"(?<![\d./:-])(\d{1,2})([./])(\d{1,2})\2([012]\d)(?![\d./%-])")
_TO_DIGIT: Final = re.compile(r".*\d", re.DOTALL)
# What stands between the last digit and the year in `_DAY_MONTH`, in `_DAY_WORD`, and in `_WORD_DAY`.
_NUMBERED: Final = re.compile(r"\s?[./|-]\s?$")
_WORDED: Final = re.compile(r"[^\s\d,;()|/:-]{2}")
_ORDINAL: Final = either("ordinals")
_BEFORE_MONTH: Final = either("before_month")
_BEFORE_YEAR: Final = either("before_year")
_COUNTED: Final = re.compile(rf"(?:{_ORDINAL}|\.)?[\s,.]+(?:{_BEFORE_YEAR})?$")
_DAY_MONTH: Final = re.compile(r"(?<!\d)(\d{1,2})\s?([./|-])\s?(\d{1,2})\s?\2\s?$")
_WORD: Final = r"([^\s\d,;()|/:]{2,}(?: [^\s\d,;()|/:]{2,})?)"
_DAY_WORD: Final = re.compile(
    rf"(?<!\d)(\d{{1,2}})(?:{_ORDINAL}|°|-?[a-z]{{1,2}}(?![a-z]))?[\s.,/-]*(?:{_BEFORE_MONTH})?"
    + _WORD.replace("[^\\s\\d,;()|/:]{2,}", "[^\\s\\d,;()|/:-]{2,}")
    + rf"[\s.,/-]*(?:{_BEFORE_YEAR})?$"
)
_WORD_DAY: Final = re.compile(
    rf"(?<!\w){_WORD}[\s.-]+(?:{_BEFORE_MONTH})?(\d{{1,2}})(?:{_ORDINAL}|\.)?[\s,.]+(?:{_BEFORE_YEAR})?$"
)
# Vietnamese counts its months: "5 tháng 3, 2024".
_DAY_COUNTED: Final = re.compile(
    rf"(\d{{1,2}}) (?:{either('month_counted')}) (\d{{1,2}})[\s,]+(?:{_BEFORE_YEAR})?$", re.IGNORECASE
)
_AFTER_DAY: Final = re.compile(rf"(?:{either('year_first_day')}) (\d{{1,2}})\. {_WORD}")
_AFTER: Final = re.compile(
    rf"\s?(?:[-/.]|{either('year_sign')}|\. )\s?(\d{{1,2}})\s?(?:[-/.]|{either('month_sign')}|\. )\s?(\d{{1,2}})(?!\d)"
)
_AFTER_WORD: Final = re.compile(rf"[\s.,/-]*(?:(?:{either('year_first')}) )?{_WORD}[\s./-]+(\d{{1,2}})(?!\d)")


@dataclass(frozen=True, slots=True)
class Months:
    """Words that mean one month in every language, and those whose month depends on the language."""

    words: Mapping[str, int]
    ambiguous: Mapping[str, Mapping[str, int]]
    languages: tuple[str, ...]

    def number(self, word: str, language: str = "") -> int:
        """The month that a word names, 1 to 12, or 0. Words of two meanings need the language."""
        word = word.casefold().strip(".,'’")
        if language == "en" and word in _ENGLISH:
            return 0
        found = self.words.get(word) or self.ambiguous.get(language, {}).get(word, 0)
        if not found and word[:1] in _PREFIXES:
            found = self.words.get(word[1:], 0)
        return found


@cache
def months() -> Months:
    """The month words of all languages."""
    tables = {
        code: {word.casefold(): number for number, forms in enumerate(names, 1) for word in forms.split("|")}
        for code, names in by_language("months").items()
    }
    meant: dict[str, set[int]] = {}
    for table in tables.values():
        for word, number in table.items():
            meant.setdefault(word, set()).add(number)
    one = {word: min(numbers) for word, numbers in meant.items() if len(numbers) == 1}
    several = {code: {word: table[word] for word in table if word not in one} for code, table in tables.items()}
    return Months(one, several, tuple(tables))


# Short for months elsewhere, but words of English: "4 stars out of 1935", "2nd gen 2024", "12 Pro 2022".
_ENGLISH: Final = frozenset(words("not_months"))
# Hebrew "in" and Arabic "and" are written together with the word.
_PREFIXES: Final = frozenset(words("month_prefixes"))
