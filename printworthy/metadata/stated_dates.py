"""Stated dates: the days that a page's head, linked data, address and marked elements give."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from printworthy.metadata.date_places import FoundDates, is_quoted
from printworthy.metadata.date_words import (
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
from printworthy.metadata.moments import Moment, months, read_numbers
from printworthy.metadata.sources import Mark, Sources


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
