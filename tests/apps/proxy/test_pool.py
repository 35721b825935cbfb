"""The pool: nobody waits for ever, what nobody waits for is not done, and nothing of a broken pool stays."""

from __future__ import annotations

import asyncio
import os
import pickle
import signal
import sys
import threading
from collections.abc import Iterator

import pytest

from printworthy.apps.proxy import pool as module
from printworthy.apps.proxy.pool import LATE, Pool
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


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Iterator[Held]:
    made = Held()
    monkeypatch.setattr(module, "work", made)
    yield made
    made.go.set()


def job(name: str) -> Job:
    return Job(b"<p>Words", name, Settings())


def test_settings_travel_once() -> None:
    sent = Job(b"<p>Words", "https://paper.example/", Settings(profile="mine"), "utf-8", "<i>m</i>", "http://g/")
    first, second = (pickle.loads(pickle.dumps(sent)) for _ in range(2))
    assert first == sent
    assert first.settings is second.settings


def test_what_is_late_and_was_not_begun_is_forgotten(held: Held) -> None:
    async def use(pool: Pool) -> None:
        busy = [asyncio.ensure_future(pool.run(job(f"busy {number}"), 60)) for number in range(4)]
        await asyncio.sleep(0)
        assert await pool.run(job("late"), 0.05) == LATE
        held.go.set()
        assert [one.content for one in await asyncio.gather(*busy)] == [b"done"] * 4
        assert (await pool.run(job("last"), 60)).content == b"done"

    pool = Pool(0)
    asyncio.run(use(pool))
    pool.close()
    assert sorted(held.begun) == ["busy 0", "busy 1", "busy 2", "busy 3", "last"]


def test_a_job_that_ends_with_its_pool_is_answered(held: Held) -> None:
    async def use(pool: Pool) -> None:
        jobs = [asyncio.ensure_future(pool.run(job(f"{number}"), 60)) for number in range(3)]
        await asyncio.sleep(0)
        pool._renew(pool._executor)
        held.go.set()
        assert (await jobs[2]).refused == "its worker broke down"
        assert (await jobs[0]).content == b"done"
        assert (await pool.run(job("next"), 60)).content == b"done"

    pool = Pool(0)
    asyncio.run(use(pool))
    pool.close()


def break_off() -> None:
    """In a worker: die in the middle of an answer."""
    frame = sys._getframe()
    while "result_queue" not in frame.f_locals:
        assert frame.f_back is not None
        frame = frame.f_back
    os.write(frame.f_locals["result_queue"]._writer.fileno(), b"\0\0\x10\0half an answer")
    os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.skipif(sys.platform == "win32", reason="pipes are others there")
def test_a_worker_that_dies_in_its_answer_leaves_no_thread_behind() -> None:
    pool = Pool(1)
    pool._executor.submit(break_off)
    thread = pool._executor._executor_manager_thread
    for process in list(pool._executor._processes.values()):
        process.join()
    pool.close()
    thread.join(60)
    assert not thread.is_alive()
