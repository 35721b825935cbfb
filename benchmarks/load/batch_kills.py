"""What a run survives: processes killed at random, and nodes of a cluster lost.

    python benchmarks/load/batch_kills.py run ARCHIVE [--times 5]       kill -9 the run itself, and start it again
    python benchmarks/load/batch_kills.py worker ARCHIVE [--times 5]    kill -9 a worker of Daft's
    python benchmarks/load/batch_kills.py cell ARCHIVE [--times 5]      kill -9 a process that extracts
    python benchmarks/load/batch_kills.py node ARCHIVE [--times 5]      kill a node of a local Ray cluster of two

Each prints how often it struck, and whether every record is in the output exactly once; the exit code is 1 if not.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import random
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.lib.batch_costs import children, command, workers_of
from printworthy.apps.batch.readers.items import Passed
from printworthy.apps.batch.readers.warc import WarcReader
from printworthy.apps.batch.settings import BatchSettings
from printworthy.apps.batch.tasks import Task

CHANCE = random.Random()  # noqa: S311 - not for secrets


def main() -> None:
    """Strike, then count."""
    args = _arguments()
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder) / "out"
        struck = node(args, output) if args.what == "node" else strike(args, output)
        expected = positions(args.archive)
        found = Counter(read_positions(output))
        wrong = {place for place in expected.keys() | found.keys() if expected[place] != found[place]}
        print(f"killed {args.what} {struck} times: {sum(found.values()):,} rows of {sum(expected.values()):,} records, "
              f"{len(wrong)} missing or twice")  # fmt: skip
        sys.exit(bool(wrong))


def strike(args: argparse.Namespace, output: Path) -> int:
    """Run until it is done, and kill on the way."""
    struck = 0
    while True:
        process = subprocess.Popen(_command(args, output), stdout=subprocess.DEVNULL)
        while struck < args.times and _lives(process, CHANCE.uniform(args.soonest, args.latest)):
            victims = _victims(process.pid, args.what)
            if not victims:
                continue
            with contextlib.suppress(ProcessLookupError):
                os.kill(CHANCE.choice(victims), signal.SIGKILL)
                struck += 1
        code = process.wait()
        if code == 0:
            return struck
        if code != -signal.SIGKILL:
            raise SystemExit(f"the run ended with {code}")


def node(args: argparse.Namespace, output: Path) -> int:
    """Run on a cluster of two nodes; the second one is lost again and again, and another one comes."""
    from ray.cluster_utils import Cluster

    cluster: Any = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    second, struck = _new_node(cluster), 0
    process = subprocess.Popen([*_command(args, output), "--cluster", cluster.address], stdout=subprocess.DEVNULL)
    try:
        while struck < args.times and _lives(process, CHANCE.uniform(args.soonest, args.latest)):
            cluster.remove_node(second, allow_graceful=False)
            struck += 1
            second = _new_node(cluster)
        if process.wait():
            raise SystemExit(f"the run ended with {process.returncode}")
    finally:
        process.kill()
        process.wait()
        cluster.shutdown()
    return struck


def _new_node(cluster: Any) -> Any:  # noqa: ANN401 - Ray's
    """A node more. Ray gives it half a minute to start, which a busy machine may not keep to: try again."""
    for left in range(9, -1, -1):
        try:
            return cluster.add_node(num_cpus=1)
        except Exception:
            if not left:
                raise
    return None


def positions(archive: Path) -> Counter[int]:
    """Where the records of an archive stand, by reading it once from end to end."""
    task = Task(0, "warc", str(archive), 0, archive.stat().st_size, exact=True)
    items = WarcReader(task, BatchSettings()).items()
    return Counter(item.place.position for item in items if not isinstance(item, Passed))


def read_positions(output: Path) -> Iterator[int]:
    """Where the rows of the output stood."""
    return (row["position"] for row in read_rows(output, ["position"]))


def read_rows(output: Path, columns: list[str]) -> Iterator[dict[str, Any]]:
    """These columns of all rows of the output."""
    import pyarrow.parquet

    for path in sorted(output.glob("part-*.parquet")):
        yield from pyarrow.parquet.read_table(path, columns=columns).to_pylist()


def _victims(pid: int, what: str) -> list[int]:
    workers = workers_of(pid)
    return {"run": [pid], "worker": workers, "cell": [cell for one in workers for cell in children(one)]}[what]


def _lives(process: subprocess.Popen[bytes], seconds: float) -> bool:
    """Is it still at work after this long?"""
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(seconds)
        return False
    return True


def _command(args: argparse.Namespace, output: Path) -> list[str]:
    sizes = ["--task-size", str(args.task_size), "--part-size", str(args.part_size)]
    return command(args.archive, output, "--columns", "text", *sizes)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["run", "worker", "cell", "node"])
    parser.add_argument("archive", type=Path)
    parser.add_argument("--times", type=int, default=5, metavar="N")
    parser.add_argument("--soonest", type=float, default=2.0, metavar="S", help="seconds before a strike, at least")
    parser.add_argument("--latest", type=float, default=10.0, metavar="S", help="and at most")
    parser.add_argument("--task-size", type=float, default=4.0, metavar="MB")
    parser.add_argument("--part-size", type=float, default=4.0, metavar="MB")
    return parser.parse_args()


if __name__ == "__main__":
    main()
