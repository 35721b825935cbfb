"""The pool: nobody waits for ever, what nobody waits for is not done, and a process that breaks down is replaced."""

from __future__ import annotations

import asyncio
import os
import select
import signal
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from printworthy.errors import LimitError
from printworthy.workers import hand as hands
from printworthy.workers.pool import LostWorkerError, Policy, Pool, SlowPageError
from printworthy.workers.process import Kind

pytestmark = pytest.mark.processes

# Two calls a process, no second try, and some patience: as the proxy has it.
LINE = {"line": 2, "tries": 1, "patience": 0.2}


def act(name: str) -> int:
    """It takes so many seconds, or fails, or ends its process, and says which one that is."""
    match name:
        case "die":
            os.kill(os.getpid(), signal.SIGKILL)
        case "fail":
            raise ZeroDivisionError
        case "too much":
            raise MemoryError
        case _:
            time.sleep(float(name))
    return os.getpid()


def note(name: str, folder: str) -> int:
    """Say in a file that it was begun, then act."""
    Path(folder, str(os.getpid())).touch()
    return act(name)


def leave_if(mark: str) -> None:
    """Get ready, unless there is a mark."""
    if mark and Path(mark).exists():
        os._exit(1)


def within(use: Callable[[Pool], Awaitable[None]], workers: int = 1, mark: str = "", **how: object) -> None:
    """Use a pool, and see that no process of it is left."""
    kind = Kind(name="test", megabytes=512, ready=(leave_if, (mark,)), apart=True)

    async def go() -> tuple[int, ...]:
        made = Pool(Policy(kind=kind, workers=workers, **{"least": workers, **how}))
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
        done = await asyncio.gather(*(made.run(act, "0.01") for _ in range(50)))
        assert len(set(done)) == 2
        with pytest.raises(RuntimeError, match="ZeroDivisionError at"):
            await made.run(act, "fail")

    within(use, workers=2, **LINE)


def test_a_process_that_is_stuck_is_ended_and_replaced(tmp_path: Path) -> None:
    async def use(made: Pool) -> None:
        before = await made.run(act, "0")
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.05):
                await made.run(act, "600")
        assert await made.run(act, "0") != before
        given_up = asyncio.ensure_future(made.run(note, "600", str(tmp_path)))
        await until(lambda: list(tmp_path.iterdir()))
        given_up.cancel()
        assert not (tmp_path / str(await made.run(act, "0"))).exists()

    within(use, **LINE)


def test_a_process_that_has_patience_may_still_answer() -> None:
    async def use(made: Pool) -> None:
        before = await made.run(act, "0")
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.05):
                await made.run(act, "0.3")
        assert await made.run(act, "0") == before

    within(use, **{**LINE, "patience": 60.0})


def test_a_process_that_dies_takes_no_call_along_but_the_one_that_it_works_on() -> None:
    async def use(made: Pool) -> None:
        before = await made.run(act, "0")
        dead, behind, waiting = later(made, "die", "0", "0")
        with pytest.raises(LostWorkerError, match="once"):
            await dead
        assert await behind == await waiting != before

    within(use, **LINE)


def test_a_process_that_ends_for_a_call_does_not_take_the_next_along() -> None:
    async def use(made: Pool) -> None:
        dead, behind = later(made, "too much", "0")
        with pytest.raises(LimitError, match="more than 512 MB"):
            await dead
        assert await behind
        assert made.tally.lost == 0

    within(use, **LINE)


def test_a_process_that_cannot_be_understood_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    async def use(made: Pool) -> None:
        before = await made.run(act, "0")
        with monkeypatch.context() as patch:
            patch.setattr(hands, "unpack", lambda _: 1 / 0)
            with pytest.raises(LostWorkerError):
                await made.run(act, "0")
        assert await made.run(act, "0") != before

    within(use, **LINE)


def test_the_end_in_the_middle_of_a_long_answer() -> None:
    async def use(made: Pool) -> None:
        (hand,) = made._hands
        hand._answers.pause_reading()
        waiting = asyncio.ensure_future(made.run(bytes, 9_000_000))
        await until(lambda: select.select([hand.process.stdout], [], [], 0)[0])  # on its way, and nobody reads it
        async with asyncio.timeout(30):
            await made.close()
        with pytest.raises(LostWorkerError, match="ended"):
            await waiting
        with pytest.raises(LostWorkerError, match="ended"):
            await made.run(act, "0")

    within(use, **LINE)


def test_a_call_behind_a_slow_one_is_taken_by_whoever_has_nothing_to_do() -> None:
    async def use(made: Pool) -> None:
        slow, quick, behind = later(made, "20", "0.5", "0")
        await asyncio.sleep(0)
        assert [len(hand.line) for hand in made._hands] == [2, 1]
        assert await behind == await quick
        assert not slow.done()
        slow.cancel()

    within(use, workers=2, **LINE)


def test_the_end_in_the_middle_of_everything() -> None:
    async def use(made: Pool) -> None:
        calls = later(made, *["600"] * 9)
        await asyncio.sleep(0)
        before = made.pids
        made._hands[0].process.kill()
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
                    await made.run(act, "0")
        assert made.tally.started <= started + 1  # not for every call
        assert len(made._waiting) <= 1  # those before it are forgotten
        mark.unlink()
        assert await made.run(act, "0")

    within(use, mark=str(mark), **LINE)


def test_a_call_that_waits_is_reason_enough_to_start_again(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    mark.touch()

    async def use(made: Pool) -> None:
        (waiting,) = later(made, "0")
        await until(lambda: made.tally.lost >= 2)  # the one at the beginning, and the one for this call
        mark.unlink()
        assert await waiting

    within(use, mark=str(mark), **LINE)


def test_calls_are_told_if_no_process_can_start(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    mark.touch()

    async def use(made: Pool) -> None:
        for call in later(made, "0", "0"):
            with pytest.raises(LostWorkerError, match="twice"):
                await call

    within(use, mark=str(mark))


def test_time_begins_when_a_call_is_worked_on() -> None:
    async def use(made: Pool) -> None:
        assert await asyncio.gather(*(made.run_within(0.5, act, "0.3") for _ in range(3)))
        assert (made.tally.slow, made.tally.done) == (0, 3)
        with pytest.raises(SlowPageError, match=r"longer than 0\.2 seconds"):
            await made.run_within(0.2, act, "60")
        assert made.tally.slow == 1

    within(use)


def test_processes_start_when_there_is_work() -> None:
    async def use(made: Pool) -> None:
        assert len(made.pids) == 1
        await asyncio.gather(*later(made, "0.2", "0.2"))
        assert len(made.pids) == 2

    within(use, workers=3, least=1)


def test_a_successor_comes_although_its_predecessor_has_died() -> None:
    async def use(made: Pool) -> None:
        first = await made.run(act, "0")
        await until(lambda: len(made.pids) == 2)
        os.kill(first, signal.SIGKILL)
        await until(lambda: first not in made.pids)
        assert await made.run(act, "0") != first
        assert len(made.pids) <= 2

    within(use, calls=1)


def test_what_is_done_elsewhere_counts() -> None:
    async def use(made: Pool) -> None:
        with made.away():
            assert (made.running, made.waiting) == (1, 0)
            assert not await made.drain(0.01)
        assert await made.drain(0.01)

    within(use)
