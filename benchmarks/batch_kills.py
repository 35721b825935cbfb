"""What a run survives: processes killed at random, nodes of a cluster lost, archives damaged.

    python benchmarks/batch_kills.py run ARCHIVE [--times 5]       kill -9 the run itself, and start it again
    python benchmarks/batch_kills.py worker ARCHIVE [--times 5]    kill -9 a worker of Daft's
    python benchmarks/batch_kills.py cell ARCHIVE [--times 5]      kill -9 a process that extracts
    python benchmarks/batch_kills.py node ARCHIVE [--times 5]      kill a node of a local Ray cluster of two
    python benchmarks/batch_kills.py damage                        a run over every kind of damage, and a 500 MB record

Each prints how often it struck, and whether every record is in the output exactly once; the exit code is 1 if not.
"""

from __future__ import annotations

import argparse
import contextlib
import gzip
import json
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

from batch import children
from make_warc import record

from printworthy.apps.batch.items import Passed
from printworthy.apps.batch.readers.warc import WarcReader
from printworthy.apps.batch.settings import Settings
from printworthy.apps.batch.tasks import Task

CHANCE = random.Random()  # noqa: S311 - not for secrets


def main() -> None:
    """Strike, then count."""
    args = _arguments()
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder) / "out"
        if args.what == "damage":
            sys.exit(damage(Path(folder)))
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

    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    second, struck = cluster.add_node(num_cpus=1), 0
    process = subprocess.Popen([*_command(args, output), "--cluster", cluster.address], stdout=subprocess.DEVNULL)
    try:
        while struck < args.times and _lives(process, CHANCE.uniform(args.soonest, args.latest)):
            cluster.remove_node(second, allow_graceful=False)
            struck += 1
            second = cluster.add_node(num_cpus=1)
        if process.wait():
            raise SystemExit(f"the run ended with {process.returncode}")
    finally:
        process.kill()
        process.wait()
        cluster.shutdown()
    return struck


def damage(folder: Path) -> int:
    """Archives with every kind of damage, and what a run makes of them."""
    names = list(_damaged(folder))
    command = [sys.executable, "-m", "printworthy", "batch", *map(str, names), "-o", str(folder / "out")]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    rows: dict[str, Counter[str]] = {path.name: Counter() for path in names}
    for row in _rows(folder / "out", ["source", "error"]):
        rows[Path(row["source"]).name][row["error"] or "pages"] += 1
    print("| archive | what came of it |\n|---|---|")
    for name, counts in rows.items():
        print(f"| {name} | {', '.join(f'{count} {kind}' for kind, count in counts.most_common()) or 'nothing'} |")
    summary = json.loads((folder / "out" / "summary.json").read_text("utf-8"))
    print(f"\nno pages: {summary['stats']['passed']}")
    return int(any(not counts["pages"] for counts in rows.values()))


def _damaged(folder: Path) -> Iterator[Path]:
    """Ten pages, each time with another damage."""
    body = b"<html><title>Fog</title><article><p>" + b"The ferry waits until the fog has lifted. " * 20
    made = [record(f"https://a.example/{number}", body, CHANCE) for number in range(10)]
    members = [gzip.compress(one) for one in made]
    packed = [gzip.compress(body), b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body)]
    fields = [b"Content-Encoding: gzip", b"Transfer-Encoding: chunked"]
    other = [_with(made[0], field, content) for field, content in zip(fields, packed, strict=True)]
    picture = made[0].replace(b"Content-Type: text/html", b"Content-Type: image/png", 1)
    cases = {
        "truncated.warc.gz": b"".join(members)[:-100],
        "one-member.warc.gz": gzip.compress(b"".join(made)),
        "one-member-truncated.warc.gz": gzip.compress(b"".join(made))[:-100],
        "bits.warc.gz": b"".join([*members[:4], members[4][:80] + b"\x55" * 30 + members[4][110:], *members[5:]]),
        "lengths.warc": b"".join(one.replace(b"Content-Length: ", b"Content-Length: 9") if number == 4 else one
                                 for number, one in enumerate(made)),
        "packed-and-chunked.warc": b"".join([*made, *other]),
        "not-html.warc": b"".join([*made, picture]),
    }  # fmt: skip
    for name, content in cases.items():
        (folder / name).write_bytes(content)
        yield folder / name
    yield _large(folder / "large.warc", made)


def _large(path: Path, made: list[bytes]) -> Path:
    """Two pages around one of 500 MB."""
    with path.open("wb") as file:
        file.write(made[0])
        size = 500_000_000
        file.write(b"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: https://a.example/large\r\n")
        file.write(b"Content-Type: application/http\r\nContent-Length: %d\r\n\r\n" % size)
        for _ in range(size // 1_000_000):
            file.write(b"x" * 1_000_000)
        file.write(b"\r\n\r\n" + made[1])
    return path


def _with(one: bytes, field: bytes, content: bytes) -> bytes:
    """A record with another body and a field more."""
    block = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n" + field + b"\r\n\r\n" + content
    head = one.partition(b"Content-Length")[0]
    return head + b"Content-Length: %d\r\n\r\n" % len(block) + block + b"\r\n\r\n"


def positions(archive: Path) -> Counter[int]:
    """Where the records of an archive stand, by reading it once from end to end."""
    task = Task(0, "warc", str(archive), 0, archive.stat().st_size, exact=True)
    items = WarcReader(task, Settings()).items()
    return Counter(item.place.position for item in items if not isinstance(item, Passed))


def read_positions(output: Path) -> Iterator[int]:
    """Where the rows of the output stood."""
    return (row["position"] for row in _rows(output, ["position"]))


def _rows(output: Path, columns: list[str]) -> Iterator[dict[str, Any]]:
    import pyarrow.parquet

    for path in sorted(output.glob("part-*.parquet")):
        yield from pyarrow.parquet.read_table(path, columns=columns).to_pylist()


def _victims(pid: int, what: str) -> list[int]:
    workers = [child for child in children(pid) if b"udf_worker" in Path(f"/proc/{child}/cmdline").read_bytes()]
    return {"run": [pid], "worker": workers, "cell": [cell for one in workers for cell in children(one)]}[what]


def _lives(process: subprocess.Popen[bytes], seconds: float) -> bool:
    """Is it still at work after this long?"""
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(seconds)
        return False
    return True


def _command(args: argparse.Namespace, output: Path) -> list[str]:
    command = [sys.executable, "-m", "printworthy", "batch", str(args.archive), "-o", str(output)]
    return [*command, "--columns", "text", "--task-size", str(args.task_size), "--part-size", str(args.part_size)]


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["run", "worker", "cell", "node", "damage"])
    parser.add_argument("archive", type=Path, nargs="?")
    parser.add_argument("--times", type=int, default=5, metavar="N")
    parser.add_argument("--soonest", type=float, default=2.0, metavar="S", help="seconds before a strike, at least")
    parser.add_argument("--latest", type=float, default=10.0, metavar="S", help="and at most")
    parser.add_argument("--task-size", type=float, default=4.0, metavar="MB")
    parser.add_argument("--part-size", type=float, default=4.0, metavar="MB")
    args = parser.parse_args()
    if args.what != "damage" and args.archive is None:
        parser.error("name an archive: benchmarks/make_warc.py makes one")
    return args


if __name__ == "__main__":
    main()
