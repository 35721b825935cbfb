"""Where annotators differ: folder in; for each page that several marked, the segments with different labels, out."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from printworthy.apps.annotate.prelabel import segment_paths

if TYPE_CHECKING:
    from printworthy.train.own.labels import Marked


def disagreements(folder: Path) -> dict[str, Any]:
    """All pages with several annotators. Agreement: of the segments that anybody marked, the share alike."""
    from printworthy.train.own.labels import read_marked

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
    from printworthy.train.own.labels import scope_labels
    from printworthy.train.own.place import place
    from printworthy.train.own.scopes import Scopes

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
