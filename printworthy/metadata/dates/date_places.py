"""Places of dates: a day and the places that give it → a `DateCandidate` with the features of those places.

Section 4.4.2 of the 2016 paper gave the features of a visible date: where it stands to the title, its tag, its words.
"""

from __future__ import annotations

import datetime
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from printworthy.base.tags import ARTICLE, ASIDE, FOOTER, FORM, HEADER, LIST, MAIN, NAV, QUOTE, TABLE
from printworthy.data.columns import Columns
from printworthy.metadata.dates.date_formats import DateConvention, Moment, months, read_numbers, read_stamp
from printworthy.metadata.dates.date_words import (
    CLASS_DATE,
    CLASS_OTHER,
    CUES,
    META_DATE,
    META_MODIFIED,
    META_NEVER,
    META_PUBLISHED,
    PATH,
    PATH_DAY_FIRST,
    PATH_WORDED,
    PROPERTIES,
    SUBORDINATE,
)
from printworthy.metadata.jsonld import Thing
from printworthy.metadata.sources import Mark, Sources
from printworthy.metadata.wording import holds


@dataclass(slots=True)
class DateCandidate:
    """A day with all places that give it; `iso` is its most exact form.

    `segment` is the shown place that is nearest to the title, or -1, and `nearness` how near that is; `mentions` are
    the words beside the day wherever it is shown, each with the length of its line.
    """

    day: datetime.date
    iso: str
    sources: list[str] = field(default_factory=list)
    row: dict[str, float] = field(default_factory=dict)
    segment: int = -1
    nearness: int = 999
    mentions: list[tuple[str, int]] = field(default_factory=list)


@dataclass(slots=True)
class FoundDates:
    """The candidates so far, by day; `title` is the segment that shows the title, or -1."""

    how: DateConvention
    title: int
    days: dict[datetime.date, DateCandidate] = field(default_factory=dict)

    def add(self, moment: Moment, source: str) -> DateCandidate:
        """Add a moment under a source."""
        candidate = self.days.get(moment.day)
        if candidate is None:
            candidate = self.days[moment.day] = DateCandidate(moment.day, moment.iso)
        elif moment.time and len(iso := moment.iso) > len(candidate.iso):
            candidate.iso = iso
        candidate.sources.append(source)
        candidate.row[source] = candidate.row.get(source, 0.0) + 1.0
        return candidate

    def add_stamp(self, text: str, source: str) -> DateCandidate | None:
        """Add the moment of a machine-readable value, if it is one."""
        moment = read_stamp(text, self.how)
        return self.add(moment, source) if moment else None

    def place(self, candidate: DateCandidate, segment: int) -> None:
        """Note where a day is shown; of several places the one nearest to the title counts."""
        distance = segment - self.title
        nearness = distance if distance >= 0 else 3 - distance
        if candidate.segment < 0 or nearness < candidate.nearness:
            candidate.segment, candidate.nearness = segment, nearness


def is_quoted(columns: Columns, segment: int) -> bool:
    """Whether a segment stands in a quotation: its dates are those of what is quoted."""
    return segment >= 0 and bool(columns.flags[columns.owner[segment]] & QUOTE)


def place_row(candidate: DateCandidate, columns: Columns, title: int) -> dict[str, float]:
    """Features of the place where a day is shown, and of the words beside it."""
    segment = candidate.segment
    if segment < 0:
        return {}
    element = columns.owner[segment]
    flags = columns.flags[element]
    classes = _classes(columns, segment, element)
    text = columns.text[segment]
    distance = segment - title
    row = {
        "after_title": float(distance) if distance >= 0 else -1.0,
        "before_title": float(-distance) if distance < 0 else -1.0,
        "shown_at": segment / len(columns.text),
        "length": float(len(text)),
        "linked": columns.link_chars[segment] / max(1, len(text)),
        "class_date": float(holds(classes, CLASS_DATE)),
        "class_published": float("publish" in classes or "posted" in classes),
        "class_other": float(holds(classes, CLASS_OTHER)),
    }
    row |= {name: 1.0 for name, flag in _FLAGS if flags & flag}
    _add_cues(row, candidate.mentions)
    return row


def _classes(columns: Columns, segment: int, element: int) -> str:
    """The class names around a segment's text: of its inline elements and of the blocks that hold it."""
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


def _add_cues(row: dict[str, float], mentions: list[tuple[str, int]]) -> None:
    """The words beside a shown date: published, updated, copyright, or none at all."""
    for words, length in mentions[:_MOST_READ]:
        beside = "\0" + words.casefold().replace("\xad", "")
        plain = beside.isascii()
        for name, parts, others in CUES:
            if holds(beside, parts) or not plain and holds(beside, others):
                row[name] = row.get(name, 0.0) + 1.0
        if length < _ALONE:
            row["alone"] = 1.0


_ALONE: Final = 32
_MOST_READ: Final = 4
_FLAGS: Final = (
    ("in_article", ARTICLE),
    ("in_main", MAIN),
    ("in_header", HEADER),
    ("in_nav", NAV),
    ("in_footer", FOOTER),
    ("in_aside", ASIDE),
    ("in_form", FORM),
    ("in_list", LIST),
    ("in_table", TABLE),
)


def add_stated(found: FoundDates, sources: Sources) -> None:
    """Add the days of the linked data, of the head and of the page's address."""
    for thing in sources.things:
        _add_thing(found, thing)
    for name, values in sources.meta.items():
        source = _meta_source(name)
        if source:
            for value in values[:3]:
                found.add_stamp(value, source)
    if addressed := _addressed(found, sources.url.partition("//")[2] or sources.path):
        found.add(addressed, "url")


def add_marked(found: FoundDates, sources: Sources) -> int:
    """Add the days of `time` elements and microdata; how many such elements there are."""
    count = 0
    for mark in sources.marks:
        if not mark.is_dated or is_quoted(sources.columns, mark.segment):
            continue
        count += 1
        if count > _MOST_MARKS:
            break
        value = mark.attributes.get("datetime") or mark.attributes.get("content")
        if not value:
            value = mark.node.text()[:80] if mark.tag != "meta" else ""
        candidate = found.add_stamp(value, _mark_source(mark))
        if candidate is not None:
            candidate.row.setdefault("time_order", float(count))
            if mark.segment >= 0:
                found.place(candidate, mark.segment)
    return count


def _add_thing(found: FoundDates, thing: Thing) -> None:
    """The dates of linked data, told apart by what they are the dates of."""
    kind = ""
    for name, source in PROPERTIES:
        if name in thing.data:
            kind = kind or _kind(thing)
            for text in thing.texts(name)[:1]:
                found.add_stamp(text, f"ld_{source}_{kind}")


def _kind(thing: Thing) -> str:
    if thing.role in SUBORDINATE:
        return "other"
    for name in thing.types:
        if name.endswith(("Article", "BlogPosting", "Report", "Recipe", "Review", "ForumPosting", "NewsItem")):
            return "article"
        if name in ("Question", "QAPage", "SocialMediaPosting"):
            return "post"
    return "page" if any(name.endswith("Page") for name in thing.types) else "other"


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


def _addressed(found: FoundDates, path: str) -> Moment | None:
    """The day in a page's address: 2024/03/05, 2024/march/05 or 05-03-2024."""
    day = None
    if match := PATH.search(path):
        day = found.how.day(int(match[1]), int(match[2]), int(match[3]))
    elif match := PATH_WORDED.search(path):
        day = found.how.day(int(match[1]), months().number(match[2], found.how.language), int(match[3]))
    elif match := PATH_DAY_FIRST.search(path):
        day = read_numbers(int(match[1]), int(match[2]), int(match[3]), found.how)
    return Moment(day) if day else None


def _mark_source(mark: Mark) -> str:
    """What an element with a date claims that the date is."""
    if mark.prop in ("datepublished", "datecreated", "uploaddate"):
        return "item_published"
    if mark.prop in ("datemodified", "dateupdated"):
        return "item_modified"
    named = (mark.attributes.get("class") or "").lower()
    if "pubdate" in mark.attributes or "publish" in named or "entry-date" in named:
        return "time_published"
    return "time_modified" if "updat" in named or "modif" in named else "time"


_MOST_MARKS: Final = 60
