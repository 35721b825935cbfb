"""What the web printing service can do on this machine: its start, its latency beside Chromium, its load and overload.

    python benchmarks/load/service.py start [--rounds 5]
    python benchmarks/load/service.py latency [--rounds 100]
    python benchmarks/load/service.py load [--seconds 10]

`start` counts the CPU seconds of the command and its workers from nothing to the first answer. `latency` prints an
article of three pages, a new one each time, over HTTP, in turns with a warm Chromium that prints our own reader page of
the same article. `load` first finds out how much the service can do at most, then the highest steady rate without an
error, then asks for three times as much, and then for the steady rate again. Pages are handed in: no network is used.
"""

from __future__ import annotations

import argparse
import asyncio
import http.client
import json
import os
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from statistics import median, quantiles
from typing import Final
from urllib.parse import urlsplit

from benchmarks.lib.process import children, cpu_of
from printworthy.evaluate.report import table
from tests.printing.pages import body, page

ROOT: Final = Path(__file__).resolve().parents[2]
URL: Final = "https://example.org/story.html"
WORDS: Final = [word for word in body(0, 1, 2).replace("<p>", " ").replace("</p>", " ").split() if word.isalpha()]
NUMBERS: Final = count(1)
# A call that takes longer than this is no longer steady.
STEADY: Final = 1.0


def story(paragraphs: int = 14) -> str:
    """A page with an article of its own, three pages of A4 long, ours and Chromium's."""
    number = next(NUMBERS)
    random = Random(number)  # noqa: S311 - nothing secret
    texts = [" ".join(random.choices(WORDS, k=90)).capitalize() + "." for _ in range(paragraphs)]
    return page("".join(f"<p>{text}</p>\n" for text in texts), title=f"Story number {number}")


@contextmanager
def service(*arguments: str) -> Iterator[tuple[str, int]]:
    """The command, ready for calls: its address and its process."""
    command = [sys.executable, "-m", "printworthy", "serve", "--port", "0", "--no-folder", "--rate", "0", "--quiet"]
    process = subprocess.Popen([*command, *arguments], stderr=subprocess.PIPE, text=True, cwd=ROOT)
    assert process.stderr is not None
    try:
        line = process.stderr.readline()
        assert "serves at" in line, line
        yield line.split("serves at ")[1].split(";")[0].strip(), process.pid
    finally:
        process.terminate()
        process.wait(60)
        process.stderr.close()


def start(rounds: int) -> None:
    """CPU seconds until the first answer."""
    import httpx

    found: dict[str, list[float]] = {"extract": [], "print": []}
    for _ in range(rounds):
        for call, costs in found.items():
            with service() as (address, pid):
                answer = httpx.post(f"{address}v1/{call}", json={"html": story(), "url": URL}, timeout=120)
                assert answer.status_code == 200, answer.text
                costs.append(cpu_of(pid))
    rows = [[call, f"{median(costs):.2f}", f"{max(costs):.2f}"] for call, costs in found.items()]
    print(table(["first answer", "CPU s, median", "most"], rows))


def latency(rounds: int) -> None:
    """Milliseconds by the clock and by the CPU, ours and Chromium's, in turns."""
    with ExitStack() as stack:
        address, pid = stack.enter_context(service("--workers", "1"))
        client = http.client.HTTPConnection(urlsplit(address).netloc, timeout=120)
        stack.callback(client.close)
        chromium = _chromium(stack)
        times: dict[str, list[float]] = {"printworthy": [], "chromium": []}
        spent = {"printworthy": 0.0, "chromium": 0.0}
        for turn in range(rounds + 5):
            html = story()
            reader = _posted(client, "extract", html, "html").decode()
            for name, work, root in (
                ("printworthy", partial(_posted, client, "print", html, "pdf"), pid),
                ("chromium", partial(chromium, reader), os.getpid()),
            ):
                before, begin = _cpu(root, pid), time.perf_counter()
                content = work()
                taken, cost = time.perf_counter() - begin, _cpu(root, pid) - before
                assert content[:5] == b"%PDF-"
                if turn >= 5:
                    times[name].append(taken)
                    spent[name] += cost
    rows = [
        [name, _ms(median(one)), _ms(quantiles(one, n=100)[98]), _ms(spent[name] / len(one))]
        for name, one in times.items()
    ]
    ours, theirs = times["printworthy"], times["chromium"]
    shares = [median(ours) / median(theirs), quantiles(ours, n=100)[98] / quantiles(theirs, n=100)[98]]
    rows.append(["share", *(f"{share:.2f}" for share in shares), f"{spent['printworthy'] / spent['chromium']:.2f}"])
    print(table(["three pages as PDF", "p50 ms", "p99 ms", "CPU ms"], rows))


def _ms(seconds: float) -> str:
    return f"{1000 * seconds:.0f}"


def _cpu(root: int, pid: int) -> float:
    """CPU of one side: the service's tree; or this process's tree without the service."""
    return cpu_of(root) if root == pid else cpu_of(root) - cpu_of(pid)


def _posted(client: http.client.HTTPConnection, call: str, html: str, format: str) -> bytes:
    body = json.dumps({"html": html, "url": URL, "format": format})
    client.request("POST", f"/v1/{call}", body, {"Content-Type": "application/json"})
    answer = client.getresponse()
    content = answer.read()
    assert answer.status == 200, content
    return content


def _chromium(stack: ExitStack) -> Callable[[str], bytes]:
    """A browser that runs already, and prints a page that it is given."""
    from playwright.sync_api import sync_playwright

    play = stack.enter_context(sync_playwright())
    browser = play.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
    stack.callback(browser.close)
    tab = browser.new_page()

    def printed(html: str) -> bytes:
        tab.set_content(html)
        return tab.pdf(format="A4")

    return printed


@dataclass
class Run:
    """What became of the calls of one run."""

    wanted: float
    seconds: float
    answers: Counter[str] = field(default_factory=Counter)
    times: list[float] = field(default_factory=list)
    memory: float = 0.0
    late: bool = False

    @property
    def rate(self) -> float:
        """Pages a second that came."""
        return len(self.times) / self.seconds

    @property
    def p99(self) -> float:
        """Seconds that the slowest hundredth of the good calls took at least."""
        return quantiles(self.times, n=100)[98] if len(self.times) > 1 else float("inf")

    @property
    def clean(self) -> bool:
        """Whether all went well, and as fast as it came."""
        return set(self.answers) == {"200"} and self.p99 <= STEADY and not self.late

    def row(self, name: str) -> list[str]:
        """For the table."""
        told = ", ".join(f"{number} x {status}" for status, number in sorted(self.answers.items()))
        p50, p99 = (_ms(median(self.times)), _ms(self.p99)) if len(self.times) > 1 else ("-", "-")
        return [name, f"{self.wanted:.0f}", f"{self.rate:.1f}", p50, p99, told, f"{self.memory:.0f}"]


async def offered(address: str, pid: int, call: str, rate: float, seconds: float) -> Run:
    """Calls at a fixed rate, whether or not those before have been answered."""
    import aiohttp

    run = Run(rate, seconds)
    bodies = [{"html": story(), "url": URL, **_CALLS[call]} for _ in range(int(rate * seconds))]
    end = asyncio.Event()

    async def one(client: aiohttp.ClientSession, body: dict[str, object]) -> None:
        begin = time.perf_counter()
        try:
            async with client.post(f"{address}v1/{call}", json=body) as answer:
                await answer.read()
                status = str(answer.status)
        except aiohttp.ClientError as error:
            status = type(error).__name__
        run.answers[status] += 1
        if status == "200":
            run.times.append(time.perf_counter() - begin)

    watching = asyncio.ensure_future(_watch(pid, run, end))
    connector = aiohttp.TCPConnector(limit=0)
    async with aiohttp.ClientSession(connector=connector, timeout=aiohttp.ClientTimeout(120)) as client:
        begin = time.perf_counter()
        tasks = []
        for number, body in enumerate(bodies):
            await asyncio.sleep(max(0.0, begin + number / rate - time.perf_counter()))
            tasks.append(asyncio.ensure_future(one(client, body)))
        run.late = time.perf_counter() - begin > seconds * 1.1
        await asyncio.gather(*tasks)
        run.seconds = time.perf_counter() - begin
    end.set()
    await watching
    return run


_CALLS: Final[dict[str, dict[str, object]]] = {"extract": {}, "print": {"format": "pdf"}}


async def _watch(pid: int, run: Run, end: asyncio.Event) -> None:
    """The most memory that the service and its processes held, in MB."""
    while not end.is_set():
        run.memory = max(run.memory, _memory(pid))
        with suppress(TimeoutError):
            await asyncio.wait_for(end.wait(), 0.5)


def _memory(pid: int) -> float:
    pages = 0
    with suppress(OSError):
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6 + sum(map(_memory, children(pid)))


async def most(address: str, call: str, seconds: float) -> float:
    """Pages a second when a few callers ask again as soon as they are answered."""
    import aiohttp

    done = 0
    until = time.perf_counter() + seconds

    async def ask(client: aiohttp.ClientSession) -> None:
        nonlocal done
        while time.perf_counter() < until:
            body = {"html": story(), "url": URL, **_CALLS[call]}
            async with client.post(f"{address}v1/{call}", json=body) as answer:
                await answer.read()
                done += answer.status == 200

    async with aiohttp.ClientSession() as client:
        await asyncio.gather(*(ask(client) for _ in range(4)))
    return done / seconds


def load(seconds: float) -> None:
    """Both calls: the most, the highest steady rate, three times that, and the steady rate again."""
    rows = []
    for call in _CALLS:
        with service() as (address, pid):
            asyncio.run(most(address, call, 3.0))  # warms all workers
            ceiling = asyncio.run(most(address, call, seconds))
            steady = _steady(address, pid, call, ceiling, seconds)
            rows.append(steady.row(f"{call}, steady"))
            over = asyncio.run(offered(address, pid, call, 3 * steady.wanted, seconds))
            rows.append(over.row(f"{call}, 3 x"))
            after = asyncio.run(offered(address, pid, call, steady.wanted, seconds))
            rows.append(after.row(f"{call}, after it"))
    print(table(["", "asked/s", "done/s", "p50 ms", "p99 ms", "answers", "MB"], rows))


def _steady(address: str, pid: int, call: str, ceiling: float, seconds: float) -> Run:
    """The highest rate, from the ceiling downwards, at which every call is answered well and soon."""
    for share in (0.85, 0.75, 0.65, 0.55, 0.45, 0.35, 0.25, 0.15):
        run = asyncio.run(offered(address, pid, call, max(1.0, share * ceiling), seconds))
        if run.clean:
            return run
    raise SystemExit(f"{call}: no rate is steady, the machine is too busy")


def main() -> None:
    """Run what the arguments name."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("start", "latency", "load"))
    parser.add_argument("--rounds", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=10.0)
    args = parser.parse_args()
    if args.what == "start":
        start(args.rounds or 5)
    elif args.what == "latency":
        latency(args.rounds or 100)
    else:
        load(args.seconds)


if __name__ == "__main__":
    main()
