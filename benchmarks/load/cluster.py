"""What a page costs on a cluster, and where: CPU and memory of the door, of each station, and of Ray itself.

    python benchmarks/load/cluster.py [--pages 100]

Starts `printworthy serve --cluster` with a cluster of its own on this machine, warms it, and hands in pages one after
the other, each new, as in `benchmarks/load/service.py`; then the same with `printworthy serve`. CPU is what the
processes used, so that other programs on the machine matter little. No network is used.
"""

from __future__ import annotations

import argparse
import http.client
import os
import time
from contextlib import suppress
from pathlib import Path
from statistics import median
from typing import Final
from urllib.parse import urlsplit

from benchmarks.lib.process import TICKS, children, cpu_of
from benchmarks.load.service import _memory, _posted, service, story
from printworthy.evaluate.report import table

CALLS: Final = (("extract", "json"), ("print", "pdf"))
STATIONS: Final = ("door", "http", "extraction", "typesetting", "Ray")
WARM: Final = 8


def parts(door: int) -> dict[str, list[int]]:
    """The processes below the door by their part; what a replica has started counts as its own."""
    found: dict[str, list[int]] = {name: [] for name in STATIONS}
    found["door"].append(door)

    def sort(pid: int) -> None:
        title = ""
        with suppress(OSError):
            title = Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode().strip()
        station = title.split(":")[-1].partition(".")[0] if "ServeReplica:" in title else ""
        if station:
            found.setdefault(station, []).append(pid)
            return
        found["Ray"].append(pid)
        for child in children(pid):
            sort(child)

    for child in children(door):
        sort(child)
    return found


def own_cpu(pid: int) -> float:
    """CPU seconds of a process alone."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:13])) / TICKS


def own_memory(pid: int) -> float:
    """MB of a process alone."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def costs(found: dict[str, list[int]]) -> dict[str, float]:
    """CPU seconds so far, by part."""
    alone = ("door", "Ray")
    return {name: sum((own_cpu if name in alone else cpu_of)(pid) for pid in pids) for name, pids in found.items()}


def posted(client: http.client.HTTPConnection, call: str, format: str, pages: int) -> list[float]:
    """Milliseconds that each page took."""
    took = []
    for _ in range(pages):
        html = story()
        begin = time.perf_counter()
        _posted(client, call, html, format)
        took.append(1000 * (time.perf_counter() - begin))
    return took


def clustered(pages: int) -> None:
    """Print what pages cost on a cluster of one machine."""
    with service("--cluster", "--replicas", "1:1") as (address, pid):
        client = http.client.HTTPConnection(urlsplit(address).netloc, timeout=120)
        rows = []
        for call, kind in CALLS:
            posted(client, call, kind, WARM)
            found = parts(pid)
            before = costs(found)
            took = posted(client, call, kind, pages)
            after = costs(found)
            used = [f"{1000 * (after[name] - before[name]) / pages:.1f}" for name in STATIONS]
            rows.append([call, *used, f"{median(took):.0f}"])
        alone = ("door", "Ray")
        held = {name: sum((own_memory if name in alone else _memory)(one) for one in found[name]) for name in STATIONS}
        client.close()
    print(table(["CPU ms a page", *STATIONS, "p50 ms"], rows))
    print(table(["MB", *STATIONS], [["held", *(f"{held[name]:.0f}" for name in STATIONS)]]))


def alone(pages: int) -> None:
    """Print what pages cost without a cluster."""
    rows = []
    with service("--workers", "1") as (address, pid):
        client = http.client.HTTPConnection(urlsplit(address).netloc, timeout=120)
        for call, kind in CALLS:
            posted(client, call, kind, WARM)
            door, whole = own_cpu(pid), cpu_of(pid)
            took = posted(client, call, kind, pages)
            door, whole = own_cpu(pid) - door, cpu_of(pid) - whole
            rows.append([call, *(f"{1000 * one / pages:.1f}" for one in (door, whole - door)), f"{median(took):.0f}"])
        client.close()
    print(table(["CPU ms a page", "service", "workers", "p50 ms"], rows))


def main() -> None:
    """Run both."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=100)
    given = parser.parse_args()
    clustered(given.pages)
    alone(given.pages)


if __name__ == "__main__":
    main()
