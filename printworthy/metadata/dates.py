"""Dates: `Sources` and the place of the title → the days that the page names, each with the features of its places.

All places that give one day are one candidate, so that agreement counts. Section 4.4.2 of the 2016 paper gave the
features of the visible date: where it stands to the title, its tag, its words.
"""

from __future__ import annotations

import datetime
import re
from dataclasses import dataclass, field
from functools import lru_cache

from printworthy.base.tags import ARTICLE, ASIDE, FOOTER, FORM, HEADER, LIST, MAIN, NAV, TABLE
from printworthy.metadata.date_words import (
    ANY_DATE,
    CLASS_DATE,
    CLASS_OTHER,
    CUES,
    DAY_FIRST,
    META_DATE,
    META_MODIFIED,
    META_NEVER,
    META_PUBLISHED,
    MONTH_PATH,
    PATH,
    PROPERTIES,
    SCRIPT_DATE,
    SCRIPT_KEY,
    SCRIPT_MODIFIED,
    SCRIPT_PUBLISHED,
    SLASHED,
    STATED,
    SUBORDINATE,
)
from printworthy.metadata.jsonld import Thing
from printworthy.metadata.moments import Moment, Reading, read_stamp, read_text
from printworthy.metadata.sources import Mark, Sources


@dataclass(slots=True)
class DateCandidate:
    """A day with all places that give it; `iso` is its most exact form, `rank` how much that form is worth."""

    day: datetime.date
    iso: str
    sources: list[str] = field(default_factory=list)
    row: dict[str, float] = field(default_factory=dict)


@dataclass(slots=True)
class _Found:
    """The candidates so far, by day."""

    how: Reading
    days: dict[datetime.date, DateCandidate] = field(default_factory=dict)

    def add(self, moment: Moment | None, source: str) -> DateCandidate | None:
        """Add a moment under a source."""
        if moment is None:
            return None
        candidate = self.days.setdefault(moment.day, DateCandidate(moment.day, moment.iso))
        if len(moment.iso) > len(candidate.iso):
            candidate.iso = moment.iso
        candidate.sources.append(source)
        candidate.row[source] = candidate.row.get(source, 0.0) + 1.0
        return candidate


def reading(sources: Sources, language: str, now: datetime.date) -> Reading:
    """How this page writes its dates, as far as its language and its address tell."""
    region = sources.html_lang[3:5] or sources.first("og:locale").lower()[3:5]
    abroad = region not in ("", "us", "ph") or sources.host.endswith(DAY_FIRST)
    return Reading(language, language in ("en", "") and not abroad, now)


def date_candidates(sources: Sources, title: int, how: Reading) -> list[DateCandidate]:
    """The days that a page names, with features; `title` is the segment that shows the title, or -1."""
    found = _Found(how)
    for thing in sources.things:
        _from_thing(found, thing)
    for name, values in sources.meta.items():
        source = _meta_source(name)
        if source:
            for value in values[:3]:
                found.add(read_stamp(value, how), source)
    _from_address(found, sources)
    times = _from_marks(found, sources, title)
    _from_text(found, sources, title)
    if not any(name in STATED for one in found.days.values() for name in one.sources):
        _from_scripts(found, sources)
    _describe(found, sources, times)
    return _likely(found)


def _likely(found: _Found) -> list[DateCandidate]:
    """The days worth judging: all that are stated, and of those that are only shown the nearest to the title."""
    days = list(found.days.values())
    if len(days) <= _MOST_JUDGED:
        return days
    days.sort(key=lambda one: (not any(name in STATED for name in one.sources), one.row["nearness"]))
    return days[:_MOST_JUDGED]


@lru_cache(maxsize=1024)
def _meta_source(name: str) -> str:
    """What the date under a meta name claims to be, or nothing for names of other things."""
    if not META_DATE.search(name) and not META_MODIFIED.search(name) and not META_PUBLISHED.search(name):
        return ""
    if META_NEVER.search(name):
        return ""
    if META_MODIFIED.search(name):
        return "meta_modified"
    return "meta_published" if META_PUBLISHED.search(name) else "meta_date"


def _from_thing(found: _Found, thing: Thing) -> None:
    """The dates of linked data, told apart by what they are the dates of."""
    kind = _kind(thing)
    for name, source in PROPERTIES:
        for text in thing.texts(name)[:1] if name in thing.data else ():
            found.add(read_stamp(text, found.how), f"ld_{source}_{kind}")


def _kind(thing: Thing) -> str:
    if thing.role in SUBORDINATE:
        return "other"
    for name in thing.types:
        if name.endswith(("Article", "BlogPosting", "Report", "Recipe", "Review", "ForumPosting", "NewsItem")):
            return "article"
        if name in ("Question", "QAPage", "SocialMediaPosting"):
            return "post"
    return "page" if any(name.endswith("Page") for name in thing.types) else "other"


def _from_address(found: _Found, sources: Sources) -> None:
    """The day in the page's address."""
    path = sources.url.partition("//")[2] or sources.path
    if match := PATH.search(path):
        day = found.how.day(int(match[1]), int(match[2]), int(match[3]))
        found.add(Moment(day) if day else None, "url")


def _from_marks(found: _Found, sources: Sources, title: int) -> int:
    """The dates of `time` elements and microdata; how many such elements there are."""
    count = 0
    for mark in sources.marks:
        prop = mark.get("itemprop")
        if mark.tag != "time" and prop[:4] != "date" and prop != "uploaddate" and "datetime" not in mark.attributes:
            continue
        count += 1
        if count > 60:
            break
        value = mark.attributes.get("datetime") or mark.attributes.get("content")
        if not value:
            value = mark.node.text()[:80] if mark.tag != "meta" else ""
        candidate = found.add(read_stamp(value, found.how), _mark_source(mark, prop))
        if candidate is not None:
            candidate.row.setdefault("time_order", float(count))
            if mark.segment >= 0:
                _place(candidate, sources, mark.segment, title)
    return count


def _mark_source(mark: Mark, prop: str) -> str:
    """What an element with a date claims that the date is."""
    if prop in ("datepublished", "datecreated", "uploaddate"):
        return "item_published"
    if prop in ("datemodified", "dateupdated"):
        return "item_modified"
    named = mark.get("class")
    if "pubdate" in mark.attributes or "publish" in named or "entry-date" in named:
        return "time_published"
    return "time_modified" if "updat" in named or "modif" in named else "time"


def _from_text(found: _Found, sources: Sources, title: int) -> None:
    """The dates that the page shows: in short texts everywhere, and at the start of long ones near the title."""
    lines = _dated_lines(sources, max(title, 0))
    how = _in_order(found.how, "\n".join([line for _, line in lines]))
    for index, line in lines:
        for at, moment in read_text(line, how):
            candidate = found.add(moment, "text_loose" if moment.loose else "text")
            if candidate is not None:
                _place(candidate, sources, index, title)
                _cues(candidate, line, at)


def _dated_lines(sources: Sources, near: int) -> list[tuple[int, str]]:
    """The segments that may show a date, with their text."""
    texts = sources.columns.text
    lines: list[tuple[int, str]] = []
    last = -1
    for match in ANY_DATE.finditer(sources.joined):
        index = sources.segment_at(match.start())
        if index == last:
            continue
        last, text = index, texts[index]
        if len(text) < _SHORT or -3 <= index - near <= 12 and match.start() - sources.starts[index] < _SHORT:
            lines.append((index, text[:_SHORT]))
            if len(lines) >= _MOST_HITS:
                break
    return lines


def _in_order(how: Reading, text: str) -> Reading:
    """How to read this page's dates: one that can be read in one order only settles it for all others."""
    orders = {match[1] is None for match in SLASHED.finditer(text)} if "/" in text else set()
    return Reading(how.language, orders.pop(), how.now) if len(orders) == 1 else how


def _from_scripts(found: _Found, sources: Sources) -> None:
    """The dates in the data of pages that scripts fill; read only where nothing else states a date."""
    left = _SCRIPT_CHARS
    for node in sources.root.css("script"):
        text = node.text()[:left]
        left -= len(text)
        for match in SCRIPT_DATE.finditer(text):
            named = SCRIPT_KEY.search(text, max(0, match.start() - 40), match.start())
            source = _script_source(named[1]) if named else ""
            if source and len(found.days) < _MOST_DAYS:
                found.add(read_stamp(text[match.start():match.start() + 25].partition('"')[0], found.how), source)
        if left <= 0:
            return


def _script_source(name: str) -> str:
    if SCRIPT_PUBLISHED.search(name):
        return "script_published"
    return "script_modified" if SCRIPT_MODIFIED.search(name) else ""


def _place(candidate: DateCandidate, sources: Sources, segment: int, title: int) -> None:
    """Where a shown date stands; of several places the one nearest to the title counts."""
    row = candidate.row
    distance = segment - title
    nearness = abs(distance) + (3 if distance < 0 else 0)
    if nearness >= row.get("nearness", 1e9):
        return
    columns = sources.columns
    element = columns.owner[segment]
    flags = columns.flags[element]
    classes = _classes(sources, segment, element)
    text = columns.text[segment]
    row |= {
        "nearness": float(nearness),
        "after_title": float(distance) if distance >= 0 else -1.0,
        "before_title": float(-distance) if distance < 0 else -1.0,
        "shown_at": segment / len(columns.text),
        "length": float(len(text)),
        "linked": columns.link_chars[segment] / max(1, len(text)),
        "class_date": float(bool(CLASS_DATE.search(classes))),
        "class_published": float("publish" in classes or "posted" in classes),
        "class_other": float(bool(CLASS_OTHER.search(classes))),
        **{name: float(flags & flag > 0) for name, flag in _FLAGS},
    }


def _classes(sources: Sources, segment: int, element: int) -> str:
    """The class names around a segment's text: of its inline elements and of the blocks that hold it."""
    columns = sources.columns
    names = []
    node = columns.text_nodes[columns.node_start[segment]].parent
    block = columns.node[element].mem_id
    for _ in range(3):
        if node is None or node.mem_id == block:
            break
        names.append(node.attributes.get("class") or "")
        node = node.parent
    for _ in range(4):
        names.append(columns.key[element])
        element = columns.parent[element]
        if element <= 0:
            break
    return " ".join(names).lower()


def _cues(candidate: DateCandidate, line: str, at: int) -> None:
    """The words beside a shown date: published, updated, copyright, or none at all."""
    beside = line[max(0, at - 60):at + 20].casefold()
    row = candidate.row
    for name, pattern in CUES:
        if pattern.search(beside):
            row[name] = row.get(name, 0.0) + 1.0
    row["alone"] = max(row.get("alone", 0.0), float(len(line) < 32))


def _describe(found: _Found, sources: Sources, times: int) -> None:
    """Give every candidate the features that compare it with the others and with the page."""
    days = sorted(found.days)
    if not days:
        return
    structured = sorted(day for day, one in found.days.items() if any(name in STATED for name in one.sources))
    month = MONTH_PATH.search(sources.path)
    shared = {"times": float(times), "days": float(len(days)), "stated": float(len(structured))}
    for rank, day in enumerate(days):
        candidate = found.days[day]
        kinds = {name.partition("_")[0] for name in candidate.sources}
        candidate.row |= {
            **shared,
            "rank_old": float(rank),
            "rank_new": float(len(days) - 1 - rank),
            "kinds": float(len(kinds)),
            "places": float(len(candidate.sources)),
            "to_newest": float((days[-1] - day).days),
            "to_first_stated": float((day - structured[0]).days) if structured else -9999.0,
            "neighbour": float(any(abs((other - day).days) == 1 for other in days)),
            "fresh": float((found.how.now - day).days < 1),
            "in_month": _agreement(month, day),
            "time_zone": float("T" in candidate.iso),
            "first_of_year": float(day.month == 1 and day.day == 1),
        }
        candidate.row.setdefault("nearness", 999.0)


def _agreement(month: re.Match[str] | None, day: datetime.date) -> float:
    """Whether a day lies in the month that the page's address names: 1 or -1, and 0 if it names none."""
    if month is None:
        return 0.0
    return 1.0 if (int(month[1]), int(month[2])) == (day.year, day.month) else -1.0


_SHORT = 180
_MOST_HITS = 80
_MOST_JUDGED = 16
_MOST_DAYS = 60
_SCRIPT_CHARS = 400_000
_FLAGS = (
    ("in_article", ARTICLE), ("in_main", MAIN), ("in_header", HEADER), ("in_nav", NAV), ("in_footer", FOOTER),
    ("in_aside", ASIDE), ("in_form", FORM), ("in_list", LIST), ("in_table", TABLE),
)
