"""What the measurements of runs share: a run and what it cost, an archive in pieces, the processes of a run.

CPU is that of all processes together, from start to end: reading, unpacking, writing and start-up are in it.
"""

from __future__ import annotations

import ctypes
import json
import os
import resource
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from printworthy.apps.batch.readers.items import Raw
from printworthy.apps.batch.readers.warc import WarcReader
from printworthy.apps.batch.settings import BatchSettings
from printworthy.apps.batch.tasks import Task

_INHERIT = 36  # PR_SET_CHILD_SUBREAPER of Linux
HEAD = "| what | pages | seconds | CPU s | CPU ms/page | pages/CPU s |\n|---|---|---|---|---|---|"


@dataclass(frozen=True, slots=True)
class Cost:
    """What something took: pages, seconds on the clock, CPU seconds, and of these, those of the engine."""

    pages: int = 0
    wall: float = 0.0
    cpu: float = 0.0
    engine: float = 0.0

    def __add__(self, other: Cost) -> Cost:
        engine = self.engine + other.engine
        return Cost(self.pages + other.pages, self.wall + other.wall, self.cpu + other.cpu, engine)

    def row(self, name: str) -> str:
        """A line of the table."""
        each, speed = 1000 * self.cpu / self.pages, self.pages / self.cpu
        return f"| {name} | {self.pages:,} | {self.wall:.1f} | {self.cpu:.1f} | {each:.2f} | {speed:.1f} |"


@contextmanager
def counting() -> Iterator[list[float]]:
    """Seconds on the clock and CPU seconds of the processes that are run meanwhile; filled in at the end."""
    found: list[float] = []
    # A worker that Daft does not wait for, as on a busy machine, would not be counted: inherit it, and wait.
    ctypes.CDLL(None).prctl(_INHERIT, 1, 0, 0, 0)
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    yield found
    wall = time.perf_counter() - start
    with suppress(ChildProcessError):
        while True:
            os.wait()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    found += [wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime]


def command(archive: Path, output: Path, *more: str) -> list[str]:
    """The command that is measured."""
    return [sys.executable, "-m", "printworthy", "batch", str(archive), "-o", str(output), *more]


def run_batch(archive: Path, output: Path, *more: str) -> Cost:
    """What the command takes, with all its processes. Marks of duplicates are no part of the engine's time."""
    with counting() as found:
        subprocess.run(command(archive, output, *more), check=True, capture_output=True)
    stats = json.loads((output / "summary.json").read_text("utf-8"))["stats"]
    shutil.rmtree(output)
    compared = stats["steps"].get("compare", 0) / 1e6
    wall, cpu = found
    return Cost(stats["pages"], wall, cpu, stats["extract_seconds"] - compared)


def measured(*words: str) -> Cost:
    """Run a verb of a benchmark in a process of its own; what it does not say itself is measured from outside."""
    with counting() as found:
        run = subprocess.run([sys.executable, *words], check=True, capture_output=True, text=True)
    said: dict[str, Any] = json.loads(run.stdout.splitlines()[-1])
    return replace(Cost(0, *found), **said)


def read_pages(archive: Path, settings: BatchSettings) -> Iterator[Raw]:
    """The pages of an archive."""
    return (item for item in _reader(archive, settings).items() if isinstance(item, Raw))


def pieces(archive: Path, count: int, pages: int, folder: Path) -> Iterator[Path]:
    """An archive, or its first pages, cut into pieces of about equally many."""
    starts = [item.place.position for item in _reader(archive, BatchSettings()).items()]
    edges = [*starts, archive.stat().st_size]
    last = min(pages or len(starts), len(starts))
    with archive.open("rb") as file:
        for number in range(count):
            first, after = (edges[last * part // count] for part in (number, number + 1))
            file.seek(first)
            piece = folder / f"piece-{number}{''.join(archive.suffixes[-2:])}"
            piece.write_bytes(file.read(after - first))
            yield piece


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    try:
        threads = list(Path(f"/proc/{pid}/task").iterdir())
        return [int(child) for thread in threads for child in (thread / "children").read_text("ascii").split()]
    except OSError:
        return []


def workers_of(pid: int) -> list[int]:
    """The processes that Daft keeps for a run."""
    return [child for child in children(pid) if b"udf_worker" in _read(child, "cmdline")]


def resident_mb(pid: int) -> float:
    """MB that a process holds; 0 if it is gone."""
    numbers = _read(pid, "statm").split()
    return int(numbers[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6 if numbers else 0.0


def waited(pid: int) -> float:
    """Seconds that a process was ready to work and had no core."""
    numbers = _read(pid, "schedstat").split()
    return int(numbers[1]) / 1e9 if numbers else 0.0


def _read(pid: int, name: str) -> bytes:
    try:
        return Path(f"/proc/{pid}/{name}").read_bytes()
    except OSError:
        return b""


def _reader(archive: Path, settings: BatchSettings) -> WarcReader:
    return WarcReader(Task(0, "warc", str(archive), 0, archive.stat().st_size, exact=True), settings)
