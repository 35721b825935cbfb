"""Faults, with the real command: workers, typesetters, browsers and the whole service are killed under their work."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from tests.apps.service.conftest import STORY, Running, follow_job
from tests.printing.pages import TITLE, body, page
from tests.render.conftest import chromium_missing
from tests.waiting import ended

pytestmark = pytest.mark.processes

ROOT = Path(__file__).resolve().parents[3]


class Command:
    """`printworthy serve` as a process; what it says is read to the end."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        options = ["--port", "0", "--folder", str(folder), "--rate", "0", *arguments]
        command = [sys.executable, "-m", "printworthy", "serve", *options]
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, cwd=ROOT)
        self.lines: list[str] = []
        self._ready = threading.Event()
        self._reading = threading.Thread(target=self._read)
        self._reading.start()
        assert self._ready.wait(120), self.lines
        self.url = next(line for line in self.lines if "serves at" in line).split("serves at ")[1].split(";")[0].strip()
        self.client = httpx.Client(base_url=self.url, timeout=120)

    def _read(self) -> None:
        assert self.process.stderr is not None
        with self.process.stderr as stream:
            for line in stream:
                self.lines.append(line.rstrip())
                if "serves at" in line:
                    self._ready.set()
        self._ready.set()

    def end(self, how: int = signal.SIGTERM) -> int:
        self.client.close()
        self.process.send_signal(how)
        code = self.process.wait(120)
        self._reading.join(120)
        return code


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path
    assert not [line for line in processes() if str(tmp_path) in line]


def processes() -> list[str]:
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                found.append((entry / "cmdline").read_bytes().replace(b"\0", b" ").decode())
            except OSError:
                continue
    return found


def children(pid: int) -> dict[int, str]:
    """The processes right below one, with their command lines."""
    found: dict[int, str] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
                line = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode()
            except OSError:
                continue
            if parent == pid:
                found[int(entry.name)] = line
    return found


def test_the_service_is_killed_in_the_middle_of_a_job(folder: Path) -> None:
    first = Command(folder, "--workers", "1")
    pages = [{"html": page(body(number % 3), title=f"Story {number}")} for number in range(12)]
    asked = {"pages": pages, "format": "markdown", "bundle": "zip"}
    place = first.client.post("/v1/jobs", json=asked).headers["location"]
    with first.client.stream("GET", f"{place}/events") as stream:
        for line in stream.iter_lines():
            if line.startswith("data: ") and json.loads(line[6:])["done"] >= 2:
                break
        workers = below(first.process.pid)
        first.process.kill()
    assert first.end(signal.SIGKILL) == -signal.SIGKILL
    assert ended(workers), "what it started ends by itself"

    second = Command(folder, "--workers", "1")
    try:
        told = [json.loads(line[6:]) for line in follow_job(second.client, place)]
        assert told[0]["done"] >= 2, "what was done is not done again"
        assert (told[-1]["state"], told[-1]["done"], told[-1]["failed"]) == ("done", 12, 0)
        assert [one["title"] for one in second.client.get(place).json()["pages"]] == [f"Story {n}" for n in range(12)]
        assert second.client.get(f"{place}/result").content[:2] == b"PK"
    finally:
        assert second.end() == 0


def test_an_end_by_sigterm_finishes_what_was_accepted(folder: Path) -> None:
    running = Command(folder, "--workers", "1")
    number = 8

    def one(place: int) -> int:
        html = page(body(0, 1, 2) * 3, title=f"Story {place}")
        return running.client.post("/v1/print", json={"html": html, "format": "pdf"}).status_code

    with ThreadPoolExecutor(number) as pool:
        calls = [pool.submit(one, place) for place in range(number)]
        deadline = time.monotonic() + 60
        while "printworthy_workers_waiting 1" not in running.client.get("/metrics").text:
            assert time.monotonic() < deadline
            if all(call.done() for call in calls):
                break
        running.process.send_signal(signal.SIGTERM)
        answers = [call.result() for call in calls]
    assert running.process.wait(60) == 0
    running.end()
    assert set(answers) == {200}


@pytest.mark.parametrize("victim", ["worker", "typesetter"])
def test_one_is_killed_under_a_call(service: Running, victim: str) -> None:
    """The caller notices nothing: the work is done once more."""
    workers = service.app.state.workers
    before = workers.tally.lost
    killed = 0
    with ThreadPoolExecutor(1) as pool:
        for number in range(20):
            killed = 0
            html = page(body(0, 1, 2) * 4, title=f"Killed {victim} {number}")
            call = pool.submit(service.client.post, "/v1/print", json={"html": html, "format": "pdf"})
            while not call.done() and not killed:
                pids = workers.pids if workers.running else ()
                setters = [pid for one in pids for pid, line in children(one).items() if "child typesetter" in line]
                for pid in pids if victim == "worker" else setters:
                    os.kill(pid, signal.SIGKILL)
                    killed += 1
            assert call.result().status_code == 200, call.result().text
            if killed and (victim == "typesetter" or workers.tally.lost > before):  # else it had answered already
                break
    assert killed
    assert (workers.tally.lost > before) == (victim == "worker")
    after = service.client.post("/v1/print", json={"html": STORY, "format": "pdf", "sheet": {"paper": "a6"}})
    assert after.status_code == 200


@pytest.mark.skipif(bool(chromium_missing()), reason=f"no browser: {chromium_missing()}")
def test_the_browser_is_killed(service: Running) -> None:
    script = "<script>document.querySelector('h1').textContent += ', shown'</script>"

    def shown(number: int) -> httpx.Response:
        html = page(body(0, 1) + script, title=f"{TITLE} {number}")
        asked = {"html": html, "format": "text", "options": {"render": "always"}}
        return service.client.post("/v1/print", json=asked)

    assert "shown" in shown(1).text
    browsers = [pid for pid, line in below(os.getpid()).items() if "chrom" in line and "--type=" not in line]
    assert browsers
    for pid in browsers:
        os.kill(pid, signal.SIGKILL)
    answers = [shown(2), shown(3)]
    assert {answer.status_code for answer in answers} <= {200, 422}
    assert answers[-1].status_code == 200, answers[-1].text
    assert "shown" in answers[-1].text


def below(pid: int) -> dict[int, str]:
    """All processes below one."""
    found: dict[int, str] = {}
    for child, line in children(pid).items():
        found |= {child: line, **below(child)}
    return found
