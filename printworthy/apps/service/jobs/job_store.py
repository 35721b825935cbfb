"""The jobs on disk: SQLite in WAL mode, one row a job and one a page. What is written here survives a crash."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Any, Final

from printworthy.apps.service.jobs.data import Job, PageOf

_SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS jobs (
    id TEXT PRIMARY KEY, owner TEXT NOT NULL, key TEXT, created REAL NOT NULL, state TEXT NOT NULL, body TEXT NOT NULL,
    expires REAL NOT NULL, served REAL NOT NULL DEFAULT 0, result TEXT NOT NULL DEFAULT '',
    code TEXT NOT NULL DEFAULT '', detail TEXT NOT NULL DEFAULT '', UNIQUE (owner, key)
);
CREATE TABLE IF NOT EXISTS pages (
    job TEXT NOT NULL REFERENCES jobs (id) ON DELETE CASCADE, place INTEGER NOT NULL, url TEXT NOT NULL,
    html TEXT, state TEXT NOT NULL DEFAULT 'waiting', tries INTEGER NOT NULL DEFAULT 0,
    title TEXT NOT NULL DEFAULT '', code TEXT NOT NULL DEFAULT '', detail TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (job, place)
);
CREATE INDEX IF NOT EXISTS pages_by_state ON pages (state, job, place);
"""
_JOB: Final = """
SELECT id, owner, created, state, body, expires, result, code, detail,
       (SELECT count(*) FROM pages WHERE job = jobs.id) AS total,
       (SELECT count(*) FROM pages WHERE job = jobs.id AND state = 'done') AS done,
       (SELECT count(*) FROM pages WHERE job = jobs.id AND state = 'failed') AS failed
FROM jobs
"""
_UNFINISHED: Final = "SELECT id FROM jobs WHERE state IN ('waiting', 'running') ORDER BY created"
_EXPIRED: Final = "SELECT id FROM jobs WHERE expires < ? AND state NOT IN ('waiting', 'running')"
_NEXT: Final = """
SELECT pages.job, place, url, html, tries FROM pages JOIN jobs ON jobs.id = pages.job
WHERE pages.state = 'waiting' AND jobs.state IN ('waiting', 'running')
ORDER BY jobs.served, jobs.created, place LIMIT ?
"""


@dataclass(frozen=True, slots=True)
class JobPage:
    """A page that is to be worked on, for the `tries`th time."""

    job: str
    place: int
    url: str
    html: str | None
    tries: int


class JobStore:
    """All jobs; its methods may be called from any thread."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.folder = folder
        self._lock = Lock()
        self._base = sqlite3.connect(folder / "jobs.sqlite3", check_same_thread=False, isolation_level=None)
        self._base.row_factory = sqlite3.Row
        for line in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
            self._base.execute(f"PRAGMA {line}")
        self._base.executescript(_SCHEMA)

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._base.close()

    def add(self, job: Job, key: str | None, pages: Sequence[tuple[str, str | None]]) -> Job:
        """Keep a new job, durably; one that the same owner sent before under the same key comes back instead."""
        with self._change() as base:
            if key is not None:
                found = base.execute(f"{_JOB} WHERE owner = ? AND key = ?", (job.owner, key)).fetchone()
                if found is not None:
                    return Job(**dict(found))
            base.execute(
                "INSERT INTO jobs (id, owner, key, created, state, body, expires) VALUES (?, ?, ?, ?, ?, ?, ?)",
                (job.id, job.owner, key, job.created, job.state, job.body, job.expires),
            )
            rows = [(job.id, place, url, html) for place, (url, html) in enumerate(pages)]
            base.executemany("INSERT INTO pages (job, place, url, html) VALUES (?, ?, ?, ?)", rows)
            return self._job(base, job.id)

    def job(self, number: str) -> Job | None:
        """A job, or None."""
        with self._lock:
            found = self._base.execute(f"{_JOB} WHERE id = ?", (number,)).fetchone()
        return Job(**dict(found)) if found is not None else None

    def pages(self, number: str) -> list[PageOf]:
        """The pages of a job, in their order."""
        with self._lock:
            rows = self._base.execute(
                "SELECT place, url, state, title, code, detail FROM pages WHERE job = ? ORDER BY place", (number,)
            ).fetchall()
        return [PageOf(**dict(row)) for row in rows]

    def unfinished(self) -> list[str]:
        """The numbers of the jobs that are not done, the oldest first."""
        with self._lock:
            rows = self._base.execute(_UNFINISHED).fetchall()
        return [row["id"] for row in rows]

    def next_page(self, taken: set[tuple[str, int]]) -> JobPage | None:
        """The next page to work on that nobody has taken: jobs take turns, their pages go in order."""
        with self._change() as base:
            rows = base.execute(_NEXT, (len(taken) + 1,)).fetchall()
            found = next((row for row in rows if (row["job"], row["place"]) not in taken), None)
            if found is None:
                return None
            base.execute("UPDATE jobs SET served = ?, state = 'running' WHERE id = ?", (time.time(), found["job"]))
            here = (found["job"], found["place"])
            base.execute("UPDATE pages SET tries = tries + 1 WHERE job = ? AND place = ?", here)
        return JobPage(found["job"], found["place"], found["url"], found["html"], found["tries"] + 1)

    def finish_page(self, number: str, page: PageOf) -> None:
        """What became of a page; its HTML is needed no more."""
        with self._change() as base:
            base.execute(
                "UPDATE pages SET state = ?, title = ?, code = ?, detail = ?, html = NULL WHERE job = ? AND place = ?",
                (page.state, page.title, page.code, page.detail, number, page.place),
            )

    def give_back(self, number: str, place: int) -> None:
        """A page that was not finished for a reason that is not its own: the try does not count."""
        with self._change() as base:
            base.execute("UPDATE pages SET tries = tries - 1 WHERE job = ? AND place = ?", (number, place))

    def finish(self, number: str, state: str, expires: float, **told: str) -> None:
        """The end of a job that is not at its end yet; `told` may hold its result, or code and detail."""
        values = {"result": "", "code": "", "detail": "", **told}
        with self._change() as base:
            base.execute(
                "UPDATE jobs SET state = ?, expires = ?, result = ?, code = ?, detail = ? "
                "WHERE id = ? AND state IN ('waiting', 'running')",
                (state, expires, values["result"], values["code"], values["detail"], number),
            )
            base.execute("UPDATE pages SET html = NULL WHERE job = ?", (number,))

    def forget(self, number: str) -> None:
        """Remove a job."""
        with self._change() as base:
            base.execute("DELETE FROM jobs WHERE id = ?", (number,))

    def expired(self, now: float) -> list[str]:
        """Finished jobs whose time is over."""
        with self._lock:
            rows = self._base.execute(_EXPIRED, (now,)).fetchall()
        return [row["id"] for row in rows]

    @contextmanager
    def _change(self) -> Iterator[sqlite3.Connection]:
        """All of it or nothing."""
        with self._lock:
            self._base.execute("BEGIN IMMEDIATE")
            try:
                yield self._base
            except BaseException:
                self._base.execute("ROLLBACK")
                raise
            self._base.execute("COMMIT")

    def _job(self, base: sqlite3.Connection, number: str) -> Job:
        found: Any = base.execute(f"{_JOB} WHERE id = ?", (number,)).fetchone()
        return Job(**dict(found))
