"""How a run over an archive spends its time and its memory.

    python benchmarks/lib/make_warc.py FOLDER… -o ARCHIVE --pages 10000
    python benchmarks/load/batch.py overhead ARCHIVE      CPU of a run against CPU of the extraction alone
    python benchmarks/load/batch.py scaling ARCHIVE       pages a second with 1 and with 2 workers
    python benchmarks/load/batch.py memory ARCHIVE        memory of every worker while the archive streams through

`--pages N` takes the first N, `--repeats N` does it so often, the ways in turn, and `--columns` is passed on.
`benchmarks/load/batch_peers.py` compares with other pipelines.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from benchmarks.lib import batch_costs as costs
from printworthy.apps.batch.settings import BatchSettings, with_columns


def main() -> None:
    """Measure one thing and print it."""
    args = _arguments()
    verb: Callable[[Path, argparse.Namespace, Path], None] = args.what
    with tempfile.TemporaryDirectory() as folder:
        archive = next(costs.pieces(args.archive, 1, args.pages, Path(folder))) if args.pages else args.archive
        verb(archive, args, Path(folder))


def overhead(archive: Path, args: argparse.Namespace, folder: Path) -> None:
    """The extraction alone, in one process that holds nothing else, and the run, in turn."""
    print(costs.HEAD)
    inside, outside = [], []
    for turn in range(args.repeats):
        bare = costs.measured(__file__, "alone", str(archive), "--columns", args.columns)
        run = costs.run_batch(archive, folder / "out", "--workers", str(args.workers or 1), "--columns", args.columns)
        print(bare.row(f"extraction alone, {turn + 1}"))
        print(run.row(f"printworthy batch, {turn + 1}"), flush=True)
        inside.append(100 * (run.cpu / run.engine - 1))
        outside.append(100 * (run.cpu / run.pages / (bare.cpu / bare.pages) - 1))
    print(f"\noverhead: {median(inside):.1f} % over the engine's own CPU time within the same run ({_listed(inside)}); "
          f"{median(outside):.1f} % over the extraction alone ({_listed(outside)})")  # fmt: skip


def alone(archive: Path, args: argparse.Namespace, folder: Path) -> None:
    """Extract every page and keep nothing; called by `overhead` in a process of its own."""
    from printworthy.apps.batch.rows import make_row
    from printworthy.apps.batch.sandbox import make

    settings = with_columns(BatchSettings(), args.columns)
    count, cpu = 0, 0.0
    for page in costs.read_pages(archive, settings):
        start = time.process_time()
        row = make(make_row, page, settings)
        spent = time.process_time() - start
        compared = dict(row["timings"])["compare"] / 1000 if isinstance(row, dict) else 0.0
        count, cpu = count + 1, cpu + spent - compared
    print(json.dumps({"pages": count, "cpu": cpu}))


def scaling(archive: Path, args: argparse.Namespace, folder: Path) -> None:
    """The same run with one worker and with two, in turn."""
    print("| workers | pages | seconds | of these, without a core | pages/s | CPU ms/page |\n|---|---|---|---|---|---|")
    clock, free = [], []
    for _ in range(args.repeats):
        runs = [_watched(archive, folder / "out", count, args.columns) for count in (1, 2)]
        for count, (run, lost) in enumerate(runs, 1):
            speed, each = run.pages / run.wall, 1000 * run.cpu / run.pages
            print(f"| {count} | {run.pages:,} | {run.wall:.1f} | {lost:.1f} | {speed:.1f} | {each:.2f} |", flush=True)
        (one, lost_one), (two, lost_two) = runs
        clock.append(one.wall / two.wall)
        free.append((one.wall - lost_one) / (two.wall - lost_two))
    print(f"\n2 workers are {median(clock):.2f} × as fast as 1 by the clock ({_listed(clock)}), and "
          f"{median(free):.2f} × without the time in which others had the cores ({_listed(free)}); the load is "
          f"{os.getloadavg()[0]:.1f}")  # fmt: skip


def _watched(archive: Path, output: Path, workers: int, columns: str) -> tuple[costs.Cost, float]:
    """A run, and how long the slowest worker with its cell costs.waited for a core."""
    start, before = time.perf_counter(), os.times()
    words = costs.command(archive, output, "--workers", str(workers), "--columns", columns)
    lost: dict[int, float] = {}
    with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        while process.poll() is None:
            for worker in costs.workers_of(process.pid):
                lost[worker] = max(lost.get(worker, 0.0), sum(map(costs.waited, [worker, *costs.children(worker)])))
            time.sleep(0.2)
    wall, after = time.perf_counter() - start, os.times()
    cpu = after.children_user + after.children_system - before.children_user - before.children_system
    pages = json.loads((output / "summary.json").read_text("utf-8"))["stats"]["pages"]
    shutil.rmtree(output)
    return costs.Cost(pages, wall, cpu), max(lost.values())


def memory(archive: Path, args: argparse.Namespace, folder: Path) -> None:
    """Sample what the workers and their cells hold, once a second; interrupted, tell what was seen until then."""
    words = costs.command(archive, folder / "out", "--workers", str(args.workers), "--columns", args.columns)
    samples: list[tuple[float, float, float]] = []
    start = time.monotonic()
    with subprocess.Popen(words) as process, contextlib.suppress(KeyboardInterrupt):
        while process.poll() is None:
            held = [
                sum(map(costs.resident_mb, [worker, *costs.children(worker)]))
                for worker in costs.workers_of(process.pid)
            ]
            samples.append((time.monotonic() - start, max(held, default=0.0), costs.resident_mb(process.pid)))
            time.sleep(1)
    print("| time | largest worker with its cell, MB | the run itself, MB |\n|---|---|---|")
    step = max(1, len(samples) // 10)
    for part in range(0, len(samples), step):
        some = samples[part : part + step]
        print(f"| to {some[-1][0]:.0f} s | {max(one[1] for one in some):.0f} | {max(one[2] for one in some):.0f} |")
    third = max(1, len(samples) // 3)
    middle, last = (sum(one[1] for one in some) / third for some in (samples[third : 2 * third], samples[-third:]))
    print(f"\npeak {max(one[1] for one in samples):.0f} MB; mean of the second third {middle:.0f} MB, of the last "
          f"{last:.0f} MB; {archive.stat().st_size / 1e6:,.0f} MB of archive")  # fmt: skip


def _listed(values: list[float]) -> str:
    return ", ".join(f"{value:.2f}" if value < 10 else f"{value:.1f}" for value in values)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    verbs = {verb.__name__: verb for verb in (overhead, scaling, memory, alone)}
    parser.add_argument("what", choices=list(verbs))
    parser.add_argument("archive", type=Path)
    parser.add_argument("--pages", type=int, default=0, metavar="N")
    parser.add_argument("--repeats", type=int, default=3, metavar="N")
    parser.add_argument("--columns", default="")
    parser.add_argument("--workers", type=int, default=0, metavar="N")
    args = parser.parse_args()
    args.what = verbs[args.what]
    return args


if __name__ == "__main__":
    main()
