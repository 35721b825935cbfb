"""Hours of mixed load with faults, in minutes: does anything grow, leak or get lost?

    python benchmarks/soak.py [proxy ...] [--minutes 30] [--clients 8] [--json FILE]

Each part is started as a process of its own with a temporary folder of its own. Clients ask for good pages, and for
pages of servers that hang, break off, lie about their length or send broken packing, and go away themselves before the
answer; now and then a worker is killed. Memory, open files, processes, zombies and temporary files are counted as it
goes on. The second fifth of the run is compared with the last: the first is for warming up. More than 5 % of memory, a
zombie, a file left behind or a good request without its answer give status 1.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import os
import random
import re
import signal
import statistics
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Final, NamedTuple, Protocol

import aiohttp
from aiohttp import web
from proxy import Answer, server

from printworthy.evaluate.report import table

_SAMPLE: Final = Path(__file__).parent.parent / "samples" / "tower-clock.html"
_GROWTH, _MORE_FILES = 1.05, 4
_PATIENCE: Final = aiohttp.ClientTimeout(total=60, sock_read=30)


class State(NamedTuple):
    """What a part holds at a moment, with all of its processes."""

    seconds: float
    megabytes: float
    files: int
    processes: int
    zombies: int
    temporary: int


class Part(Protocol):
    """Something that runs and can be asked."""

    name: str
    process: subprocess.Popen[bytes]
    folder: Path

    async def good(self, site: str) -> bool:
        """Ask for something sound; was the answer right?"""
        ...

    async def bad(self, site: str, kind: str) -> None:
        """Ask for something that goes wrong; any answer will do."""
        ...


@dataclass
class ProxyPart:
    """The filtering proxy with two workers."""

    folder: Path
    name: str = "proxy"
    process: subprocess.Popen[bytes] = field(init=False)
    url: str = field(init=False)

    def __post_init__(self) -> None:
        settings = self.folder / "settings.toml"
        settings.write_text("[proxy]\nworkers = 2\nseconds = 10\n", "utf-8")
        (self.folder / "tmp").mkdir()
        command = [
            sys.executable, "-m", "printworthy", "proxy", "--listen", "127.0.0.1:0", "--allow-private", "--settings",
            str(settings), "--folder", str(self.folder / "authority"),
        ]  # fmt: skip
        environment = {**os.environ, "TMPDIR": str(self.folder / "tmp")}
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=environment)
        self.url = f"http://127.0.0.1:{_port(self.process)}"

    async def good(self, site: str) -> bool:
        """A page comes whole, filtered or, where its worker was killed, as it is."""
        async with (
            aiohttp.ClientSession(timeout=_PATIENCE) as session,
            session.get(f"{site}/good", proxy=self.url, headers={"Accept": "text/html"}) as reply,
        ):
            return reply.status == 200 and b"</html>" in (await reply.read()).lower()

    async def bad(self, site: str, kind: str) -> None:
        """A page of a server that misbehaves; some clients go away before its end."""
        limit = aiohttp.ClientTimeout(total=random.choice((0.05, 0.5, 3)))  # noqa: S311 - not for secrets
        with suppress(aiohttp.ClientError, TimeoutError):
            async with (
                aiohttp.ClientSession(timeout=limit, auto_decompress=False) as session,
                session.get(site + kind, proxy=self.url) as reply,
            ):
                await reply.read()


# A part that is served later is one more line here.
PARTS: Final[dict[str, Callable[[Path], Part]]] = {"proxy": ProxyPart}


def _port(process: subprocess.Popen[bytes]) -> int:
    """Where a part listens, as it says itself."""
    assert process.stderr is not None
    for line in process.stderr:
        if found := re.search(rb"127\.0\.0\.1:(\d+)", line):
            return int(found[1])
    raise SystemExit("it did not start: run its command by itself to see why")


# --- what it holds ----------------------------------------------------------------------------------------------------


def family(root: int) -> dict[int, str]:
    """A process and all below it, with their states."""
    known: dict[int, tuple[int, str]] = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            with suppress(OSError):
                fields = (folder / "stat").read_text("utf-8").rpartition(")")[2].split()
                known[int(folder.name)] = (int(fields[1]), fields[0])
    found, todo = {}, [root]
    while todo:
        here = todo.pop()
        if here in known:
            found[here] = known[here][1]
            todo += [pid for pid, (parent, _) in known.items() if parent == here]
    return found


def look(part: Part, seconds: float) -> State:
    """Count everything once."""
    processes = family(part.process.pid)
    megabytes, files = 0.0, 0
    for pid in processes:
        with suppress(OSError):
            megabytes += int(Path(f"/proc/{pid}/statm").read_text("ascii").split()[1]) * 4096 / 1e6
            files += sum(1 for _ in Path(f"/proc/{pid}/fd").iterdir())
    zombies = sum(state == "Z" for state in processes.values())
    left = sum(1 for _ in (part.folder / "tmp").rglob("*"))
    return State(seconds, megabytes, files, len(processes), zombies, left)


# --- servers that misbehave -------------------------------------------------------------------------------------------


async def _good(_: web.Request) -> web.StreamResponse:
    return web.Response(body=_SAMPLE.read_bytes(), content_type="text/html")


async def _slow(_: web.Request) -> web.StreamResponse:
    await asyncio.sleep(2)
    return web.Response(text="<p>late</p>", content_type="text/html")


async def _reset(request: web.Request) -> web.StreamResponse:
    assert request.transport is not None
    request.transport.abort()
    return web.Response()


async def _short(request: web.Request) -> web.StreamResponse:
    reply = web.StreamResponse(headers={"Content-Type": "text/html", "Content-Length": "100000"})
    await reply.prepare(request)
    await reply.write(b"<p>cut")
    assert request.transport is not None
    request.transport.close()
    return reply


async def _gzip(_: web.Request) -> web.StreamResponse:
    return web.Response(body=b"\x1f\x8bno", headers={"Content-Type": "text/html", "Content-Encoding": "gzip"})


async def _large(request: web.Request) -> web.StreamResponse:
    reply = web.StreamResponse(headers={"Content-Type": "text/html"})
    await reply.prepare(request)
    for _ in range(40):
        await reply.write(b"<p>more and more</p>" * 5000)
    return reply


async def _deep(_: web.Request) -> web.StreamResponse:
    return web.Response(body=b"<div>x" * 50_000, content_type="text/html")


FAULTS: Final[dict[str, Answer]] = {
    "/good": _good, "/slow": _slow, "/resets": _reset, "/cut-short": _short, "/broken-gzip": _gzip, "/large": _large,
    "/deep": _deep,
}  # fmt: skip


# --- the run ----------------------------------------------------------------------------------------------------------


@dataclass
class Run:
    """What happened to one part."""

    states: list[State] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)

    def verdict(self) -> list[str]:
        """What is not as it was."""
        size = max(1, len(self.states) // 5)
        early, late = self.states[size : 2 * size] or self.states[:1], self.states[-size:]
        first, last = (statistics.median(one.megabytes for one in part) for part in (early, late))
        wrong = []
        if last > first * _GROWTH:
            wrong.append(f"memory grew from {first:.0f} to {last:.0f} MB")
        if min(one.files for one in late) > min(one.files for one in early) + _MORE_FILES:
            wrong.append("open files grew")
        if self.states[-1].zombies:
            wrong.append(f"{self.states[-1].zombies} zombies are left")
        if self.states[-1].temporary > self.states[0].temporary:
            wrong.append(f"{self.states[-1].temporary} temporary files are left")
        if self.counts["lost"]:
            wrong.append(f"{self.counts['lost']} good requests were not answered")
        return wrong


async def soak(part: Part, seconds: float, clients: int) -> Run:
    """Load, faults and counting, all at once; then a quiet moment and a last look."""
    run, begun = Run(), monotonic()
    end = begun + seconds
    async with server(FAULTS) as site:
        await asyncio.gather(
            *(_client(part, site, end, run) for _ in range(clients)),
            _faults(part, end, run),
            _count(part, begun, end, run),
        )
        for _ in range(5):  # what was running may end
            await asyncio.sleep(1)
    run.states.append(look(part, monotonic() - begun))
    return run


async def _client(part: Part, site: str, end: float, run: Run) -> None:
    bad = [kind for kind in FAULTS if kind != "/good"]
    while monotonic() < end:
        if random.random() < 0.7:  # noqa: S311 - not for secrets
            try:
                right = await part.good(site)
            except (aiohttp.ClientError, TimeoutError) as error:
                right = False
                run.counts[type(error).__name__] += 1
            run.counts["good" if right else "lost"] += 1
        else:
            await part.bad(site, random.choice(bad))  # noqa: S311 - not for secrets
            run.counts["bad"] += 1


async def _faults(part: Part, end: float, run: Run) -> None:
    """Kill a worker now and then, as a machine that is short of memory does."""
    while monotonic() < end - 20:
        await asyncio.sleep(min(20, max(0.0, end - monotonic() - 20)))
        workers = [pid for pid in family(part.process.pid) if pid != part.process.pid and _is_worker(pid)]
        if workers:
            with suppress(ProcessLookupError):
                os.kill(random.choice(workers), signal.SIGKILL)  # noqa: S311 - not for secrets
            run.counts["killed"] += 1


def _is_worker(pid: int) -> bool:
    try:
        return b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False


async def _count(part: Part, begun: float, end: float, run: Run) -> None:
    step = max(1.0, (end - begun) / 100)
    while monotonic() < end:
        run.states.append(look(part, monotonic() - begun))
        await asyncio.sleep(step)


@contextmanager
def started(name: str) -> Iterator[Part]:
    """A part that runs, ended in the end."""
    with tempfile.TemporaryDirectory(prefix="soak-") as folder:
        part = PARTS[name](Path(folder))
        try:
            yield part
        finally:
            part.process.send_signal(signal.SIGINT)
            try:
                part.process.wait(30)
            except subprocess.TimeoutExpired:
                part.process.kill()
                part.process.wait()
            if part.process.stderr is not None:
                part.process.stderr.close()


def show(name: str, run: Run) -> None:
    """A table of the run, and what happened in it."""
    every = max(1, len(run.states) // 10)
    rows = [
        [f"{one.seconds / 60:.1f}", f"{one.megabytes:.0f}", *map(str, one[2:])]
        for one in (*run.states[::every], run.states[-1])
    ]
    print(f"\n{name}: " + ", ".join(f"{count:,} {what}" for what, count in sorted(run.counts.items())))
    print(table(["minutes", "MB", "open files", "processes", "zombies", "temporary files"], rows))
    print("\n".join(f"- {wrong}" for wrong in run.verdict()) or "nothing grew, nothing was lost")


def main() -> None:
    """Soak the parts, one after the other."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", default=list(PARTS), help=f"of {', '.join(PARTS)} (default: all)")
    parser.add_argument("--minutes", type=float, default=30, metavar="N")
    parser.add_argument("--clients", type=int, default=8, metavar="N")
    parser.add_argument("--json", type=Path, metavar="FILE")
    args = parser.parse_args()
    logging.getLogger("aiohttp.server").setLevel(logging.CRITICAL)  # clients that go away are part of it
    runs: dict[str, Run] = {}
    for name in args.parts:
        with started(name) as part:
            runs[name] = asyncio.run(soak(part, args.minutes * 60, args.clients))
        show(name, runs[name])
    if args.json:
        told = {name: {"states": run.states, "counts": run.counts} for name, run in runs.items()}
        args.json.write_text(json.dumps(told, indent=1) + "\n", "utf-8")
    sys.exit(any(run.verdict() for run in runs.values()))


if __name__ == "__main__":
    main()
