"""How far the annotating is: folder in; counts by label and annotator, and all pages with their state, out."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from printworthy.apps.annotate.queue import waiting
from printworthy.errors import UsageError

if TYPE_CHECKING:
    from printworthy.train.own.labels import Marked


def progress(folder: Path) -> dict[str, Any]:
    """Everything that is annotated, and what waits."""
    from printworthy.train.own.labels import read_marked

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
    from printworthy.train.own.labels import read_marked

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
