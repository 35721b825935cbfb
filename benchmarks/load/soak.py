"""Hours of mixed load with faults, in minutes: does anything grow, leak or get lost?

    python benchmarks/load/soak.py [proxy] [service] [--minutes 30] [--clients 4] [--json FILE]

The parts run at the same time, each as a process with a temporary folder of its own. Clients ask for good pages, and
for pages of servers that hang, break off, lie about their length or send broken packing; they send too much, and
nonsense, and go away before the answer. Now and then a worker or a typesetter is killed.

The run is cut into rounds. Each ends at rest: all answers are there, accepted jobs are done, nothing is worked on for
clients that went away, workers are renewed, as many as may be, and have done the same fixed work. There memory, open
files, processes, zombies and temporary files are counted, so that equal is compared with equal: the rounds after
warming up with the last. More than 5 % of memory, in all or in the process that lives throughout, a zombie, a file or a
process left behind, a good request without its answer or an accepted job without its result give status 1.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import os
import random
import signal
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic, sleep
from typing import NamedTuple

import aiohttp

from benchmarks.lib.misbehaving import server
from benchmarks.lib.soak_parts import PARTS, SITE, Part
from printworthy.evaluate.report import table

_GROWTH, _MORE_FILES = 1.05, 4
_ROUNDS, _SHORTEST, _KILLED_EVERY = 15, 20.0, 10.0
_QUIET = 7  # seconds; every fifth, memory is given back


class State(NamedTuple):
    """What a part holds at rest, with all of its processes; `own` is the memory of the one that lives throughout."""

    seconds: float
    own: float
    megabytes: float
    files: int
    processes: int
    zombies: int
    temporary: int


@dataclass
class Run:
    """What happened to one part."""

    part: Part
    states: list[State] = field(default_factory=list)
    most: float = 0.0
    left: list[str] = field(default_factory=list)
    begun: dict[int, float] = field(default_factory=dict)

    def growth(self, of: str = "megabytes") -> tuple[float, float]:
        """Memory in the rounds after warming up, and in the last ones."""
        first = self.states[len(self.states) // 6 :]
        size = max(1, len(first) // 3)
        before, after = (statistics.median(getattr(one, of) for one in some) for some in (first[:size], first[-size:]))
        return before, after

    def verdict(self) -> list[str]:
        """What is not as it was."""
        before, after = self.growth()
        own_before, own_after = self.growth("own")
        early, late = self.states[len(self.states) // 6], self.states[-1]
        checks = {
            f"memory grew from {before:.0f} to {after:.0f} MB": after > before * _GROWTH,
            f"its own process grew from {own_before:.0f} to {own_after:.0f} MB": own_after > own_before * _GROWTH,
            f"open files grew from {early.files} to {late.files}": late.files > early.files + _MORE_FILES,
            f"{late.processes} processes instead of {early.processes}": late.processes > early.processes,
            "zombies were seen at rest": any(one.zombies for one in self.states),
            f"temporary files grew from {early.temporary} to {late.temporary}": late.temporary > early.temporary,
            f"{self.part.counts['lost']} good requests were not answered": self.part.counts["lost"] > 0,
            f"{self.part.counts['jobs lost']} accepted jobs were lost": self.part.counts["jobs lost"] > 0,
        }
        return [what for what, wrong in checks.items() if wrong] + self.left


# --- what it holds ----------------------------------------------------------------------------------------------------


def family(root: int) -> dict[int, list[str]]:
    """A process and all below it, with what the system tells of them: state, parent, …"""
    known: dict[int, list[str]] = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            with suppress(OSError):
                known[int(folder.name)] = (folder / "stat").read_text("utf-8").rpartition(")")[2].split()
    found, todo = {}, [root]
    while todo:
        here = todo.pop()
        if here in known:
            found[here] = known[here]
            todo += [pid for pid, fields in known.items() if int(fields[1]) == here]
    return found


def look(part: Part, seconds: float) -> State:
    """Count everything once."""
    processes = family(part.process.pid)
    held, files = {}, 0
    for pid in processes:
        with suppress(OSError):
            held[pid] = int(Path(f"/proc/{pid}/statm").read_text("ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
            files += sum(1 for _ in Path(f"/proc/{pid}/fd").iterdir())
    zombies = sum(fields[0] == "Z" for fields in processes.values())
    left = sum(len(folders) + len(names) for _, folders, names in os.walk(part.folder / "tmp"))
    return State(seconds, held[part.process.pid], sum(held.values()), files, len(processes), zombies, left)


def helpers(part: Part) -> list[int]:
    """The workers and typesetters."""
    found = []
    for pid in family(part.process.pid):
        with suppress(OSError):
            line = Path(f"/proc/{pid}/cmdline").read_bytes()
            if pid != part.process.pid and line and b"resource_tracker" not in line:
                found.append(pid)
    return found


# --- the run ----------------------------------------------------------------------------------------------------------


async def soak(run: Run, site: str, seconds: float, clients: int) -> None:
    """Rounds of load and faults, each with a look at its end."""
    begun = monotonic()
    length = max(_SHORTEST, seconds / _ROUNDS)
    while monotonic() - begun + length / 2 < seconds:
        end = monotonic() + length * 3 / 4  # the last quarter is for coming to rest
        await asyncio.gather(*(_client(run, number, site, end) for number in range(clients)), _faults(run, end))
        await run.part.finish()
        await run.part.settled()
        await _renew(run.part, site)
        run.states.append(look(run.part, monotonic() - begun))
        print(f"{run.part.name}: {run.states[-1]}", flush=True)


async def _renew(part: Part, site: str) -> None:
    """New workers that have done the same fixed work; once more if it needed fewer of them than there may be."""
    for _ in range(3):
        await _kill(part, helpers(part))
        await part.exercise(site)
        await part.settled()
        await _rest(part)
        if len(family(part.process.pid)) >= part.processes:
            return


async def _client(run: Run, number: int, site: str, end: float) -> None:
    part = run.part
    while monotonic() < end:
        run.begun[number] = monotonic()
        if random.random() < 0.7:  # noqa: S311 - not for secrets
            right = False
            try:
                right = await part.good(site)
            except (aiohttp.ClientError, TimeoutError) as error:
                taken = monotonic() - run.begun[number]
                print(f"{part.name}: {type(error).__name__} {error} after {taken:.0f} s", flush=True)
            part.counts["good" if right else "lost"] += 1
        else:
            await part.bad(site, random.choice(part.faults))  # noqa: S311 - not for secrets
            part.counts["bad"] += 1


async def _faults(run: Run, end: float) -> None:
    """Kill one now and then, as a machine that is short of memory does; no request meets two, however long it takes."""
    last = 0.0
    while monotonic() + _KILLED_EVERY < end:
        await asyncio.sleep(_KILLED_EVERY)
        run.most = max(run.most, look(run.part, 0).megabytes)
        some = helpers(run.part)
        if some and min(run.begun.values(), default=0.0) >= last:
            last = monotonic()
            await _kill(run.part, [random.choice(some)])  # noqa: S311 - not for secrets


async def _kill(part: Part, pids: list[int]) -> None:
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
            part.counts["killed"] += 1


async def _rest(part: Part) -> None:
    """Wait until some seconds go by in which it hardly works: by then it has given back memory, too."""
    before, quiet = 0, 0
    for _ in range(60):
        used = sum(int(fields[11]) + int(fields[12]) for fields in family(part.process.pid).values())
        quiet = quiet + 1 if used - before < 5 else 0
        if quiet >= _QUIET:
            return
        before = used
        await asyncio.sleep(1)


def _ends(pid: int) -> bool:
    """Whether a process ends within ten seconds; that its end is noticed by the system's first one is not ours."""
    end = monotonic() + 10
    while family(pid).get(pid, ["Z"])[0] != "Z":
        if monotonic() > end:
            return False
        sleep(0.1)
    return True


@contextmanager
def started(name: str) -> Iterator[Run]:
    """A part that runs, ended in the end; then nothing of it may be left."""
    with tempfile.TemporaryDirectory(prefix="soak-") as folder:
        run = Run(PARTS[name](Path(folder) / name))
        process = run.part.process
        try:
            yield run
        finally:
            below = [pid for pid in family(process.pid) if pid != process.pid]
            process.terminate()
            try:
                process.wait(60)
            except subprocess.TimeoutExpired:
                run.left.append("it did not end when it was told to")
                process.kill()
                process.wait()
            run.left += [f"process {pid} outlived it" for pid in below if not _ends(pid)]
            run.left += [f"{path.name} was left behind" for path in (run.part.folder / "tmp").iterdir()]


async def soak_all(runs: list[Run], seconds: float, clients: int) -> None:
    """All parts at the same time, and the servers that they ask."""
    async with server(SITE) as site:
        await asyncio.gather(*(soak(run, site, seconds, clients) for run in runs))


def show(run: Run) -> None:
    """A table of the rounds, and what happened in them."""
    rows = [
        [f"{one.seconds / 60:.1f}", f"{one.own:.0f}", f"{one.megabytes:.0f}", *map(str, one[3:])] for one in run.states
    ]
    print(f"\n{run.part.name}: " + ", ".join(f"{count:,} {what}" for what, count in sorted(run.part.counts.items())))
    print(table(["minutes", "own MB", "MB", "open files", "processes", "zombies", "temporary files"], rows))
    before, after = run.growth()
    own = "its own process {:.0f} → {:.0f} MB".format(*run.growth("own"))
    rest = f"memory at rest {before:.0f} → {after:.0f} MB ({after / before - 1:+.1%})"
    print(f"{rest}, {own}, under load ≤ {run.most:.0f} MB")
    print("\n".join(f"- {wrong}" for wrong in run.verdict()) or "nothing grew, nothing was lost")


def main() -> None:
    """Soak the parts."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", default=list(PARTS), help=f"of {', '.join(PARTS)} (default: all)")
    parser.add_argument("--minutes", type=float, default=30, metavar="N")
    parser.add_argument("--clients", type=int, default=4, metavar="N", help="of each part")
    parser.add_argument("--json", type=Path, metavar="FILE")
    args = parser.parse_args()
    logging.getLogger("aiohttp.server").setLevel(logging.CRITICAL)  # clients that go away are part of it
    with ExitStack() as stack:
        runs = [stack.enter_context(started(name)) for name in args.parts]
        asyncio.run(soak_all(runs, args.minutes * 60, args.clients))
    for run in runs:
        show(run)
    if args.json:
        told = {run.part.name: {"states": run.states, "counts": run.part.counts, "left": run.left} for run in runs}
        args.json.write_text(json.dumps(told, indent=1) + "\n", "utf-8")
    sys.exit(any(run.verdict() for run in runs))


if __name__ == "__main__":
    main()
