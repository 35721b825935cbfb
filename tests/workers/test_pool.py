"""The pool: nobody waits for ever, what nobody waits for is not done, and a process that breaks down is replaced."""

from __future__ import annotations

import asyncio
import os
import select
import signal
import threading
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from printworthy.errors import LimitError
from printworthy.workers import worker as workers
from printworthy.workers.pool import LostWorkerError, Pool, PoolPolicy, SlowPageError
from printworthy.workers.process import ProcessSpec
from tests.waiting import Gate, pass_gate

pytestmark = pytest.mark.processes

# Two calls a process, no second try, and some patience: as the proxy has it.
LINE = {"line": 2, "tries": 1, "patience": 0.2}


def act(name: str) -> int:
    """It answers, fails, never ends, or ends its process, and says which one that is."""
    match name:
        case "die":
            os.kill(os.getpid(), signal.SIGKILL)
        case "fail":
            raise ZeroDivisionError
        case "too much":
            raise MemoryError
        case "stuck":
            threading.Event().wait()
    return os.getpid()


def leave_if(mark: str) -> None:
    """Get ready, unless there is a mark."""
    if mark and Path(mark).exists():
        os._exit(1)


def within(use: Callable[[Pool], Awaitable[None]], workers: int = 1, mark: str = "", **how: object) -> None:
    """Use a pool, and see that no process of it is left."""
    kind = ProcessSpec(name="test", megabytes=512, ready=(leave_if, (mark,)), apart=True)

    async def go() -> tuple[int, ...]:
        made = Pool(PoolPolicy(kind=kind, workers=workers, **{"least": workers, **how}))
        await made.warm()
        try:
            await use(made)
        finally:
            pids = made.pids
            await made.close()
        return pids

    for pid in asyncio.run(go()):
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


async def until(true: Callable[[], object]) -> None:
    async with asyncio.timeout(60):
        while not true():  # noqa: ASYNC110 - what is waited for has no event
            await asyncio.sleep(0.01)


def later(made: Pool, *names: str) -> list[asyncio.Future[int]]:
    return [asyncio.ensure_future(made.run(act, name)) for name in names]


def test_calls_are_answered_in_any_number_and_by_all() -> None:
    async def use(made: Pool) -> None:
        done = await asyncio.gather(*(made.run(act, "answer") for _ in range(50)))
        assert len(set(done)) == 2
        with pytest.raises(RuntimeError, match="ZeroDivisionError at"):
            await made.run(act, "fail")

    within(use, workers=2, **LINE)


def test_a_process_that_is_stuck_is_ended_and_replaced(tmp_path: Path) -> None:
    async def use(made: Pool) -> None:
        before = await made.run(act, "answer")
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.05):
                await made.run(act, "stuck")
        after = await made.run(act, "answer")
        assert after != before
        gate = Gate(tmp_path)
        given_up = asyncio.ensure_future(made.run(pass_gate, gate.name))
        await gate.reached()
        given_up.cancel()
        assert await made.run(act, "answer") != after

    within(use, **LINE)


def test_a_process_that_has_patience_may_still_answer(tmp_path: Path) -> None:
    gate = Gate(tmp_path)

    async def use(made: Pool) -> None:
        before = await made.run(act, "answer")
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.05):
                await made.run(pass_gate, gate.name)
        await gate.open()
        assert await made.run(act, "answer") == before

    within(use, **{**LINE, "patience": 60.0})


def test_a_process_that_dies_takes_no_call_along_but_the_one_that_it_works_on() -> None:
    async def use(made: Pool) -> None:
        before = await made.run(act, "answer")
        dead, behind, waiting = later(made, "die", "answer", "answer")
        with pytest.raises(LostWorkerError, match="once"):
            await dead
        assert await behind == await waiting != before

    within(use, **LINE)


def test_a_process_that_ends_for_a_call_does_not_take_the_next_along() -> None:
    async def use(made: Pool) -> None:
        dead, behind = later(made, "too much", "answer")
        with pytest.raises(LimitError, match="more than 512 MB"):
            await dead
        assert await behind
        assert made.tally.lost == 0

    within(use, **LINE)


def test_a_process_that_cannot_be_understood_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    async def use(made: Pool) -> None:
        before = await made.run(act, "answer")
        with monkeypatch.context() as patch:
            patch.setattr(workers, "unpack", lambda _: 1 / 0)
            with pytest.raises(LostWorkerError):
                await made.run(act, "answer")
        assert await made.run(act, "answer") != before

    within(use, **LINE)


def test_the_end_in_the_middle_of_a_long_answer() -> None:
    async def use(made: Pool) -> None:
        (worker,) = made._workers
        worker._answers.pause_reading()
        waiting = asyncio.ensure_future(made.run(bytes, 9_000_000))
        await until(lambda: select.select([worker.process.stdout], [], [], 0)[0])  # on its way, and nobody reads it
        async with asyncio.timeout(30):
            await made.close()
        with pytest.raises(LostWorkerError, match="ended"):
            await waiting
        with pytest.raises(LostWorkerError, match="ended"):
            await made.run(act, "answer")

    within(use, **LINE)


def test_a_call_behind_a_slow_one_is_taken_by_whoever_has_nothing_to_do(tmp_path: Path) -> None:
    gate = Gate(tmp_path)

    async def use(made: Pool) -> None:
        (slow,) = later(made, "stuck")
        quick = asyncio.ensure_future(made.run(pass_gate, gate.name))
        (behind,) = later(made, "answer")
        await gate.reached()
        assert [len(worker.line) for worker in made._workers] == [2, 1]
        await gate.open()
        assert await behind == await quick
        assert not slow.done()
        slow.cancel()

    within(use, workers=2, **LINE)


def test_the_end_in_the_middle_of_everything() -> None:
    async def use(made: Pool) -> None:
        calls = later(made, *["stuck"] * 9)
        await asyncio.sleep(0)  # one turn of the loop, in which all are given: nothing to wait for
        before = made.pids
        made._workers[0].process.kill()
        await until(lambda: made.pids != before)
        for call in calls:
            call.cancel()

    within(use, workers=2, **LINE)


def test_a_process_that_cannot_start_is_nothing_to_wait_for(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    mark.touch()

    async def use(made: Pool) -> None:
        started = made.tally.started
        for _ in range(3):
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.1):
                    await made.run(act, "answer")
        assert made.tally.started <= started + 1  # not for every call
        assert len(made._waiting) <= 1  # those before it are forgotten
        mark.unlink()
        assert await made.run(act, "answer")

    within(use, mark=str(mark), **LINE)


def test_a_call_that_waits_is_reason_enough_to_start_again(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    mark.touch()

    async def use(made: Pool) -> None:
        (waiting,) = later(made, "answer")
        await until(lambda: made.tally.lost >= 2)  # the one at the beginning, and the one for this call
        mark.unlink()
        assert await waiting

    within(use, mark=str(mark), **LINE)


def test_calls_are_told_if_no_process_can_start(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    mark.touch()

    async def use(made: Pool) -> None:
        for call in later(made, "answer", "answer"):
            with pytest.raises(LostWorkerError, match="twice"):
                await call

    within(use, mark=str(mark))


def test_time_begins_when_a_call_is_worked_on() -> None:
    async def use(made: Pool) -> None:
        # Time itself is tested here: together they take longer than each may.
        await asyncio.gather(*(made.run_within(0.5, time.sleep, 0.3) for _ in range(3)))
        assert (made.tally.slow, made.tally.done) == (0, 3)
        with pytest.raises(SlowPageError, match=r"longer than 0\.2 seconds"):
            await made.run_within(0.2, act, "stuck")
        assert made.tally.slow == 1

    within(use)


def test_processes_start_when_there_is_work() -> None:
    async def use(made: Pool) -> None:
        assert len(made.pids) == 1
        await asyncio.gather(*later(made, "answer", "answer"))
        assert len(made.pids) == 2

    within(use, workers=3, least=1)


def test_a_successor_comes_although_its_predecessor_has_died() -> None:
    async def use(made: Pool) -> None:
        first = await made.run(act, "answer")
        await until(lambda: len(made.pids) == 2)
        os.kill(first, signal.SIGKILL)
        await until(lambda: first not in made.pids)
        assert await made.run(act, "answer") != first
        assert len(made.pids) <= 2

    within(use, calls=1)


def test_what_is_done_elsewhere_counts() -> None:
    async def use(made: Pool) -> None:
        with made.away():
            assert (made.running, made.waiting) == (1, 0)
            assert not await made.drain(0.01)
        assert await made.drain(0.01)

    within(use)
