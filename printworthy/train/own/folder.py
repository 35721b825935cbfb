"""Annotations as the server stores them: folder → what each annotator marked on each page.

A file that is damaged, or of another version, is told and left out; the others are read.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from printworthy.data.annotation import Submission, parse_submission
from printworthy.errors import InputError

MOST_BYTES = 32 * 1024 * 1024


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
