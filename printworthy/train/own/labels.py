"""Labels: what annotators marked on a page → a label for each segment of each of its documents.

A segment has the label that most of its letters have, if those are at least half of it. Where several annotators marked
the same page, most of them decide; where they are even, the segment is in doubt and nothing is learned from it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import numpy as np

from printworthy.data.annotation import LABELS, Submission, parse_submission
from printworthy.data.tree import Node
from printworthy.errors import InputError
from printworthy.train.own.locate import Placed, place
from printworthy.train.own.scopes import Scope, Scopes

NOTHING: Final = ""
DOUBT: Final = "?"
_HALF: Final = 0.5
MOST_BYTES = 32 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Labelled:
    """One document of a page with the label of each of its segments and text nodes; "" is unmarked, "?" in doubt."""

    scope: Scope
    labels: list[str]
    nodes: list[str]


def label_page(marks: Sequence[Marked]) -> tuple[list[Labelled], list[str]]:
    """The documents of one page as its annotators see them together, and a line for every mark that was not found."""
    scopes = Scopes(marks[0].path.read_bytes())
    placed = {one.submission.annotator: [place(mark, scopes) for mark in one.submission.annotations] for one in marks}
    lost = [told(one, each) for one in marks for each in placed[one.submission.annotator] if not each.found]
    found = []
    for scope in _used(scopes, placed.values()):
        held = [scope.columns.text_nodes[start:stop] for start, stop in pairwise(scope.columns.node_start)]
        single = [[node] for node in scope.columns.text_nodes]
        said = [_said(scope, ones, held) for ones in placed.values()]
        alone = [_said(scope, ones, single) for ones in placed.values()]
        found.append(Labelled(scope, _together(said), _together(alone)))
    return found, lost


def scope_labels(scope: Scope, placed: Iterable[Placed]) -> list[str]:
    """The label of each segment of one document, by one annotator."""
    held = [scope.columns.text_nodes[start:stop] for start, stop in pairwise(scope.columns.node_start)]
    return _said(scope, placed, held)


def _said(scope: Scope, placed: Iterable[Placed], groups: Iterable[Sequence[Node]]) -> list[str]:
    """The label of each group of text nodes, by one annotator."""
    marks = np.zeros(len(scope.letters), np.int8)
    for one in placed:
        if one.found and one.scope is scope:
            marks[one.start : one.end] = LABELS.index(one.annotation.label) + 1
    labels = []
    for nodes in groups:
        spans = [scope.spans[node.mem_id] for node in nodes if node.mem_id in scope.spans]
        labels.append(_label(np.concatenate([marks[low:high] for low, high in spans]) if spans else marks[:0]))
    return labels


def _together(views: Iterable[Sequence[str]]) -> list[str]:
    return [_most(said) for said in zip(*views, strict=True)]


def _label(own: np.ndarray) -> str:
    if not len(own):
        return NOTHING
    counts = np.bincount(own, minlength=len(LABELS) + 1)
    best = int(counts[1:].argmax()) + 1
    return LABELS[best - 1] if counts[best] >= _HALF * len(own) else NOTHING


def _most(said: Sequence[str]) -> str:
    (best, count), *others = Counter(said).most_common()
    return DOUBT if others and others[0][1] == count else best


def _used(scopes: Scopes, placed: Iterable[list[Placed]]) -> list[Scope]:
    """The page itself, and the frames and shadow roots in which something was marked."""
    inner = {one.scope.where: one.scope for ones in placed for one in ones if one.found and one.scope is not None}
    return [scopes.top, *(scope for where, scope in sorted(inner.items()) if any(where))]


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


@dataclass(frozen=True, slots=True)
class Marked:
    """One annotator's newest marks on one page. `page` names the page, `path` is its HTML.

    `more` is what the file says besides, such as the words of the format that it was imported from.
    """

    page: str
    path: Path
    revision: int
    submission: Submission
    more: dict[str, Any]


def read_marked(folder: Path) -> tuple[list[Marked], list[str]]:
    """All marks below a folder, by page and annotator; and what could not be read, with what to do about it."""
    marked, damaged = [], []
    for path in mark_files(folder):
        try:
            marked.append(with_page(read_marks(path)))
        except InputError as error:
            damaged.append(f"{path}: {error}")
    return marked, damaged


def mark_files(folder: Path) -> list[Path]:
    """The files of marks, by page and annotator."""
    return sorted((folder / "pages").glob("*/*.json"))


def read_marks(path: Path) -> Marked:
    """The marks in one file, whether or not its page is there."""
    try:
        content = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise InputError(f"cannot be read as JSON ({error}): repair it or take it back from git") from error
    submission = parse_submission(content, least=0)
    page, revision = content.get("page"), content.get("revision")
    if not isinstance(page, str) or Path(page).name != page or not isinstance(revision, int):
        raise InputError("has no page and revision: repair it or take it back from git")
    more = {name: value for name, value in content.items() if name in ("webnews", "wcxb")}
    return Marked(path.parent.name, path.parent / page, revision, submission, more)


def with_page(marked: Marked) -> Marked:
    """The same marks, if their page is there."""
    if not marked.path.is_file():
        raise InputError("its page is missing: put the HTML back beside it, or import it again with its page (--html)")
    if marked.path.stat().st_size > MOST_BYTES:
        raise InputError(f"its page is larger than {MOST_BYTES // 1024 // 1024} MB: leave the page out")
    return marked
