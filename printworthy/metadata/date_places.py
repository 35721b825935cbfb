"""Places of dates: a day and the places that give it → a `DateCandidate` with the features of those places.

Section 4.4.2 of the 2016 paper gave the features of a visible date: where it stands to the title, its tag, its words.
"""

from __future__ import annotations

import datetime
from dataclasses import dataclass, field
from typing import Final

from printworthy.base.tags import ARTICLE, ASIDE, FOOTER, FORM, HEADER, LIST, MAIN, NAV, QUOTE, TABLE
from printworthy.data.columns import Columns
from printworthy.metadata.date_words import CLASS_DATE, CLASS_OTHER, CUES
from printworthy.metadata.moments import Moment, Reading, read_stamp
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

    how: Reading
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
    ("in_article", ARTICLE), ("in_main", MAIN), ("in_header", HEADER), ("in_nav", NAV), ("in_footer", FOOTER),
    ("in_aside", ASIDE), ("in_form", FORM), ("in_list", LIST), ("in_table", TABLE),
)
