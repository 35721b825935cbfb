"""The annotations on disk: submissions in, files that a person can read and git can diff.

    DIR/pages/<page>/page-<digest>.html        the page as an annotator saw it; each content once
    DIR/pages/<page>/<annotator>.json          what that annotator marked, the newest revision
    DIR/pages/<page>/earlier/<annotator>-2.json  what it replaced
    DIR/queue/*.html                           pages to annotate next

A submission is answered after it is on the disk. Sent twice, it is stored once. A kill at any moment leaves the
old content of a file or the new one, never a part.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

from printworthy.data.annotation import VERSION, Submission
from printworthy.errors import InputError, PrintworthyError, UsageError, WriteError


@dataclass(frozen=True, slots=True)
class Stored:
    """What became of a submission; `new` is False for one that was there already."""

    page: str
    stored: int
    revision: int
    new: bool


class EditConflictError(PrintworthyError):
    """The annotator changed the page since; `theirs` and `ours` are both versions' times."""

    def __init__(self, told: str, theirs: str = "", ours: str = "") -> None:
        super().__init__(told)
        self.theirs = theirs
        self.ours = ours


class Store:
    """One folder of annotations, written by one at a time."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.pages = folder / "pages"
        make_folder(self.pages.absolute())

    @contextmanager
    def claimed(self) -> Iterator[None]:
        """Be the only server on this folder; what a killed one left half written is removed."""
        with (self.folder / ".lock").open("a") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                told = f"another 'printworthy annotate' serves {self.folder}: stop it, or use another folder"
                raise UsageError(told) from None
            clean(self.pages)
            if not (self.folder / ".gitignore").exists():
                write_durably(self.folder / ".gitignore", b".token\n.lock\n.saving\n")
            yield

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """One saves at a time, be it another thread, another `Store` or another process; a kill ends it, too."""
        with (self.folder / ".saving").open("a") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield

    def save(
        self, submission: Submission, html: bytes, base: int | None = None, more: dict[str, Any] | None = None
    ) -> Stored:
        """Store a submission, once. `base` is the revision that the annotator started from.

        An imported one may have no page (empty `html`), and what its own format says besides (`more`).
        """
        page = page_name(submission.url, html or submission.id.encode())
        path = self.pages / page / f"{file_name(submission.annotator)}.json"
        with self._alone():
            before = _load(path) if path.exists() else None
            known = _same(submission, path, before)
            if known is not None:
                return Stored(page, len(known["annotations"]), known["revision"], new=False)
            revision = before["revision"] if before else 0
            if before and base is not None and base != revision:
                raise EditConflictError(
                    f"{submission.annotator} changed this page since revision {base}, it is at {revision}: "
                    "load it again, or send without base to replace it",
                    theirs=before["time"], ours=submission.time,
                )  # fmt: skip
            make_folder(path.parent.absolute())
            saved = _save_page(path.parent, html) if html else ""
            if before:
                write_durably(path.parent / "earlier" / f"{path.stem}-{revision}.json", _text(before))
            write_durably(path, _text(_content(submission, revision + 1, saved) | (more or {})))
        return Stored(page, len(submission.annotations), revision + 1, new=True)


def page_name(url: str, html: bytes) -> str:
    """The folder of a page: readable, and another one for another address; without address, for another content."""
    place = re.sub(r"^\w+://(?:www\.)?", "", url) or "page"
    readable = re.sub(r"[^a-z0-9.]+", "-", place.lower()).strip("-.")[:60].rstrip("-.") or "page"
    return f"{readable}-{hashlib.sha256(url.encode() or html).hexdigest()[:10]}"


def file_name(annotator: str) -> str:
    """A file's name for an annotator: another one for every name, also where case does not count."""
    plain = re.sub(r"[^a-z0-9_-]+", "-", annotator.lower()).strip("-")[:40]
    return plain if plain == annotator else f"{plain}~{hashlib.sha256(annotator.encode()).hexdigest()[:8]}"


def _content(submission: Submission, revision: int, page: str) -> dict[str, Any]:
    received = datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
    head = {"version": VERSION, "revision": revision, "page": page, "received": received, "digest": submission.digest}
    return head | asdict(submission)


def _same(submission: Submission, path: Path, before: dict[str, Any] | None) -> dict[str, Any] | None:
    """The stored submission with the same id, be it the newest or an earlier one."""
    known: dict[str, Any]
    earlier = (_load(found) for found in sorted((path.parent / "earlier").glob(f"{path.stem}-*.json")))
    for known in (*([before] if before else ()), *earlier):
        if known["id"] == submission.id and known["annotator"] == submission.annotator:
            if known["digest"] != submission.digest:
                told = f"id {submission.id} was used for other annotations: make a new id for every submission"
                raise EditConflictError(told, theirs=known["time"], ours=submission.time)
            return known
    return None


def _save_page(folder: Path, html: bytes) -> str:
    """Write the page unless it is there, and return its name."""
    name = f"page-{hashlib.sha256(html).hexdigest()[:16]}.html"
    if not (folder / name).exists():
        write_durably(folder / name, html)
    return name


def _text(content: dict[str, Any]) -> bytes:
    return (json.dumps(content, ensure_ascii=False, indent=1) + "\n").encode("utf-8", "replace")


def _load(path: Path) -> dict[str, Any]:
    try:
        content = json.loads(path.read_text("utf-8"))
    except ValueError:
        content = None
    if not isinstance(content, dict) or not content.keys() >= _NEEDED or type(content["revision"]) is not int:
        raise InputError(f"{path} is damaged: take it back from git or from a copy, or move it away")
    return content


_NEEDED: Final = {"id", "annotator", "digest", "time", "annotations", "revision"}
MOST_BYTES: Final = 32 * 1024 * 1024


UNFINISHED: Final = ".writing-"


def write_durably(path: Path, content: bytes, mode: int = 0o644) -> None:
    """Write beside, flush to the disk, rename, and flush the folder; when this returns, a power cut loses nothing."""
    beside = path.with_name(f"{UNFINISHED}{uuid4().hex}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:  # noqa: PTH123
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
        flush_folder(path.parent)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise WriteError(f"{path} cannot be written ({error.strerror}): free the disk or its rights, and send again") \
            from error  # fmt: skip


def make_folder(path: Path) -> None:
    """A folder that is still there after a power cut."""
    if not path.is_dir():
        make_folder(path.parent)
        path.mkdir(exist_ok=True)
        flush_folder(path.parent)


def flush_folder(path: Path) -> None:
    """Have the names in a folder on the disk."""
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def clean(folder: Path) -> None:
    """Remove what a killed process was writing."""
    for path in folder.rglob(f"{UNFINISHED}*"):
        path.unlink(missing_ok=True)
