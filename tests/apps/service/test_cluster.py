"""The service on a cluster: a real one of two machines, of which one is killed; and its parts, without one."""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from tests.apps.service.conftest import STORY, follow_job
from tests.apps.service.test_faults import ROOT, Command, below
from tests.printing.pages import TITLE, body, page

pytestmark = pytest.mark.processes

# Both are this machine. Ray takes 127.0.0.1 for whatever address the machine has on its network.
HEAD, OTHER = "127.0.0.2", "127.0.0.3"
CALLERS = 6
REPLICAS = ("http", "extraction", "typesetting")


class Machine:
    """One machine of a cluster: Ray's processes below one of ours."""

    def __init__(self, place: str, *arguments: str) -> None:
        # Too few processors for all replicas: each machine gets some.
        options = ["--block", "--num-cpus=2", f"--node-ip-address={place}", "--object-store-memory=100000000"]
        # Ports of its own for each, so that several fit on one real machine.
        options += ["--min-worker-port=0", "--max-worker-port=0", "--dashboard-agent-listen-port=0"]
        options += ["--include-log-monitor=false"]
        command = [str(Path(sys.executable).with_name("ray")), "start", *options, *arguments]
        quiet = {"RAY_USAGE_STATS_ENABLED": "0", "PYTHONPATH": str(ROOT), "NO_COLOR": "1"}
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env={**os.environ, **quiet}
        )
        self.lines: list[str] = []
        self._ready = threading.Event()
        self._reading = threading.Thread(target=self._read)
        self._reading.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        with self.process.stdout as stream:
            for line in stream:
                self.lines.append(line.rstrip())
                if "Ray runtime started" in line:
                    self._ready.set()
        self._ready.set()

    def wait(self) -> None:
        assert self._ready.wait(120), self.lines
        assert any("Ray runtime started" in line for line in self.lines), self.lines

    def replicas(self) -> list[str]:
        """Which replicas run here."""
        lines = below(self.process.pid).values()
        return sorted(line.split(":")[-1].partition(".")[0].strip() for line in lines if "ServeReplica:" in line)

    def kill(self) -> None:
        """As when the power fails: all at once, and nobody says good-bye."""
        doomed = [self.process.pid, *below(self.process.pid)]
        for pid in doomed:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                continue
        self.process.wait(60)
        self._reading.join(60)


@pytest.fixture
def machines(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[str, Machine, Machine]]:
    """A cluster's address, its head, and another machine; nothing of them is left afterwards."""
    # The cluster lets only those in who know its word; this one is the test's own.
    monkeypatch.setenv("RAY_AUTH_MODE", "token")
    monkeypatch.setenv("RAY_AUTH_TOKEN", secrets.token_hex(32))
    monkeypatch.setenv("RAY_health_check_period_ms", "1000")  # a machine that is gone is missed sooner
    folder = tempfile.mkdtemp(prefix="pw", dir="/tmp")  # sockets lie in it: its name has to be short
    port = free_port()
    address = f"{HEAD}:{port}"
    head = Machine(HEAD, "--head", f"--port={port}", "--include-dashboard=false", f"--temp-dir={folder}",
                   f"--ray-client-server-port={free_port()}")  # fmt: skip
    started = [head]
    try:
        other = Machine(OTHER, f"--address={address}")  # they find each other
        started.append(other)
        head.wait()
        other.wait()
        yield address, head, other
    finally:
        for machine in reversed(started):
            machine.kill()
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


def free_port() -> int:
    with socket.socket() as listening:
        listening.bind((HEAD, 0))
        return int(listening.getsockname()[1])


class Load:
    """Callers who ask for one page after the other until they are told to stop; every answer is kept."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._stop = threading.Event()
        self.sent = 0
        self.answers: list[tuple[int, str]] = []
        self._news = threading.Condition()
        self._pool = ThreadPoolExecutor(CALLERS)
        self._callers = [self._pool.submit(self._call, number) for number in range(CALLERS)]
        for caller in self._callers:
            caller.add_done_callback(lambda _: self._tell())

    def _tell(self) -> None:
        with self._news:
            self._news.notify_all()

    def _call(self, caller: int) -> None:
        with httpx.Client(base_url=self._url, timeout=120) as client:
            number = 0
            while not self._stop.is_set():
                number += 1
                self.sent += 1
                html = page(body(0, 1), title=f"Story {caller} {number}")
                asked = {"html": html, "format": "pdf" if number % 2 else "markdown"}
                answer = client.post("/v1/print", json=asked)
                self.answers.append((answer.status_code, "" if answer.status_code == 200 else answer.text))
                self._tell()

    def wait_for(self, answers: int) -> None:
        def enough() -> bool:
            return len(self.answers) >= answers or any(caller.done() for caller in self._callers)

        with self._news:
            assert self._news.wait_for(enough, 150), self.answers[-3:]

    def stop(self) -> None:
        self._stop.set()
        for caller in self._callers:
            caller.result(150)
        self._pool.shutdown()


def test_a_machine_is_killed_under_load(machines: tuple[str, Machine, Machine], folder: Path) -> None:
    address, head, other = machines
    running = Command(folder, "--cluster", address, "--replicas", "2:2", "--seconds", "110", "--queue", "64")
    try:
        assert set(REPLICAS) <= {*head.replicas(), *other.replicas()}
        load = Load(running.url)
        load.wait_for(2 * CALLERS)
        lost = other.replicas()
        assert lost, "the machine that is killed does a part of the work"
        before = len(load.answers)
        other.kill()
        load.wait_for(before + 3 * CALLERS)
        load.stop()
        assert [answer for answer in load.answers if answer[0] != 200] == []
        assert load.sent == len(load.answers) >= 5 * CALLERS
        if "http" in lost:
            assert counter(running, "printworthy_workers_lost") >= 1, "calls were under way there"
        _holds_as_ever(running)
        _jobs_are_done(running)
    finally:
        code = running.end()
    assert code == 0


def counter(running: Command, name: str) -> float:
    lines = running.client.get("/metrics").text.splitlines()
    return next(float(line.split()[1]) for line in lines if line.startswith(f"{name} "))


def _holds_as_ever(running: Command) -> None:
    """The guard and the limits are those of one machine."""
    for url in ("http://169.254.169.254/latest", "http://127.0.0.1:8000/", "http://[::1]/", "file:///etc/passwd"):
        answer = running.client.post("/v1/print", json={"url": url})
        assert answer.status_code in (403, 422), answer.text
        assert answer.json()["code"] in ("address-refused", "usage", "invalid"), answer.text
    large = running.client.post("/v1/extract", content=b"x" * (17 * 1024 * 1024))
    assert large.status_code == 413
    foreign = running.client.post("/v1/extract", json={"html": STORY}, headers={"Origin": "http://evil.example"})
    assert foreign.status_code == 403
    named = running.client.post("/v1/extract", json={"html": STORY}, headers={"X-Request-ID": "mine"})
    assert (named.status_code, named.headers.get_list("x-request-id")) == (200, ["mine"])
    assert TITLE in named.json()["title"]


def _jobs_are_done(running: Command) -> None:
    """Jobs are kept at the door; their pages are read on the cluster."""
    asked = {"pages": [{"html": STORY}, {"html": STORY}], "format": "markdown", "bundle": "zip"}
    place = running.client.post("/v1/jobs", json=asked).headers["location"]
    assert '"state": "done"' in follow_job(running.client, place)[-1]
    assert running.client.get(f"{place}/result").content[:2] == b"PK"
