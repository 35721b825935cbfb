"""How far the annotating is, and where annotators differ: folder in; counts, pages and segments out."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict
from pathlib import Path
from typing import Any

from printworthy.apps.annotate.prelabel import segment_paths
from printworthy.apps.annotate.queue import waiting
from printworthy.errors import UsageError
from printworthy.train.own.labels import Marked, read_marked, scope_labels
from printworthy.train.own.locate import place
from printworthy.train.own.scopes import Scopes


def progress(folder: Path) -> dict[str, Any]:
    """Everything that is annotated, and what waits."""
    marked, damaged = read_marked(folder)
    pages: dict[str, list[Marked]] = {}
    for one in marked:
        pages.setdefault(one.page, []).append(one)
    rows = [_row(page, ones) for page, ones in sorted(pages.items())]
    queue = [{"page": one.name, "url": one.url, "state": "waiting"} for one in waiting(folder)]
    labels = Counter(mark.label for one in marked for mark in one.submission.annotations)
    people = Counter(one.submission.annotator for one in marked)
    return {
        "total": {"annotated": len(rows), "waiting": len(queue), "annotations": labels.total()},
        "labels": dict(sorted(labels.items())),
        "annotators": dict(sorted(people.items())),
        "pages": [*rows, *queue],
        "damaged": damaged,
    }


def page_content(folder: Path, page: str) -> dict[str, Any]:
    """All that is stored of one page, by annotator."""
    found = [one for one in read_marked(folder)[0] if one.page == page]
    if not found:
        raise NoPageError(f"there is no page {page!r}: GET /v1/progress lists them")
    return {
        "page": page,
        "url": found[0].submission.url,
        "annotators": {
            one.submission.annotator: {
                "revision": one.revision,
                "time": one.submission.time,
                "id": one.submission.id,
                "annotations": [asdict(mark) for mark in one.submission.annotations],
            }
            for one in found
        },
    }


class NoPageError(UsageError):
    """A page that nobody has annotated."""


def _row(page: str, ones: list[Marked]) -> dict[str, Any]:
    labels = Counter(mark.label for one in ones for mark in one.submission.annotations)
    return {
        "page": page,
        "url": ones[0].submission.url,
        "state": "annotated" if len(ones) == 1 else "annotated by several",
        "annotators": sorted(one.submission.annotator for one in ones),
        "labels": dict(sorted(labels.items())),
        "time": max(one.submission.time for one in ones),
    }


def disagreements(folder: Path) -> dict[str, Any]:
    """All pages with several annotators. Agreement: of the segments that anybody marked, the share alike."""
    marked, damaged = read_marked(folder)
    pages: dict[Path, list[Marked]] = {}
    for one in marked:
        pages.setdefault(one.path, []).append(one)
    rows = [_compare(marks) for marks in pages.values() if len(marks) > 1]
    alike, total = (sum(row[name] for row in rows) for name in ("alike", "marked"))
    return {
        "compared": len(rows),
        "agreement": alike / total if total else 1.0,
        "pages": [row for row in rows if row["segments"]],
        "damaged": [*damaged, *_apart(pages)],
    }


def _compare(marks: list[Marked]) -> dict[str, Any]:
    scopes = Scopes(marks[0].path.read_bytes())
    placed = {one.submission.annotator: [place(mark, scopes) for mark in one.submission.annotations] for one in marks}
    used = {one.scope.where: one.scope for ones in placed.values() for one in ones if one.found and one.scope}
    differ, alike, total = [], 0, 0
    for where, scope in sorted(used.items()):
        views = {name: scope_labels(scope, ones) for name, ones in placed.items()}
        paths = segment_paths(scope.tree, scope.columns)
        for number, text in enumerate(scope.columns.text):
            said = {name: labels[number] for name, labels in views.items()}
            if any(said.values()):
                total += 1
                alike += len(set(said.values())) == 1
                if len(set(said.values())) > 1:
                    place_of = {"xpath": paths[number][0], "frame": where[0], "shadow": where[1]}
                    differ.append({**place_of, "text": text, "labels": said})
    return {
        "page": marks[0].page, "url": marks[0].submission.url, "agreement": alike / total if total else 1.0,
        "alike": alike, "marked": total, "segments": differ,
    }  # fmt: skip


def _apart(pages: dict[Path, list[Marked]]) -> list[str]:
    """Pages that looked different to their annotators, so that their marks cannot be compared."""
    seen: dict[str, set[Path]] = {}
    for path, marks in pages.items():
        seen.setdefault(marks[0].page, set()).add(path)
    return [
        f"{page} was sent as {len(paths)} different pages, which are not compared with each other"
        for page, paths in sorted(seen.items())
        if len(paths) > 1
    ]
