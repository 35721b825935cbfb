"""The filtering proxy under load and under faults, beside plain mitmproxy in the same run.

    python benchmarks/load/proxy.py load [--requests 5000] [--clients 100]    throughput and memory
    python benchmarks/load/proxy.py faults                                    what clients get from bad servers

Everything runs on this machine: a small server, the proxies as processes of their own, and the clients.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter
from typing import Final

import aiohttp
from aiohttp import web

from benchmarks.lib.misbehaving import SAMPLE, Answer, charset, good, gzip, large, late, reset, server, short
from printworthy.evaluate.report import table

_GIGABYTE: Final = 1_000_000_000
# The proxies take turns, so that what else happens on the machine meets both.
_ROUNDS: Final = 5


class Proxy:
    """A proxy in a process of its own."""

    def __init__(self, name: str, command: list[str], port: int) -> None:
        self.name, self.url = name, f"http://127.0.0.1:{port}"
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _wait(port)

    def megabytes(self) -> float:
        """Memory of the process and its workers."""
        return sum(_resident(pid) for pid in [self.process.pid, *_children(self.process.pid)])

    def close(self) -> None:
        """End it."""
        self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


@contextlib.contextmanager
def proxies(names: list[str], workers: int) -> Iterator[list[Proxy]]:
    """The proxies, ended in the end."""
    made: list[Proxy] = []
    with tempfile.TemporaryDirectory() as folder:
        settings = Path(folder) / "settings.toml"
        settings.write_text(f"[proxy]\nworkers = {workers}\nseconds = 10\n", "utf-8")
        try:
            for name in names:
                port = _free_port()
                made.append(Proxy(name, _command(name, port, folder, settings), port))
            yield made
        finally:
            for proxy in made:
                proxy.close()


def _command(name: str, port: int, folder: str, settings: Path) -> list[str]:
    if name == "mitmproxy":
        dump = str(Path(sys.executable).with_name("mitmdump"))
        return [dump, "-q", "--listen-host", "127.0.0.1", "-p", str(port), "--set", f"confdir={folder}/plain"]
    ours = [sys.executable, "-m", "printworthy", "proxy", "--listen", f"127.0.0.1:{port}", "--allow-private"]
    return [*ours, "--settings", str(settings), "--folder", f"{folder}/ours"]


async def load(requests: int, clients: int, workers: int) -> None:
    """Print requests a second, errors and memory."""
    page = SAMPLE.read_bytes()

    async def html(_: web.Request) -> web.StreamResponse:
        return web.Response(body=page, content_type="text/html")

    took = {"mitmproxy": 0.0, "printworthy": 0.0}
    failed: Counter[str] = Counter()
    sessions: dict[str, aiohttp.ClientSession] = {}
    with proxies(["mitmproxy", "printworthy"], workers) as running:
        async with server({"/page": html}) as site, contextlib.AsyncExitStack() as stack:
            for proxy in running:
                session = sessions[proxy.name] = await stack.enter_async_context(_session(clients))
                await _ask(session, proxy, f"{site}/page", max(20, requests // 20), clients)
            before = {proxy.name: proxy.megabytes() for proxy in running}
            for _ in range(_ROUNDS):
                for proxy in running:
                    session = sessions[proxy.name]
                    errors, seconds = await _ask(session, proxy, f"{site}/page", requests // _ROUNDS, clients)
                    failed[proxy.name] += errors
                    took[proxy.name] += seconds
        after = {proxy.name: proxy.megabytes() for proxy in running}
    asked = requests // _ROUNDS * _ROUNDS
    rows = [
        [name, f"{asked}", f"{failed[name]}", f"{asked / took[name]:.0f}", f"{before[name]:.0f}", f"{after[name]:.0f}"]
        for name in took
    ]
    print(table(["proxy", "requests", "errors", "requests/s", "MB before", "MB after"], rows))
    print(f"\nprintworthy ÷ mitmproxy: {took['mitmproxy'] / took['printworthy']:.2f} ({len(page):,} bytes of HTML)")


async def _ask(
    session: aiohttp.ClientSession, proxy: Proxy, url: str, requests: int, clients: int
) -> tuple[int, float]:
    """Ask many times at once; how many failed, and how long it took."""
    todo = iter(range(requests))
    errors: Counter[str] = Counter()
    start = perf_counter()

    async def client() -> None:
        for _ in todo:
            try:
                async with session.get(url, proxy=proxy.url) as reply:
                    if reply.status != 200 or not (await reply.read()).rstrip().endswith(b">"):
                        errors[str(reply.status)] += 1
            except aiohttp.ClientError as error:
                errors[type(error).__name__] += 1

    await asyncio.gather(*(client() for _ in range(clients)))
    return sum(errors.values()), perf_counter() - start


def _session(clients: int) -> aiohttp.ClientSession:
    return aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=clients, keepalive_timeout=60))


async def faults(workers: int) -> None:
    """Print what a client gets, directly and through the proxy."""
    rows = []
    with proxies(["printworthy"], workers) as (proxy,):
        async with server(_FAULTS) as site:
            for path in _FAULTS:
                direct, through = await _outcome(site + path, None), await _outcome(site + path, proxy.url)
                rows.append([path[1:], direct, through])
            async with _session(5) as session:
                alive, _ = await _ask(session, proxy, f"{site}/good", 20, 5)
        rows.append(["afterwards", "", f"{20 - alive} of 20 pages, {proxy.megabytes():.0f} MB"])
    print(table(["server", "directly", "through the proxy"], rows))


async def _outcome(url: str, proxy: str | None) -> str:
    timeout = aiohttp.ClientTimeout(total=60, sock_read=5)
    size = 0
    try:
        async with (
            aiohttp.ClientSession(timeout=timeout, auto_decompress=False) as session,
            session.get(url, proxy=proxy) as reply,
        ):
            async for chunk in reply.content.iter_chunked(1 << 20):
                size += len(chunk)
            return f"{reply.status}, {size:,} bytes"
    except (aiohttp.ClientError, TimeoutError) as error:
        return f"{type(error).__name__} after {size:,} bytes"


_FAULTS: Final[dict[str, Answer]] = {
    "/good": good, "/hangs": late(30), "/resets": reset, "/cut-short": short, "/wrong-charset": charset,
    "/broken-gzip": gzip, "/gigabyte": large(_GIGABYTE),
}  # fmt: skip


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def _wait(port: int) -> None:
    """Wait until somebody listens."""
    end = perf_counter() + 120
    while perf_counter() < end:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
    raise SystemExit("the proxy did not start")


def _resident(pid: int) -> float:
    try:
        return int(Path(f"/proc/{pid}/statm").read_text("ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
    except OSError:
        return 0.0


def _children(pid: int) -> list[int]:
    found = []
    for status in Path("/proc").glob("[0-9]*/status"):
        with contextlib.suppress(OSError):
            parent = re.search(r"^PPid:\s*(\d+)", status.read_text("ascii", "replace"), re.M)
            if parent and int(parent[1]) == pid:
                found.append(int(status.parent.name))
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["load", "faults"])
    parser.add_argument("--requests", type=int, default=5000)
    parser.add_argument("--clients", type=int, default=100)
    parser.add_argument("--workers", type=int, default=2)
    args = parser.parse_args()
    work = load(args.requests, args.clients, args.workers) if args.what == "load" else faults(args.workers)
    asyncio.run(work)


if __name__ == "__main__":
    main()
