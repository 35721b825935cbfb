"""The pool: nobody waits for ever, what nobody waits for is not done, and who breaks down is replaced."""

from __future__ import annotations

import asyncio
import os
import pickle
import signal
import threading
import time
from collections.abc import Awaitable, Callable, Iterator

import pytest

from printworthy.apps.proxy import pool
from printworthy.apps.proxy.pool import BROKEN, LATE, Pool
from printworthy.apps.proxy.work import Done, Job
from printworthy.filters.settings import Settings


class Held:
    """Stands for the work: it notes the pages that were begun, and waits until it may go on."""

    def __init__(self) -> None:
        self.go, self.begun = threading.Event(), list[str]()

    def __call__(self, job: Job) -> Done:
        self.begun.append(job.url)
        assert self.go.wait(60)
        return Done(b"done")


def act(job: Job) -> Done:
    """Stands for the work in processes: it takes so many seconds, or fails, or ends them, and tells which it was."""
    match job.url:
        case "die":
            os.kill(os.getpid(), signal.SIGKILL)
        case "fail":
            raise ZeroDivisionError
        case "large":
            return Done(bytes(9_000_000))
        case "too much":
            raise MemoryError
    time.sleep(float(job.url))
    return Done(str(os.getpid()).encode())


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


def job(name: str) -> Job:
    return Job(b"<p>Words", name, Settings())


def within(workers: int, use: Callable[[Pool], Awaitable[None]]) -> None:
    """Use a pool, and see that no process of it is left."""

    async def go() -> tuple[int, ...]:
        made = Pool(workers)
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


async def pid_of(made: Pool) -> int:
    """Who filters the next page."""
    return int((await made.run(job("0"), 60)).content)


def test_settings_travel_once() -> None:
    sent = Job(b"<p>Words", "https://paper.example/", Settings(profile="mine"), "utf-8", "<i>m</i>", "http://g/")
    first, second = (pickle.loads(pickle.dumps(sent)) for _ in range(2))
    assert first == sent
    assert first.settings is second.settings


def test_what_is_late_and_was_not_begun_is_forgotten(held: Held) -> None:
    async def use(made: Pool) -> None:
        busy = [asyncio.ensure_future(made.run(job(f"busy {number}"), 60)) for number in range(4)]
        await asyncio.sleep(0)
        assert await made.run(job("late"), 0.05) == LATE
        held.go.set()
        assert [one.content for one in await asyncio.gather(*busy)] == [b"done"] * 4
        assert (await made.run(job("last"), 60)).content == b"done"

    within(0, use)
    assert {"busy 0", "busy 1", "busy 2", "busy 3", "last"} == set(held.begun)


def test_a_thread_that_fails_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "work", act)

    async def use(made: Pool) -> None:
        assert await made.run(job("fail"), 60) == BROKEN
        assert await pid_of(made) == os.getpid()

    within(0, use)


@pytest.mark.processes
@pytest.mark.usefixtures("acted")
def test_pages_are_answered_in_any_number_and_by_whom_they_were_given_to() -> None:
    async def use(made: Pool) -> None:
        done = await asyncio.gather(*(made.run(job("0.01"), 60) for _ in range(50)))
        assert len({one.content for one in done}) == 2
        assert await made.run(job("fail"), 60) == BROKEN

    within(2, use)


@pytest.mark.processes
@pytest.mark.usefixtures("acted")
def test_who_is_stuck_is_ended_and_replaced() -> None:
    async def use(made: Pool) -> None:
        before = await pid_of(made)
        assert await made.run(job("600"), 0.05) == LATE
        assert await pid_of(made) != before

    within(1, use)


@pytest.mark.processes
@pytest.mark.usefixtures("acted")
def test_who_dies_takes_no_page_along_but_the_one_in_its_hands() -> None:
    async def use(made: Pool) -> None:
        before = await pid_of(made)
        dead, behind, waiting = (asyncio.ensure_future(made.run(job(name), 60)) for name in ("die", "0", "0"))
        assert await dead == BROKEN
        assert (await behind).content == (await waiting).content != str(before).encode()

    within(1, use)


@pytest.mark.processes
@pytest.mark.usefixtures("acted")
@pytest.mark.parametrize("workers", [0, 1])
def test_who_still_waits_at_the_end_is_told(workers: int) -> None:
    async def use(made: Pool) -> None:
        waiting = [asyncio.ensure_future(made.run(job("0.5"), 60)) for _ in range(4)]
        await asyncio.sleep(0)
        await made.close()
        assert BROKEN in await asyncio.gather(*waiting)

    within(workers, use)
