"""A process and its calls: what it answers, how long it may take, how it ends, and what is left of it."""

from __future__ import annotations

import os
import signal
import socket
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from printworthy.errors import LimitError
from printworthy.workers.process import EndedError, Limit, NoAnswerError, Process, ProcessSpec, Single

pytestmark = pytest.mark.processes

LONG = Limit(60, 60)


class Host:
    """What a process has got ready: it counts, and rests after each answer."""

    def __init__(self, start: int) -> None:
        self.count = self.rested = start

    def add(self, number: int) -> tuple[int, int]:
        self.count += number
        return self.count, self.rested

    def rest(self) -> None:
        self.rested += 1


def nothing() -> None:
    """Get ready without a host."""


def devour(megabytes: int) -> int:
    return len(bytearray(megabytes << 20))


def hold(megabytes: int) -> bytearray:
    return bytearray(megabytes << 20)


def held(host: bytearray, megabytes: int) -> int:
    return len(host) + devour(megabytes)


def spin() -> None:
    while True:
        pass


def dive() -> None:
    dive()


def connect() -> str:
    try:
        socket.create_connection(("127.0.0.1", 9), 1)
    except PermissionError:
        return "refused"
    return "done"


KIND = ProcessSpec(name="test", megabytes=256, ready=(nothing, ()))


@pytest.fixture
def single() -> Iterator[Callable[..., Single]]:
    made: list[Single] = []

    def make(**how: object) -> Single:
        made.append(Single(replace(KIND, **how)))
        return made[-1]

    yield make
    for one in made:
        one.close()


def test_calls_and_their_answers(single: Callable[..., Single]) -> None:
    one = single()
    assert one.ask(LONG, abs, -1) == 1
    first = one.process.pid
    with pytest.raises(RuntimeError, match="ZeroDivisionError at"):
        one.ask(LONG, divmod, 1, 0)
    with pytest.raises(LimitError, match="nested too deeply"):
        one.ask(LONG, dive)
    with pytest.raises(RuntimeError, match=r"(Attribute|Pickling|Type)Error at"):
        one.ask(LONG, open, os.devnull)  # an answer that cannot travel
    assert one.ask(LONG, print, "this goes to the log") is None
    assert one.ask(LONG, connect) == "refused"
    assert one.ask(LONG, os.getpid) == first


def test_a_host_keeps_what_it_has_and_rests(single: Callable[..., Single]) -> None:
    one = single(ready=(Host, (5,)))
    assert one.ask(LONG, Host.add, 1) == (6, 5)
    assert one.ask(LONG, Host.add, 2) == (8, 6)


@pytest.mark.parametrize("size", [0, 1 << 16, 1 << 20, 5 << 20])
def test_large_values_travel(single: Callable[..., Single], size: int) -> None:
    one = single(shared=4 << 20)
    assert one.ask(LONG, bytes.upper, b"x" * size) == b"X" * size
    assert single().ask(LONG, bytes.upper, b"x" * size) == b"X" * size


def test_memory_is_bounded_and_the_next_call_has_a_new_process(single: Callable[..., Single]) -> None:
    one = single()
    one.ask(LONG, abs, 0)
    before = one.process.pid
    with pytest.raises(LimitError, match="more than 256 MB"):
        one.ask(LONG, devour, 400)
    assert one.ask(LONG, os.getpid) != before


def test_memory_may_be_counted_from_when_it_is_ready(single: Callable[..., Single]) -> None:
    assert single(ready=(hold, (300,)), warm=True).ask(LONG, held, 200) == 500 << 20
    with pytest.raises(EndedError):
        single(ready=(hold, (300,)), quiet=True).ask(LONG, held, 200)


@pytest.mark.parametrize(
    ("limit", "function", "arguments"),
    [(Limit(0.3, 60), spin, ()), (Limit(0.3, 60), pow, (7, 10**9)), (Limit(60, 0.3), time.sleep, (60,))],
)
def test_what_takes_too_long(
    single: Callable[..., Single], limit: Limit, function: Callable[..., object], arguments: tuple[object, ...]
) -> None:
    one = single()
    one.ask(LONG, abs, 0)
    pid = one.process.pid
    with pytest.raises(NoAnswerError):
        one.ask(limit, function, *arguments)
    assert not Path(f"/proc/{pid}").exists()
    assert one.ask(LONG, abs, -1) == 1


def test_time_counts_from_the_last_answer(single: Callable[..., Single]) -> None:
    one = single()
    for _ in range(4):
        assert one.ask(Limit(0.5, 60), sum, range(5_000_000))


def test_a_process_that_stops_in_the_middle_is_given_up(single: Callable[..., Single]) -> None:
    one = single()
    one.ask(LONG, abs, 0)
    os.kill(one.process.pid, signal.SIGSTOP)
    with pytest.raises(NoAnswerError):
        one.ask(Limit(0.2, 0.4), abs, 0)


def test_how_it_ended(single: Callable[..., Single]) -> None:
    one = single()
    with pytest.raises(EndedError) as ended:
        one.ask(LONG, os._exit, 3)
    assert ended.value.code == 3
    one.ask(LONG, abs, 0)
    with pytest.raises(EndedError) as ended:
        one.ask(LONG, os.kill, one.process.pid, signal.SIGKILL)
    assert ended.value.code == -signal.SIGKILL


def test_one_that_was_killed_between_calls_costs_nothing(single: Callable[..., Single]) -> None:
    one = single()
    one.ask(LONG, abs, 0)
    os.kill(one.process.pid, signal.SIGKILL)
    os.waitid(os.P_PID, one.process.pid, os.WEXITED | os.WNOWAIT)
    assert one.ask(LONG, abs, -1) == 1


def test_an_orphan_that_is_stuck_ends() -> None:
    process = Process(replace(KIND, orphan=0.3))
    try:
        with pytest.raises(EndedError) as ended:
            process.ask(LONG, spin)
        assert ended.value.code == -signal.SIGALRM
    finally:
        process.end()


def test_an_orphan_that_is_idle_ends() -> None:
    process = Process(KIND)
    process.greet(60)
    process.stdin.close()
    assert process._process.wait(60) == 0
    process.end()


def test_no_folder_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    process = Process(replace(KIND, apart=True))
    folder = process.ask(LONG, tempfile.gettempdir).value
    assert Path(folder).parent == tmp_path
    assert process.ask(LONG, os.getsid, 0).value == process.pid
    process.end()
    assert not list(tmp_path.iterdir())


def test_one_that_cannot_start_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(sys, "executable", str(tmp_path / "nowhere"))
    before = len(list(Path("/proc/self/fd").iterdir()))
    with pytest.raises(FileNotFoundError):
        Process(replace(KIND, apart=True, shared=1 << 20))
    assert not list(tmp_path.iterdir())
    assert len(list(Path("/proc/self/fd").iterdir())) == before


def test_where_nobody_can_wait_for_a_pipe(monkeypatch: pytest.MonkeyPatch) -> None:
    """On Windows: the process is ended when its time is over."""
    monkeypatch.delattr("select.poll")
    process = Process(KIND)
    try:
        assert process.ask(LONG, abs, -1).value == 1
        with pytest.raises(NoAnswerError):
            process.ask(Limit(60, 0.3), time.sleep, 60)
    finally:
        process.end()
