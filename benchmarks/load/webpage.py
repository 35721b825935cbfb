"""The service's own page: how soon paper is seen, and whether what is dropped goes and the rest stays.

    python benchmarks/load/webpage.py speed [--rounds 15]
    python benchmarks/load/webpage.py drops FOLDER [--pages 200]

`speed` starts a service with one worker, opens the sample page and drops a paragraph again and again, warm, with new
drawings each time; it tells the clock of the calls and the CPU of all processes, because a busy machine stretches the
clock. `drops` takes folders of HTML pages, drops three blocks of each, one at a time, and compares what is left.
"""

from __future__ import annotations

import argparse
import os
import random
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from threading import Event, Thread
from time import perf_counter
from typing import Any

from printworthy.errors import InputError
from printworthy.evaluate.report import table

SAMPLE = Path(__file__).resolve().parents[2] / "samples" / "tower-clock.html"
URL = "https://upland.example/2026/04/tower-clock.html"
TICKS = os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Read the arguments, measure, print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["speed", "drops"])
    parser.add_argument("folder", nargs="*", type=Path)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--pages", type=int, default=200)
    args = parser.parse_args()
    print(speed(args.rounds) if args.what == "speed" else drops(args.folder, args.pages))


def speed(rounds: int) -> str:
    """Clock and CPU of the calls between a click and paper."""
    rows = []
    with service() as client:
        html = SAMPLE.read_bytes()
        opened = client.post(
            "/v1/sheets", params={"url": URL}, content=html, headers={"Content-Type": "text/html"}
        ).json()
        place = f"/v1/sheets/{opened['name']}"
        blocks = [block["units"] for block in opened["blocks"]]

        def open_new(number: int) -> dict[str, Any]:
            fresh = html.replace(b"</body>", f"<!-- {number} --></body>".encode())
            answer = client.post("/v1/sheets", content=fresh, headers={"Content-Type": "text/html"})
            return dict(answer.json())

        def drop(number: int) -> dict[str, Any]:
            changed = blocks[number % len(blocks)]
            answer = client.post(place, json={"choices": {"changed": changed, "size": 10 + number % 7 / 10}})
            return dict(answer.json())

        def turn(call: Callable[[int], dict[str, Any]]) -> Callable[[int], None]:
            def whole(number: int) -> None:
                shown = call(number)
                assert client.get(f"/sheets/{shown['name']}/{shown['key']}/0.svg").status_code == 200

            return whole

        for name, call in (("open a file, see page 1", open_new), ("drop a block, see page 1", drop)):
            rows.append([name, *measured(turn(call), rounds)])
    return table(["call", "clock p50", "clock max", "CPU p50"], rows)


def measured(call: Callable[[int], None], rounds: int) -> list[str]:
    """Milliseconds by the clock and of the CPU, of warm calls."""
    for number in range(3):
        call(number)
    clock, cpu = [], []
    for number in range(3, 3 + rounds):
        begin, used = perf_counter(), cpu_seconds()
        call(number)
        clock.append(perf_counter() - begin)
        cpu.append(cpu_seconds() - used)
    return [f"{1000 * one:.0f} ms" for one in (median(clock), max(clock), median(cpu))]


def cpu_seconds() -> float:
    """What this process and all below it have used."""
    total, todo = 0.0, [os.getpid()]
    while todo:
        pid = todo.pop()
        try:
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            total += (int(fields[11]) + int(fields[12])) / TICKS
            for task in Path(f"/proc/{pid}/task").iterdir():
                todo += map(int, (task / "children").read_text().split())
        except OSError:
            continue
    return total


@contextmanager
def service() -> Iterator[Any]:
    """A service on a free port, and a client."""
    import httpx

    from printworthy.apps.service.app import create_app
    from printworthy.apps.service.server import address_of, listen, make_server
    from printworthy.apps.service.settings import Access, Jobs, ServiceSettings, WorkLimits

    with TemporaryDirectory() as folder:
        settings = ServiceSettings(
            port=0,
            access=Access(rate=0),
            work=WorkLimits(workers=1, browsers=0),
            jobs=Jobs(folder=Path(folder) / "jobs"),
        )
        with listen(settings) as listening:
            ready = Event()
            server = make_server(create_app(settings), settings, ready.set)
            thread = Thread(target=server.run, kwargs={"sockets": [listening]})
            thread.start()
            ready.wait(60)
            with httpx.Client(base_url=address_of(settings, listening), timeout=60) as client:
                yield client
            server.should_exit = True
            thread.join()


def drops(folders: list[Path], pages: int) -> str:
    """Of blocks that were dropped one at a time: how many went alone, and how many are still there."""
    from printworthy.apps.service.sheets.block_text import said
    from printworthy.apps.service.sheets.choices import ReaderChoices
    from printworthy.apps.service.sheets.compose import compose
    from printworthy.apps.service.sheets.editable_page import read_editable
    from printworthy.options import Options

    files = sorted(path for folder in folders for path in folder.rglob("*.html"))
    random.Random(7).shuffle(files)  # noqa: S311 - nothing secret
    seen: Counter[str] = Counter()
    for path in files[:pages]:
        try:
            reading = read_editable(path.read_bytes(), URL, Options())
        except InputError:
            continue
        seen["pages"] += 1
        whole = compose(reading, ReaderChoices())
        chance = random.Random(path.name)  # noqa: S311 - nothing secret
        for number in chance.sample(range(len(whole.blocks)), min(3, len(whole.blocks))):
            names = set(whole.units[number])
            rest = [said(one) for one, units in zip(whole.blocks, whole.units, strict=True) if not names & set(units)]
            left = [said(one) for one in compose(reading, ReaderChoices(changed=tuple(sorted(names)))).blocks]
            gone = said(whole.blocks[number])
            seen["blocks dropped"] += 1
            seen["the rest is as it was"] += left == rest
            seen["still there"] += bool(gone.strip()) and left.count(gone) > rest.count(gone)
    return table(["what", "count"], [[name, str(count)] for name, count in seen.items()])


if __name__ == "__main__":
    main()
