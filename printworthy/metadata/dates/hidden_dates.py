"""Hidden dates: the days in the data of scripts and in attributes, for pages that neither state nor show theirs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

from printworthy.data.tree import Node
from printworthy.metadata.dates.date_places import FoundDates
from printworthy.metadata.dates.date_words import SCRIPT_DATE, SCRIPT_KEY_REVERSED, SCRIPT_MODIFIED, SCRIPT_PUBLISHED
from printworthy.metadata.sources import Sources
from printworthy.metadata.wording import holds


def add_scripted(found: FoundDates, sources: Sources) -> None:
    """Add the dates in the data of pages that scripts fill; they are many, and few of them are the article's."""
    for text, start in _dated_scripts(sources.scripts):
        if len(found.days) < _MOST_DAYS:
            _add_keyed(found, text, start)


def _dated_scripts(scripts: Iterable[Node]) -> Iterator[tuple[str, int]]:
    """The scripts that may hold dates under telling names, each with the place of its first date.

    No more than some characters of scripts with telling words are read. Most scripts have no date: which of those have
    such words is asked only when that may matter.
    """
    left, waiting = _SCRIPT_CHARS, 0
    unasked: list[str] = []
    for node in scripts:
        text = node.text()
        if waiting + len(text) >= left:
            left -= sum([len(one) for one in unasked if holds(one, _SCRIPT_WORDS)])
            unasked, waiting = [], 0
        if left <= 0:
            return
        first = SCRIPT_DATE.search(text)
        if first is None:
            unasked.append(text)
            waiting += len(text)
        elif holds(text, _SCRIPT_WORDS):
            yield text[:left], first.start()
            left -= len(text)


def add_written(found: FoundDates, sources: Sources) -> None:
    """Add the dates of attributes from which scripts write what the page shows, and those of the head's sentences."""
    nodes = sources.root.css(_WRITTEN)[:_MOST_NODES]
    for value in [value for node in nodes for name in _STAMPS if (value := node.attributes.get(name))]:
        if len(value) > _LONGEST_STAMP:
            _add_keyed(found, value[:_SCRIPT_CHARS], 0)
        else:
            found.add_stamp(value, "attribute")
    for name in ("og:title", "description"):
        found.add_stamp(sources.first(name)[-_SENTENCE:], "sentence")


def _add_keyed(found: FoundDates, text: str, start: int) -> None:
    """The dates of JSON that a script reads, from `start` on, under a name that tells what they are."""
    for match in SCRIPT_DATE.finditer(text, start):
        named = SCRIPT_KEY_REVERSED.match(text[max(0, match.start() - 40) : match.start()][::-1])
        source = _script_source(named[1][::-1]) if named else ""
        if source:
            found.add_stamp(text[match.start() : match.start() + 25].partition('"')[0], source)
            if len(found.days) >= _MOST_DAYS:
                return


@lru_cache(maxsize=64)
def _script_source(name: str) -> str:
    if SCRIPT_PUBLISHED.search(name):
        return "script_published"
    return "script_modified" if SCRIPT_MODIFIED.search(name) else ""


_MOST_DAYS: Final = 60
_MOST_NODES: Final = 20
_SENTENCE: Final = 80
_LONGEST_STAMP: Final = 80
_SCRIPT_CHARS: Final = 200_000
_SCRIPT_WORDS: Final = ("date", "ublish", "reated")
_STAMPS: Final = ("created-timestamp", "data-utime", "data-published", "title", "props")
# By their tags where these are known: to ask every element for attributes that hardly any has costs twice as much.
_WRITTEN: Final = "abbr[title],abbr[data-utime],astro-island,shreddit-post,[data-published]"
