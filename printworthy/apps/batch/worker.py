"""A worker's work: one task in, its parts and its mark in the ledger out. Runs in a process that Daft keeps."""

from __future__ import annotations

import atexit
import json
import os
import secrets
from collections.abc import Callable, Iterator
from hashlib import blake2b
from pathlib import Path
from time import monotonic, process_time
from typing import Any, Final

from printworthy.apps.batch.duplicates import mark
from printworthy.apps.batch.ledger import Ledger
from printworthy.apps.batch.output.parts import Card, PartWriter
from printworthy.apps.batch.readers.files import FolderReader, JsonlReader, ParquetReader
from printworthy.apps.batch.readers.items import Item, ItemPosition, ItemReader, Passed, Raw, UnreadablePage
from printworthy.apps.batch.readers.urls import UrlReader
from printworthy.apps.batch.readers.warc import WarcReader
from printworthy.apps.batch.sandbox import Sandbox
from printworthy.apps.batch.settings import MB, BatchSettings
from printworthy.apps.batch.stats import together
from printworthy.apps.batch.tasks import Task
from printworthy.errors import PrintworthyError, UsageError

_TELL: Final = 0.5
_MOST_ROWS: Final = 50_000


class OrphanedError(BaseException):
    """The run that started this worker is gone: stop at once, and do not be caught by anything on the way."""


class BatchWorker:
    """Does tasks one after the other and keeps its sandbox between them."""

    def __init__(self, output: str, settings: str) -> None:
        self._ledger = Ledger(Path(output))
        self._settings = BatchSettings.from_json(settings)
        self._sandbox = Sandbox(self._settings)
        self._parent = os.getppid()
        atexit.register(self._sandbox.close)

    def do(self, line: str) -> str:
        """Do a task; the answer is empty, or says what kept it from being done."""
        task = Task.from_json(line)
        if task.kind == "mark":
            mark(Path(task.source), task.entries, self._settings)
            return ""
        if self._ledger.is_done(task):
            return ""
        try:
            cards = _Attempt(self._ledger, self._settings, self._sandbox, task).parts(self._check_parent)
            self._ledger.commit(task, cards)
        except (PrintworthyError, OSError) as error:
            return f"{task.source}: {error}"
        return ""

    def _check_parent(self) -> None:
        """A worker without the process that started it would work for nobody."""
        if os.getppid() != self._parent:
            self._sandbox.close()
            raise OrphanedError


class _Attempt:
    """One try at a task, under a name of its own: two tries at once do not hurt each other."""

    def __init__(self, ledger: Ledger, settings: BatchSettings, sandbox: Sandbox, task: Task) -> None:
        self._ledger, self._settings, self._sandbox, self._task = ledger, settings, sandbox, task
        self._name = secrets.token_hex(4)
        self._cards = ledger.sealed(task)
        self._told = _Tell(ledger.progress / task.name, self._cards)

    def parts(self, check: Callable[[], None]) -> list[Card]:
        """All parts of the task: those that are there, and those that are missing."""
        if self._cards and self._cards[-1].last:
            return self._cards
        skip = self._cards[-1].until if self._cards else 0
        reader = open_reader(self._task, self._settings)
        items = reader.items(skip)
        try:
            while not (self._cards and self._cards[-1].last):
                self._cards.append(self._part(reader, items, skip, check))
                skip = self._cards[-1].until
        finally:
            self._told.close()
        return self._cards

    def _part(self, reader: ItemReader, items: Iterator[Item], start: int, check: Callable[[], None]) -> Card:
        """The next part; it ends with the share, or when it holds enough. Where, the input alone decides."""
        number = len(self._cards)
        part = PartWriter(self._ledger.staged, f"{self._task.name}-{number:04d}-{self._name}", self._settings)
        most, until, last, clock = int(self._settings.part_mb * MB), start, True, process_time()
        try:
            for item in items:
                check()
                until += 1
                self._take(part, item)
                self._told.tell(part, item.place.read)
                if part.stats.html_bytes >= most or part.stats.rows >= _MOST_ROWS:
                    last = False
                    break
            part.stats.worker_seconds = process_time() - clock
            return part.seal(start, until, reader.began, reader.ended if last else -1, last)
        except BaseException:
            part.drop()
            raise

    def _take(self, part: PartWriter, item: Item) -> None:
        part.stats.records += 1
        match item:
            case Passed(kind=kind):
                part.stats.passed[kind] += 1
            case UnreadablePage(place, url, kind, message):
                part.add(self._keys(place, url) | {"error": kind, "message": message})
            case Raw():
                self._page(part, item)

    def _page(self, part: PartWriter, page: Raw) -> None:
        keys = self._keys(page.place, page.url)
        size = len(page.html)
        part.stats.pages += 1
        part.stats.html_bytes += size
        match self._sandbox.extract(page):
            case str(reason):
                part.stats.left_out[reason] += 1
            case (kind, message):
                part.add(keys | {"bytes": size, "status": page.status, "error": kind, "message": message})
            case row:
                part.add(keys | {"bytes": size, "status": page.status} | row)

    def _keys(self, place: ItemPosition, url: str) -> dict[str, Any]:
        known = f"{self._task.source}\0{place.position}".encode("utf-8", "replace")
        return {
            "id": blake2b(known, digest_size=8).hexdigest(),
            "source": self._task.source,
            "position": place.position,
            "record": place.record,
            "fetched": place.fetched or None,
            "url": url,
        }


class _Tell:
    """Says how far a task is, in a small file that is written over; at most twice a second."""

    def __init__(self, path: Path, cards: list[Card]) -> None:
        self._file = path.open("wb", buffering=0)
        self._next = 0.0
        self._before = together(card.counts() for card in cards)
        self._part: PartWriter | None = None

    def tell(self, part: PartWriter, read: int) -> None:
        """Write if it is time."""
        if self._part is not None and part is not self._part:
            self._before = together((self._before, self._part.stats))
        self._part = part
        if monotonic() < self._next:
            return
        self._next = monotonic() + _TELL
        now = together((self._before, part.stats))
        values = {"pages": now.pages, "errors": sum(now.errors.values()), "read": read}
        self._file.seek(0)
        self._file.write(f"{json.dumps(values):<120}".encode())

    def close(self) -> None:
        """The task is over; the file stays until the run is."""
        self._file.close()


def open_reader(task: Task, settings: BatchSettings) -> ItemReader:
    """The reader of a task."""
    if task.kind not in _READERS:
        raise UsageError(f"{task.kind!r} is no kind of source: choose one of {', '.join(_READERS)}")
    return _READERS[task.kind](task, settings)


_READERS: Final[dict[str, Callable[[Task, BatchSettings], ItemReader]]] = {
    "warc": WarcReader, "jsonl": JsonlReader, "parquet": ParquetReader, "folder": FolderReader, "urls": UrlReader,
}  # fmt: skip
