"""Heads of posts: the places of a page that name a person or a moment, each with the block element it stands in."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Final, NamedTuple

from printworthy.base.languages import by_language, either
from printworthy.base.tags import CODE
from printworthy.data.columns import Columns
from printworthy.data.tree import Node

_LONGEST: Final = 60
# Where persons are named, from the surest to the vaguest.
_AUTHORS: Final = (
    "[data-author],[data-username],[data-user-name],shreddit-post[author],shreddit-comment[author]",
    "[itemprop=author] [itemprop=name],[itemprop=creator] [itemprop=name],.fn,.h-card .p-name,.p-author .p-name",
    "[rel~=author],[class*=username i],[class*=user-name i],[class*=user_name i],[class*=nickname i],[class*=hnuser],"
    "[class*=author-name i],[class*=author_name i],[class*=authorname i],[class*=display-name i],"
    "[class*=displayname i],"
    "[data-user-card],[data-hovercard-type=user],a.author,a.user,.user-details a,[itemprop~=author],.topic-author",
    "a[href*='/user'],a[href*='/member'],a[href*='/profile'],a[href*='/u/'],a[href*='action=profile'],a[href*='/@'],"
    "a[href*='/people/'],a[href*='memberlist'],a[href*='/~'],a[href*='/author/'],a[href^='mailto:']",
    "[class*=author i],[class*=poster i],.from,[class*=byline i],[class*=-by i],[class*=commenter i],cite,"
    "[class*=member i],[class*=user i]",
    "dt strong,dt b,dt a",
)
_DATES: Final = (
    "[itemprop=datePublished],[itemprop=dateCreated]",
    "time,relative-time,local-time,faceplate-timeago,abbr[title],[data-time],[data-timestamp],[data-utime],"
    "[class*=date i],[class*=time i],.age,[class*=-age],[class*=posted i],[class*=created i],[class*=when],"
    "[class*=ago i],"
    "[created-timestamp]",
)
_MONTH_NAMES: Final = {name for months in by_language("months").values() for one in months for name in one.split("|")}
_MONTHS: Final = "|".join(sorted(_MONTH_NAMES, key=len, reverse=True))
_CLOCK: Final = r"(?:,? +(?:\w{2,3} )?\d{1,2}:\d\d(?::\d\d)?(?: ?[ap]\.?m\.?)?)?"
_DAY: Final = rf"(?:\b(?:{either('weekdays')})\.?,? )?"
_MOMENT: Final = re.compile(
    rf"\d{{4}}[-/.年]\s?\d{{1,2}}[-/.月]\s?\d{{1,2}}日?{_CLOCK}|"
    rf"\b\d{{1,2}}[-/.]\d{{1,2}}[-/.](?:\d{{4}}|\d\d)\b{_CLOCK}|"
    rf"{_DAY}\b\d{{1,2}}(?:st|nd|rd|th|\.)? (?:de )?(?:{_MONTHS})\b\.?,?(?: de)?(?: '?\d{{2,4}})?{_CLOCK}|"
    rf"{_DAY}\b(?:{_MONTHS})\b\.? \d{{1,2}}\b(?:st|nd|rd|th)?(?:,? '?\d{{2,4}}\b(?!:))?{_CLOCK}|"
    rf"\b(?:{either('today', 'yesterday')})\b{_CLOCK}|"
    r"\b(?:\d{1,3}\+?|an?|one) ?(?:s|m|h|d|w|y|mo|min|hr|yr|second|minute|hour|day|week|month|year)s?(?: ago\b)|"
    r"^\d{1,3} ?(?:min|m|h|d|w|y|mo|yr)$",
    re.I,
)
_DIGIT: Final = re.compile(r"\d")
_JOINED: Final = re.compile(either("joined", "member_since", "cue_joined"), re.I)
_ISO: Final = re.compile(r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?(?: ?(?:Z|UTC|[+-]\d\d:?\d\d))?)?")
_BEFORE: Final = re.compile(rf"^\W*(?:(?:{either('by', 'posted', 'written')})\b[\s:]*)+", re.I)
_AFTER: Final = re.compile(rf"(?:[\s,:»·|-]{{1,9}}(?:{either('comment_said')}))?[\s,:»·|-]{{0,9}}$", re.I)
_NO_AUTHOR: Final = re.compile(r"title|rank|status|avatar|count|badge|banner|stat|joined|level|role|group|extra", re.I)
_NO_NAME: Final = re.compile(r"[\W\d_]*$")
_NAMES: Final = "[itemprop=name],.fn,a,strong,b,bdi"
_ATTRIBUTES: Final = ("data-author", "data-username", "data-user-name", "author")
_MOMENTS: Final = (
    "datetime",
    "created-timestamp",
    "content",
    "ts",
    "title",
    "data-time",
    "data-timestamp",
    "data-utime",
    "data-date",
)


class Place(NamedTuple):
    """A name or a moment: as it is told, as it is shown, the block element around it, and a number of its own."""

    text: str
    shown: str
    element: int
    number: int
    sure: bool


@dataclass(slots=True)
class PostPlaces:
    """The names and moments of a page in its order, surest first where one element has several."""

    authors: list[list[Place]] = field(default_factory=list)
    dates: list[list[Place]] = field(default_factory=list)

    def take(self, group: Sequence[int], ends: Sequence[int]) -> None:
        """Leave out all places inside some elements, which are sorted."""
        for ranks in (self.authors, self.dates):
            for number, places in enumerate(ranks):
                ranks[number] = [one for one in places if _innermost(group, ends, one.element) < 0]

    def first_in(self, ranks: list[list[Place]], group: Sequence[int], ends: Sequence[int]) -> dict[int, Place]:
        """For each of these elements the first place inside it, and inside none of the others within it."""
        found: dict[int, Place] = {}
        for places in ranks:
            for place in places:
                at = _innermost(group, ends, place.element)
                if at >= 0:
                    found.setdefault(at, place)
        return found


def _innermost(group: Sequence[int], ends: Sequence[int], element: int) -> int:
    """The innermost of some elements, which are sorted, that holds another one, or -1."""
    at = bisect_left(group, element + 1) - 1
    steps = 0
    while at >= 0 and steps < _STEPS:
        if ends[group[at]] > element:
            return group[at]
        at -= 1
        steps += 1
    return -1


_STEPS: Final = 40


def ends_of(columns: Columns) -> list[int]:
    """For each element the number after the last one inside it."""
    parent = columns.parent
    ends = list(range(1, len(parent) + 1))
    for element in range(len(parent) - 1, 0, -1):
        up = parent[element]
        if up >= 0 and ends[element] > ends[up]:
            ends[up] = ends[element]
    return ends


def find_places(columns: Columns, first: int, last: int, in_lines: bool) -> PostPlaces:
    """The names and moments around the segments `first:last`; no names where there are hardly any moments.

    `in_lines` says whether to look for moments in plain lines of text, too.
    """
    top = columns.owner[first]
    while top > 0 and columns.last[top] < last:
        top = columns.parent[top]
    finder, node = _HeadFinder(columns), columns.node[top]
    dates = [rank for query in _DATES for rank in finder.dates(node.css(query))]
    if in_lines:
        dates.append(finder.lines(columns.first[top], columns.last[top]))
    if len({place.element for places in dates for place in places}) < _FEW:
        return PostPlaces()
    return PostPlaces([finder.authors(node.css(query), rank) for rank, query in enumerate(_AUTHORS)], dates)


_FEW: Final = 2


class _HeadFinder:
    """Knows the block elements of a page by their identity."""

    __slots__ = ("_strange", "blocks", "columns", "number")

    def __init__(self, columns: Columns) -> None:
        self.columns = columns
        self.blocks = {node.mem_id: element for element, node in enumerate(columns.node)}
        self.number = 0
        self._strange: dict[int, bool] = {}

    def authors(self, nodes: list[Node], rank: int) -> list[Place]:
        """Persons that are named in some elements."""
        found = []
        for node in nodes[:_MOST]:
            if rank and self._is_large(node):
                continue
            if rank >= 2 and _NO_AUTHOR.search(node.attributes.get("class") or ""):
                continue
            shown = _name_in(node, rank)
            text = _bare(shown)
            if text and len(text) <= _LONGEST and not _NO_NAME.match(text) and not _MOMENT.search(text):
                found += self._placed(text, shown, node, rank < 4)
        return found

    def dates(self, nodes: list[Node]) -> tuple[list[Place], list[Place]]:
        """Moments in elements made for them: those that machines can read, and the others."""
        exact: list[Place] = []
        loose: list[Place] = []
        for node in nodes[:_MOST]:
            if self._is_large(node):
                continue
            text, shown = _moment_in(node)
            if text:
                (exact if _ISO.match(text) else loose).extend(self._placed(text, shown, node, True))
        return exact, loose

    def lines(self, first: int, last: int) -> list[Place]:
        """Moments in short lines of text."""
        found = []
        for segment in range(first, last):
            text = self.columns.text[segment]
            if len(text) <= 2 * _LONGEST and _DIGIT.search(text) and (match := _MOMENT.search(text)):
                if _JOINED.search(text):
                    continue
                self.number += 1
                found.append(Place(match[0], match[0], self.columns.owner[segment], self.number, False))
        return found

    def _is_large(self, node: Node) -> bool:
        """Does an element hold more than a head does?"""
        element = self.blocks.get(node.mem_id)
        return element is not None and self.columns.last[element] - self.columns.first[element] > _QUOTES

    def _is_strange(self, element: int) -> bool:
        """Does a place speak of another post, as quotations do, or of a change?"""
        known = self._strange.get(element)
        if known is None:
            known = self._strange[element] = self._quotes(element) or self._changes(element)
        return known

    def _quotes(self, element: int) -> bool:
        columns = self.columns
        for _ in range(_QUOTES):
            if element <= 0:
                break
            if columns.tag[element] == _QUOTE or "quote" in columns.key[element].lower():
                return True
            element = columns.parent[element]
        return False

    def _changes(self, element: int) -> bool:
        columns = self.columns
        for _ in range(2):
            first, last = columns.first[element], columns.last[element]
            if element <= 0 or last - first > 4:
                break
            if any(_CHANGED.match(text) for text in columns.text[first:last]):
                return True
            element = columns.parent[element]
        return False

    def _placed(self, text: str, shown: str, node: Node, sure: bool) -> list[Place]:
        up: Node | None = node
        for _ in range(_STEPS):
            if up is None:
                return []
            element = self.blocks.get(up.mem_id)
            if element is not None:
                return [] if self._is_strange(element) else [Place(text, shown, element, node.mem_id, sure)]
            up = up.parent
        return []


_MOST: Final = 5_000
_QUOTES: Final = 6
_QUOTE: Final = CODE["blockquote"]
_CHANGED: Final = re.compile(rf"(?:last )?(?:{either('cue_modified')}|edited|modified)\b", re.I)


def _name_in(node: Node, rank: int) -> str:
    """The name that an element gives: in an attribute, in a part made for it, or as its text."""
    if rank == 0:
        return next((value for name in _ATTRIBUTES if (value := node.attributes.get(name))), "")
    shown = " ".join(node.text().split())
    if len(shown) > 2 * _LONGEST:
        return ""
    if rank >= 2 and node.tag not in ("a", "cite", "b", "strong"):
        for inner in node.css(_NAMES):
            name = " ".join(inner.text().split())
            if name and not _MOMENT.search(name) and len(name) <= _LONGEST:
                return name
    if rank == 4 and (match := _MOMENT.search(shown)):
        shown = shown[: match.start()]
    return shown


def _bare(name: str) -> str:
    """A name without "by" and "says"."""
    name = _BEFORE.sub("", " ".join(name.split()))
    return _AFTER.sub("", name).strip(" @")


def _moment_in(node: Node) -> tuple[str, str]:
    """A moment, for machines where an attribute says it so, and as it is shown."""
    shown = " ".join(node.text().split())
    attributes = node.attributes
    for name in _MOMENTS:
        value = (attributes.get(name) or "").strip()
        if not value:
            continue
        match = _ISO.search(value)
        if match:
            return _iso(match[0]), shown
        if value.isdecimal() and 9 <= len(value) <= 13 and name.startswith(("data", "ts")):
            return _from_seconds(int(value[:10])), shown
        if name == "title" and (match := _MOMENT.search(value)):
            return match[0], shown
    if len(shown) <= 2 * _LONGEST and not _JOINED.search(shown) and (match := _MOMENT.search(shown)):
        return match[0], shown if len(shown) <= _LONGEST else match[0]
    return "", ""


def _iso(value: str) -> str:
    return value.replace(" UTC", "Z").replace(" ", "T", 1)


def _from_seconds(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
