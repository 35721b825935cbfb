"""Watching a run: the ledger goes in, a line about its progress comes out; what is done is published on the way."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import Any, Final, TypeAlias

from printworthy.apps.batch.ledger import Ledger
from printworthy.apps.batch.output.parts import write_whole
from printworthy.apps.batch.stats import together
from printworthy.apps.batch.tasks import Task

Tell: TypeAlias = Callable[[str], None]
_EVERY: Final = 1.0
VERSION: Final = 1  # of the manifest, which is written at most so often:
_WRITE: Final = 5.0
_MOMENTS: Final = 30


@dataclass(frozen=True, slots=True)
class ProgressPoint:
    """How far a run was at a time: pages, bytes of input, errors."""

    time: float
    pages: int
    read: int
    errors: int


class Watch:
    """Use it as `with Watch(ledger, tasks, tell): …`; a thread looks once a second."""

    def __init__(self, ledger: Ledger, tasks: list[Task], tell: Tell) -> None:
        self._ledger, self._tasks, self._tell = ledger, tasks, tell
        self._manifest = Manifest(ledger, tasks)
        self._total = sum(task.size for task in tasks)
        self._open = {task.number: task for task in tasks}
        self._pages = self._read = self._errors = 0
        self._moments: list[ProgressPoint] = []
        self._stop = threading.Event()
        self._turn = threading.Lock()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> Watch:
        self.look()
        self._thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._stop.set()
        self._thread.join()
        self.look()

    @property
    def left(self) -> list[Task]:
        """The tasks that nobody has done."""
        return list(self._open.values())

    def look(self) -> None:
        """Publish what is done since the last look, and tell how far it is."""
        with self._turn:
            for number in sorted(self._open.keys() & self._ledger.all_done()):
                task = self._open[number]
                self._ledger.publish(task)
                stats = together(card.counts() for card in self._ledger.done(task).cards)
                self._pages += stats.pages
                self._errors += sum(stats.errors.values())
                self._read += task.size
                del self._open[number]
                self._manifest.note(task)
            self._keep(self._now())
            self._manifest.write(now=not self._open)
        self._tell(line(self._moments, self._total))

    def _now(self) -> ProgressPoint:
        """What is done, and what the running tasks say of themselves."""
        pages, read, errors = self._pages, self._read, self._errors
        for path in self._ledger.progress.iterdir():
            task = self._open.get(int(path.name))
            try:
                values = json.loads(path.read_bytes() or b"{}") if task else {}
            except (ValueError, OSError):
                continue  # it is being written
            if task and values:
                pages += values["pages"]
                errors += values["errors"]
                read += min(task.size, max(0, values["read"]))
        return ProgressPoint(time.time(), pages, read, errors)

    def _keep(self, now: ProgressPoint) -> None:
        self._moments = [*self._moments[-_MOMENTS:], now]
        with (self._ledger.folder / "samples.jsonl").open("a", encoding="utf-8") as file:
            file.write(f"{json.dumps([round(now.time, 2), now.pages, now.read, now.errors])}\n")

    def _run(self) -> None:
        while not self._stop.wait(_EVERY):
            self.look()


def read_moments(ledger: Ledger) -> list[ProgressPoint]:
    """All moments of a run, also of those that were killed."""
    lines = (ledger.folder / "samples.jsonl").read_text("utf-8").splitlines()
    return [ProgressPoint(*json.loads(line)) for line in lines if line.startswith("[") and line.endswith("]")]


def line(moments: list[ProgressPoint], total: int) -> str:
    """The line on the terminal: pages, their speed over the last half minute, and how long it will still take."""
    first, last = moments[0], moments[-1]
    seconds = last.time - first.time
    speed = (last.pages - first.pages) / seconds if seconds else 0.0
    flow = (last.read - first.read) / seconds if seconds else 0.0
    share = last.read / total if total else 1.0
    left = _clock((total - last.read) / flow) if flow else "–"
    return (
        f"{last.pages:,} pages  {speed:,.0f} pages/s  {flow / 1e6:,.1f} MB/s  {last.errors:,} errors  "
        f"{share:.0%}  ETA {left}"
    )


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"


class Manifest:
    """Told of every task that is done; written at most every few seconds, and at the end."""

    def __init__(self, ledger: Ledger, tasks: Sequence[Task]) -> None:
        self._ledger = ledger
        self._inputs: dict[str, dict[str, Any]] = {}
        self._parts: list[dict[str, Any]] = []
        self._next = 0.0
        for task in tasks:
            fresh = {"source": task.source, "kind": task.kind, "tasks": 0, "done": 0}
            self._inputs.setdefault(task.source, fresh)["tasks"] += 1

    def note(self, task: Task) -> None:
        """A task is done and its parts are in the output."""
        self._inputs[task.source]["done"] += 1
        for path, card in self._ledger.published(task):
            self._parts.append({"file": path.name, "source": task.source, "rows": card.rows})

    def write(self, now: bool = False) -> None:
        """Write it if it is time, or now."""
        if not now and monotonic() < self._next:
            return
        self._next = monotonic() + _WRITE
        inputs = [{**entry, "finished": entry["tasks"] == entry["done"]} for entry in self._inputs.values()]
        parts = sorted(self._parts, key=lambda part: str(part["file"]))
        values = {"version": VERSION, "inputs": inputs, "parts": parts}
        write_whole(self._ledger.output / "manifest.json", json.dumps(values, ensure_ascii=False, indent=1) + "\n")
