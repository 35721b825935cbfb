"""Check: a folder of annotations → how each was aligned, and a line for every one that was not."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from printworthy.errors import InputError
from printworthy.train.own.folder import Marked, read_marked
from printworthy.train.own.place import Placed, place
from printworthy.train.own.scopes import Scopes


@dataclass(frozen=True, slots=True)
class Checked:
    """How many annotations were aligned in which way, and what to look at."""

    pages: int
    counts: dict[str, int]
    lines: list[str]
    damaged: list[str]


def check(folder: Path) -> Checked:
    """Align everything."""
    marked, damaged = read_marked(folder)
    counts: Counter[str] = Counter()
    lines = []
    for one in marked:
        try:
            placed = place_all(one)
        except InputError as error:
            damaged.append(f"{one.path}: {error}")
            continue
        counts.update(each.way for each in placed)
        lines += [told(one, each) for each in placed if not each.found]
    return Checked(len({one.page for one in marked}), dict(sorted(counts.items())), lines, damaged)


def place_all(marked: Marked) -> list[Placed]:
    """All annotations of one submission, aligned."""
    scopes = Scopes(marked.path.read_bytes())
    return [place(annotation, scopes) for annotation in marked.submission.annotations]


def told(marked: Marked, placed: Placed) -> str:
    """A line about an annotation that was not found, with what to do."""
    mark = placed.annotation
    shown = " ".join((mark.selected or mark.text).split())[:60]
    return (
        f"{placed.way}: {marked.page}, {marked.submission.annotator}, {mark.label} at {mark.xpath}: {placed.why}; "
        f"mark {shown!r} again"
    )
