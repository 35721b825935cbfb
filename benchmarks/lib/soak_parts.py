"""The parts that `soak.py` loads: each a process with a folder of its own, asked for sound and for unsound things."""

from __future__ import annotations

import asyncio
import os
import random
import re
import subprocess
import sys
import time
from collections import Counter
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any, ClassVar, Final

import aiohttp

from benchmarks.lib.misbehaving import SAMPLE, Answer, deep, good, gzip, large, late, reset, short

FAULTS: Final[dict[str, Answer]] = {
    "/slow": late(2), "/resets": reset, "/cut-short": short, "/broken-gzip": gzip, "/large": large(4_000_000),
    "/deep": deep,
}  # fmt: skip
SITE: Final[dict[str, Answer]] = {"/good": good, **FAULTS}
_PATIENCE: Final = aiohttp.ClientTimeout(total=90, sock_read=60)
_JOB_PATIENCE: Final = 180.0
_NUMBERS: Final = count(1)
_GAUGE: Final = re.compile(r"^printworthy_(requests_in_flight|workers_running) (\S+)$", re.M)
_BEGINNINGS: Final = {"pdf": b"%PDF-", "epub": b"PK", "html": b"<!", "markdown": b"", "text": b"", "json": b"{"}


class Part:
    """Something that runs and can be asked; `counts` says what happened; at rest it has so many `processes`."""

    name: ClassVar[str]
    processes: ClassVar[int]
    faults: ClassVar[tuple[str, ...]] = tuple(FAULTS)

    def __init__(self, folder: Path) -> None:
        self.folder, self.counts = folder, Counter[str]()
        (folder / "tmp").mkdir(parents=True)
        with (folder / "log").open("wb") as log:
            self.process = subprocess.Popen(
                self.command(), stdout=log, stderr=log, env={**os.environ, "TMPDIR": str(folder / "tmp")}
            )
        self.url = f"http://127.0.0.1:{self._port()}"

    def command(self) -> list[str]:
        """What starts it."""
        raise NotImplementedError

    async def good(self, site: str) -> bool:
        """Ask for something sound; was the answer right?"""
        raise NotImplementedError

    async def bad(self, site: str, kind: str) -> None:
        """Ask for something that goes wrong, and mostly go away before the answer; any answer will do."""
        raise NotImplementedError

    async def exercise(self, site: str) -> None:
        """A fixed amount of work, so that workers have done the same whenever memory is compared."""
        todo = iter(range(60))

        async def client() -> None:
            for _ in todo:
                await self.good(site)

        await asyncio.gather(*(client() for _ in range(6)))

    async def finish(self) -> None:
        """Wait for what was accepted and goes on without its client; what does not come to its end is lost."""

    async def settled(self) -> None:
        """Wait until nothing is worked on any more, also for clients that went away long ago."""

    def _port(self) -> int:
        """Where it listens, as it says itself."""
        end = time.monotonic() + 120
        while time.monotonic() < end and self.process.poll() is None:
            if found := re.search(rb"127\.0\.0\.1:(\d+)", (self.folder / "log").read_bytes()):
                return int(found[1])
            time.sleep(0.05)
        raise SystemExit(f"the {self.name} did not start: run its command by itself to see why")


class ProxyPart(Part):
    """The filtering proxy with two workers."""

    name = "proxy"
    processes = 4  # with one that Python starts beside the workers

    def command(self) -> list[str]:
        """The command that people use."""
        settings = self.folder / "settings.toml"
        settings.write_text("[proxy]\nworkers = 2\nseconds = 10\n", "utf-8")
        return [
            sys.executable, "-m", "printworthy", "proxy", "--listen", "127.0.0.1:0", "--allow-private", "--settings",
            str(settings), "--folder", str(self.folder / "authority"),
        ]  # fmt: skip

    async def good(self, site: str) -> bool:
        """A page comes whole, filtered or, where its worker was killed, as it is."""
        async with (
            aiohttp.ClientSession(timeout=_PATIENCE) as session,
            session.get(f"{site}/good", proxy=self.url, headers={"Accept": "text/html"}) as reply,
        ):
            return reply.status == 200 and b"</html>" in (await reply.read()).lower()

    async def bad(self, site: str, kind: str) -> None:
        """A page of a server that misbehaves."""
        with suppress(aiohttp.ClientError, TimeoutError):
            async with (
                aiohttp.ClientSession(timeout=_hurry(), auto_decompress=False) as session,
                session.get(site + kind, proxy=self.url) as reply,
            ):
                await reply.read()


class ServicePart(Part):
    """The web printing service with two workers, and its jobs."""

    name = "service"
    processes = 5  # each worker has a typesetter
    faults = (*FAULTS, "oversized", "malformed", "no page", "gone", "private")

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._jobs: list[str] = []
        self._story = SAMPLE.read_text("utf-8")

    def command(self) -> list[str]:
        """This file as a program: see `main`."""
        return [sys.executable, __file__, str(self.folder / "jobs")]

    async def good(self, site: str) -> bool:
        """A page comes as it was asked for; a job is accepted."""
        if random.random() < 0.06:  # noqa: S311 - not for secrets
            return await self._add_job(site)
        call, kind = random.choice((("extract", "json"), ("extract", "markdown"), ("print", "pdf"), ("print", "epub")))  # noqa: S311
        return await self._call(f"/v1/{call}", {**self._source(site), "format": kind}, _BEGINNINGS[kind])

    async def exercise(self, site: str) -> None:
        """Several at once, so that each worker works and has its typesetter."""
        for call, kind in (("extract", "json"), ("print", "pdf"), ("extract", "markdown"), ("print", "pdf")):
            for _ in range(4):
                bodies = [{**self._source(site), "format": kind} for _ in range(6)]
                await asyncio.gather(*(self._call(f"/v1/{call}", body, _BEGINNINGS[kind]) for body in bodies))

    async def bad(self, site: str, kind: str) -> None:
        """The same, or a body that nobody should send."""
        bodies: dict[str, Any] = {
            "oversized": b'{"html": "' + b"x" * (17 << 20) + b'"}', "malformed": b'{"html": "<p>',
            "no page": b"{}", "gone": {**self._source(site), "format": "pdf"},
            "private": {"url": "http://169.254.169.254/latest"},
        }  # fmt: skip
        body = bodies.get(kind, {"url": _numeric(site) + kind})
        given = (
            {"data": body, "headers": {"Content-Type": "application/json"}}
            if isinstance(body, bytes)
            else {"json": body}
        )
        with suppress(aiohttp.ClientError, TimeoutError):
            async with (
                aiohttp.ClientSession(timeout=_hurry()) as session,
                session.post(f"{self.url}/v1/print", **given) as reply,
            ):
                await reply.read()

    async def finish(self) -> None:
        """Every accepted job is done, with all its pages, and has its result."""
        async with aiohttp.ClientSession(timeout=_PATIENCE) as session:
            for job in self._jobs:
                done = await self._is_done(session, self.url + job)
                self.counts["jobs done" if done else "jobs lost"] += 1
                async with session.delete(self.url + job):
                    pass
        self._jobs.clear()

    async def settled(self) -> None:
        """A page that is too large for its time is worked on once more where its worker was killed: that takes long."""
        end = time.monotonic() + _JOB_PATIENCE
        async with aiohttp.ClientSession(timeout=_PATIENCE) as session:
            while time.monotonic() < end:
                async with session.get(f"{self.url}/metrics") as reply:
                    found = dict(_GAUGE.findall(await reply.text()))
                if float(found["requests_in_flight"]) <= 1 and float(found["workers_running"]) == 0:  # one asks this
                    return
                await asyncio.sleep(0.5)

    async def _is_done(self, session: aiohttp.ClientSession, place: str) -> bool:
        end = time.monotonic() + _JOB_PATIENCE
        state: dict[str, Any] = {}
        while time.monotonic() < end:
            async with session.get(place) as reply:
                state = await reply.json()
            if state.get("state") not in ("waiting", "running"):
                break
            await asyncio.sleep(0.5)
        if state.get("state") != "done" or state["failed"]:
            print(f"a job is lost: {state}", flush=True)
            return False
        async with session.get(f"{place}/result") as reply:
            return reply.status == 200 and bool(await reply.read())

    async def _add_job(self, site: str) -> bool:
        body = {
            "pages": [self._source(site) for _ in range(4)], "format": random.choice(("pdf", "epub", "html")),  # noqa: S311
            "title": "To read", "bundle": "zip",
        }  # fmt: skip
        async with (
            aiohttp.ClientSession(timeout=_PATIENCE) as session,
            session.post(f"{self.url}/v1/jobs", json=body) as reply,
        ):
            if reply.status == 429:  # refused, not accepted
                self.counts["jobs refused"] += 1
                return True
            self.counts["jobs accepted"] += reply.status == 202
            if reply.status == 202:
                self._jobs.append(reply.headers["Location"])
            return reply.status == 202

    async def _call(self, path: str, body: dict[str, Any], beginning: bytes) -> bool:
        async with (
            aiohttp.ClientSession(timeout=_PATIENCE) as session,
            session.post(self.url + path, json=body) as reply,
        ):
            content = await reply.read()
            if reply.status != 200:
                print(f"{path} was answered {reply.status}: {content[:300]!r}", flush=True)
            return reply.status == 200 and content.lstrip().startswith(beginning)

    def _source(self, site: str) -> dict[str, str]:
        """A page that was not asked for before: handed in, or to be fetched."""
        number = next(_NUMBERS)
        if number % 3 == 0:
            return {"url": f"{_numeric(site)}/good?{number}"}
        return {"html": self._story.replace("<h1>", f"<h1>{number}. ", 1), "url": f"https://example.org/{number}"}


PARTS: Final[dict[str, type[Part]]] = {"proxy": ProxyPart, "service": ServicePart}


def _hurry() -> aiohttp.ClientTimeout:
    return aiohttp.ClientTimeout(total=random.choice((0.05, 0.5, 3)))  # noqa: S311 - not for secrets


def _numeric(site: str) -> str:
    return site.replace("localhost", "127.0.0.1")


def main() -> None:
    """The service, with what no option of the command allows: it fetches from this machine, and keeps few results."""
    from printworthy.apps.service.server import serve
    from printworthy.apps.service.settings import MEGABYTE, Access, Jobs, ServiceSettings, WorkLimits
    from printworthy.base.guard import Policy

    policy = Policy(networks=("127.0.0.1/32",), ports=None)
    work, jobs = WorkLimits(workers=2), Jobs(folder=Path(sys.argv[1]), waiting=100)
    settings = ServiceSettings(port=0, kept=2 * MEGABYTE, policy=policy, access=Access(rate=0), work=work, jobs=jobs)
    serve(settings, lambda address: print(address, flush=True))


if __name__ == "__main__":
    main()
