"""The pool: nobody waits for ever, what nobody waits for is not done, and who breaks down is replaced."""

from __future__ import annotations

import asyncio
import os
import pickle
import signal
import threading
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest

from printworthy.apps.proxy import pool
from printworthy.apps.proxy.filter_worker import FilteredPage, FilterJob
from printworthy.apps.proxy.pool import BROKEN, LATE, FilterPool
from printworthy.filters.settings import Settings
from tests.waiting import Gate, pass_gate


class Held:
    """Stands for the work: it notes the pages that were begun, and waits until it may go on."""

    def __init__(self) -> None:
        self.go, self.begun = threading.Event(), list[str]()
        self._beginnings = threading.Semaphore(0)

    async def begins(self, pages: int) -> None:
        """Come back when so many more pages were begun."""
        for _ in range(pages):
            assert await asyncio.to_thread(self._beginnings.acquire, timeout=60)

    def __call__(self, job: FilterJob) -> FilteredPage:
        self.begun.append(job.url)
        self._beginnings.release()
        assert self.go.wait(60)
        return FilteredPage(b"done")


def act(job: FilterJob) -> FilteredPage:
    """Stands for the work in processes: it waits at a gate or for ever, fails, or ends them, and tells which it was."""
    match job.url:
        case "die":
            os.kill(os.getpid(), signal.SIGKILL)
        case "fail":
            raise ZeroDivisionError
        case "large":
            return FilteredPage(bytes(9_000_000))
        case "too much":
            raise MemoryError
        case "stuck":
            threading.Event().wait()
        case "answer":
            pass
        case gate:
            pass_gate(gate)
    return FilteredPage(str(os.getpid()).encode())


def leave(_settings: object) -> None:
    """Stands for getting ready in a process that cannot."""
    os._exit(1)


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Iterator[Held]:
    made = Held()
    monkeypatch.setattr(pool, "work", made)
    yield made
    made.go.set()


@pytest.fixture
def acted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "work", act)
    monkeypatch.setattr(pool, "_PATIENCE", 0.2)


def job(name: str) -> FilterJob:
    return FilterJob(b"<p>Words", name, Settings())


def within(workers: int, use: Callable[[FilterPool], Awaitable[None]]) -> None:
    """Use a pool, and see that no process of it is left."""

    async def go() -> tuple[int, ...]:
        made = FilterPool(workers)
        await made.warm()
        try:
            await use(made)
        finally:
            pids = made._pool.pids if workers else ()
            await made.close()
        return pids

    for pid in asyncio.run(go()):
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


async def pid_of(made: FilterPool) -> int:
    """Who filters the next page."""
    return int((await made.run(job("answer"), 60)).content)


def test_settings_travel_once() -> None:
    sent = FilterJob(b"<p>Words", "https://paper.example/", Settings(profile="mine"), "utf-8", "<i>m</i>", "http://g/")
    first, second = (pickle.loads(pickle.dumps(sent)) for _ in range(2))
    assert first == sent
    assert first.settings is second.settings


def test_what_is_late_and_was_not_begun_is_forgotten(held: Held) -> None:
    async def use(made: FilterPool) -> None:
        busy = [asyncio.ensure_future(made.run(job(f"busy {number}"), 60)) for number in range(4)]
        await held.begins(2)  # as many as there are threads; the others wait before the late one
        assert await made.run(job("late"), 0.05) == LATE
        held.go.set()
        assert [one.content for one in await asyncio.gather(*busy)] == [b"done"] * 4
        assert (await made.run(job("last"), 60)).content == b"done"

    within(0, use)
    assert {"busy 0", "busy 1", "busy 2", "busy 3", "last"} == set(held.begun)


def test_a_thread_that_fails_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "work", act)

    async def use(made: FilterPool) -> None:
        assert await made.run(job("fail"), 60) == BROKEN
        assert await pid_of(made) == os.getpid()

    within(0, use)


@pytest.mark.processes
@pytest.mark.usefixtures("acted")
def test_pages_are_answered_in_any_number_and_by_whom_they_were_given_to() -> None:
    async def use(made: FilterPool) -> None:
        done = await asyncio.gather(*(made.run(job("answer"), 60) for _ in range(50)))
        assert len({one.content for one in done}) == 2
        assert await made.run(job("fail"), 60) == BROKEN

    within(2, use)


@pytest.mark.processes
@pytest.mark.usefixtures("acted")
def test_who_is_stuck_is_ended_and_replaced() -> None:
    async def use(made: FilterPool) -> None:
        before = await pid_of(made)
        assert await made.run(job("stuck"), 0.05) == LATE
        assert await pid_of(made) != before

    within(1, use)


@pytest.mark.processes
@pytest.mark.usefixtures("acted")
def test_who_dies_takes_no_page_along_but_the_one_in_its_hands() -> None:
    async def use(made: FilterPool) -> None:
        before = await pid_of(made)
        dead, behind, waiting = (asyncio.ensure_future(made.run(job(name), 60)) for name in ("die", "answer", "answer"))
        assert await dead == BROKEN
        assert (await behind).content == (await waiting).content != str(before).encode()

    within(1, use)


def test_who_still_waits_for_a_thread_at_the_end_is_told(held: Held) -> None:
    async def use(made: FilterPool) -> None:
        waiting = [asyncio.ensure_future(made.run(job("page"), 60)) for _ in range(4)]
        await held.begins(2)
        await made.close()
        held.go.set()
        assert await asyncio.gather(*waiting) == [FilteredPage(b"done")] * 2 + [BROKEN] * 2

    within(0, use)


@pytest.mark.processes
@pytest.mark.usefixtures("acted")
def test_who_still_waits_for_a_process_at_the_end_is_told(tmp_path: Path) -> None:
    gate = Gate(tmp_path)

    async def use(made: FilterPool) -> None:
        waiting = [asyncio.ensure_future(made.run(job(name), 60)) for name in (gate.name, "answer", "answer", "answer")]
        await gate.reached()
        await made.close()
        assert await asyncio.gather(*waiting) == [BROKEN] * 4

    within(1, use)
