"""How fast and how large a run over an archive is, beside other ways of doing it.

    python benchmarks/make_warc.py FOLDER… -o ARCHIVE --pages 10000
    python benchmarks/batch.py overhead ARCHIVE      CPU of a run against CPU of the extraction alone
    python benchmarks/batch.py scaling ARCHIVE       pages a second with 1 and with 2 workers (on a quiet machine)
    python benchmarks/batch.py peers ARCHIVE         pages a CPU second beside trafilatura and resiliparse over fastwarc
    python benchmarks/batch.py memory ARCHIVE        memory of every worker while the archive streams through

`--pages N` stops after about N pages, `--columns` is passed on. CPU is that of all processes together, from their start
to their end: reading, unpacking, writing and start-up are in it.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from printworthy.apps.batch.items import Raw
from printworthy.apps.batch.readers.warc import WarcReader
from printworthy.apps.batch.settings import Settings, with_columns
from printworthy.apps.batch.tasks import Task


class Cost(NamedTuple):
    """What something took: pages, seconds on the clock, CPU seconds."""

    pages: int
    wall: float
    cpu: float

    def row(self, name: str) -> str:
        """A line of the table."""
        return (
            f"| {name} | {self.pages:,} | {self.wall:.1f} | {self.cpu:.1f} | {1000 * self.cpu / self.pages:.2f} | "
            f"{self.pages / self.cpu:.1f} | {self.pages / self.wall:.1f} |"
        )


HEAD = "| what | pages | seconds | CPU s | CPU ms/page | pages/CPU s | pages/s |\n|---|---|---|---|---|---|---|"


def main() -> None:
    """Measure one thing and print it."""
    args = _arguments()
    with tempfile.TemporaryDirectory() as folder:
        archive = _shortened(args.archive, args.pages, Path(folder)) if args.pages else args.archive
        args.what(archive, args, Path(folder))


def overhead(archive: Path, args: argparse.Namespace, folder: Path) -> None:
    """The extraction alone, in one process that holds nothing else; then the run."""
    alone = _measured([sys.executable, __file__, "alone", str(archive), "--columns", args.columns])
    run = run_batch(archive, folder / "out", args, workers=args.workers or 1)
    print(HEAD)
    print(alone.row("extraction alone"))
    print(run.row("printworthy batch"))
    print(f"\noverhead: {100 * (run.cpu / alone.cpu - 1):.1f} % of the extraction")


def alone(archive: Path, args: argparse.Namespace, folder: Path) -> None:
    """Extract every page and keep nothing; called by `overhead` in a process of its own."""
    from printworthy.apps.batch.rows import make_row

    settings = with_columns(Settings(), args.columns)
    found = list(_pages(archive, settings))
    start = time.process_time()
    for page in found:
        make_row(page, settings)
    print(json.dumps({"pages": len(found), "cpu": time.process_time() - start}))


def scaling(archive: Path, args: argparse.Namespace, folder: Path) -> None:
    """The same run with one worker and with two."""
    one = run_batch(archive, folder / "one", args, workers=1)
    two = run_batch(archive, folder / "two", args, workers=2)
    print(HEAD)
    print(one.row("1 worker"))
    print(two.row("2 workers"))
    print(f"\n2 workers are {one.wall / two.wall:.2f} × as fast as 1; load of the machine: {os.getloadavg()[0]:.1f}")


def peers(archive: Path, args: argparse.Namespace, folder: Path) -> None:
    """Text only, as the others do it; then all columns."""
    print(HEAD)
    text = argparse.Namespace(**{**vars(args), "columns": "text"})
    results = {
        "printworthy batch, text": run_batch(archive, folder / "text", text, args.workers),
        "printworthy batch, all columns": run_batch(archive, folder / "all", args, args.workers),
    }
    for name in ("trafilatura", "trafilatura-full", "resiliparse"):
        results[name] = _measured([sys.executable, __file__, "pool", str(archive), "--peer", name])
    for name, cost in results.items():
        print(cost.row(name))
    base = results["trafilatura"]
    for name, cost in list(results.items())[:2]:
        print(f"\n{name}: {cost.pages / cost.cpu / (base.pages / base.cpu):.2f} × trafilatura's pages a CPU second")


def pool(archive: Path, args: argparse.Namespace, folder: Path) -> None:
    """The usual pipeline: fastwarc reads, a pool of processes extracts; called by `peers`."""
    start = time.perf_counter()
    with multiprocessing.get_context("spawn").Pool(args.workers or os.cpu_count()) as workers:
        done = sum(1 for _ in workers.imap_unordered(PEERS[args.peer], _with_fastwarc(archive), chunksize=8))
        workers.close()
        workers.join()
    print(json.dumps({"pages": done, "wall": time.perf_counter() - start}))


def memory(archive: Path, args: argparse.Namespace, folder: Path) -> None:
    """Sample what the workers and their cells hold, once a second."""
    process = subprocess.Popen(_command(archive, folder / "out", args, args.workers))
    samples: list[tuple[float, dict[int, float]]] = []
    start = time.monotonic()
    while process.poll() is None:
        samples.append((time.monotonic() - start, worker_memory(process.pid)))
        time.sleep(1)
    peaks = [max(found.values(), default=0.0) for _, found in samples]
    third = max(1, len(peaks) // 3)
    print("| time | largest worker with its cell, MB |\n|---|---|")
    for part in range(0, len(peaks), max(1, len(peaks) // 10)):
        print(f"| {samples[part][0]:.0f} s | {peaks[part]:.0f} |")
    print(f"\npeak {max(peaks):.0f} MB; mean of the second third {sum(peaks[third : 2 * third]) / third:.0f} MB, "
          f"of the last {sum(peaks[-third:]) / third:.0f} MB")  # fmt: skip


def run_batch(archive: Path, output: Path, args: argparse.Namespace, workers: int) -> Cost:
    """What the command takes, with all its processes."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(_command(archive, output, args, workers), check=True, stdout=subprocess.DEVNULL)
    wall, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    summary = json.loads((output / "summary.json").read_text("utf-8"))
    shutil.rmtree(output)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Cost(summary["stats"]["pages"], wall, cpu)


def worker_memory(pid: int) -> dict[int, float]:
    """MB of each worker of a run, with its cell."""
    found: dict[int, float] = {}
    for worker in children(pid):
        if b"udf_worker" in _cmdline(worker):
            found[worker] = sum(map(_resident, [worker, *children(worker)]))
    return found


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    try:
        threads = list(Path(f"/proc/{pid}/task").iterdir())
        return [int(child) for thread in threads for child in (thread / "children").read_text("ascii").split()]
    except OSError:
        return []


def _resident(pid: int) -> float:
    try:
        return int(Path(f"/proc/{pid}/statm").read_text("ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
    except OSError:
        return 0.0


def _cmdline(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def _command(archive: Path, output: Path, args: argparse.Namespace, workers: int) -> list[str]:
    command = [sys.executable, "-m", "printworthy", "batch", str(archive), "-o", str(output)]
    return [*command, "--workers", str(workers), "--columns", args.columns, "--task-size", str(args.task_size)]


def _measured(command: list[str]) -> Cost:
    """Run one of our own verbs; what it does not say itself is measured from outside."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    run = subprocess.run(command, check=True, capture_output=True, text=True)
    wall, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    said: dict[str, Any] = json.loads(run.stdout.splitlines()[-1])
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Cost(said["pages"], said.get("wall", wall), said.get("cpu", cpu))


def _pages(archive: Path, settings: Settings) -> Iterator[Raw]:
    task = Task(0, "warc", str(archive), 0, archive.stat().st_size, exact=True)
    return (item for item in WarcReader(task, settings).items() if isinstance(item, Raw))


def _shortened(archive: Path, pages: int, folder: Path) -> Path:
    """The first pages of an archive as a file of its own."""
    task = Task(0, "warc", str(archive), 0, archive.stat().st_size, exact=True)
    last = next(islice(WarcReader(task, Settings()).items(), pages, None), None)
    if last is None:
        return archive
    short = folder / "short.warc.gz"
    with archive.open("rb") as file:
        short.write_bytes(file.read(last.place.position))
    return short


def _with_fastwarc(archive: Path) -> Iterator[tuple[bytes, str]]:
    from fastwarc.warc import ArchiveIterator, WarcRecordType

    with archive.open("rb") as file:
        for record in ArchiveIterator(file, record_types=WarcRecordType.response, parse_http=True):
            yield record.reader.read(), record.headers.get("WARC-Target-URI", "")


def _trafilatura(page: tuple[bytes, str]) -> int:
    import trafilatura

    return len(trafilatura.extract(page[0], url=page[1], include_comments=False) or "")


def _trafilatura_full(page: tuple[bytes, str]) -> int:
    import trafilatura

    options = {"output_format": "markdown", "with_metadata": True, "include_images": True, "include_links": True}
    return len(trafilatura.extract(page[0], url=page[1], include_comments=False, **options) or "")


def _resiliparse(page: tuple[bytes, str]) -> int:
    from resiliparse.extract.html2text import extract_plain_text
    from resiliparse.parse.encoding import bytes_to_str, detect_encoding

    return len(extract_plain_text(bytes_to_str(page[0], detect_encoding(page[0])), main_content=True))


PEERS: dict[str, Callable[[tuple[bytes, str]], int]] = {
    "trafilatura": _trafilatura,
    "trafilatura-full": _trafilatura_full,
    "resiliparse": _resiliparse,
}


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    verbs = {verb.__name__: verb for verb in (overhead, scaling, peers, memory, alone, pool)}
    parser.add_argument("what", choices=list(verbs))
    parser.add_argument("archive", type=Path)
    parser.add_argument("--pages", type=int, default=0, metavar="N")
    parser.add_argument("--columns", default="")
    parser.add_argument("--workers", type=int, default=0, metavar="N")
    parser.add_argument("--task-size", type=float, default=32.0, metavar="MB")
    parser.add_argument("--peer", choices=list(PEERS), default="trafilatura")
    args = parser.parse_args()
    args.what = verbs[args.what]
    return args


if __name__ == "__main__":
    main()
