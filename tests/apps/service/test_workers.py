"""Workers, with real processes: limits, deaths, bounds, and the end."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Awaitable, Callable

import pytest

from printworthy.apps.service.errors import BusyError, ClosingError
from printworthy.apps.service.settings import WorkLimits
from printworthy.apps.service.workers import Workers
from printworthy.errors import InputError, LimitError
from printworthy.options import Options
from printworthy.printing.steps import extract_page
from printworthy.workers.pool import LostWorkerError, SlowPageError
from tests.apps.service.conftest import STORY
from tests.printing.pages import TITLE

pytestmark = pytest.mark.processes


def within(work: WorkLimits, use: Callable[[Workers], Awaitable[None]]) -> None:
    """Use workers, and see that none of their processes is left."""

    async def go() -> None:
        workers = Workers(work)
        await workers.start()
        pids = workers.pids
        try:
            await use(workers)
        finally:
            pids += workers.pids
            await workers.close()
        assert not any(map(is_alive, pids))

    asyncio.run(go())


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not true():  # noqa: ASYNC110 - what is waited for has no event
            await asyncio.sleep(0.01)


def test_results_and_errors() -> None:
    async def use(workers: Workers) -> None:
        article = await workers.run(extract_page, STORY.encode(), "", Options())
        assert article.title == TITLE
        assert article.blocks
        with pytest.raises(InputError):
            await workers.run(extract_page, b"%PDF-1.7", "", Options())
        with pytest.raises(RuntimeError, match="ZeroDivisionError at"):
            await workers.run(divmod, 1, 0)
        assert workers.tally.started == 1

    within(WorkLimits(workers=1), use)


def test_a_slow_page_ends_its_worker() -> None:
    async def use(workers: Workers) -> None:
        assert await workers.run(abs, -1) == 1
        before = workers.pids
        with pytest.raises(SlowPageError, match="longer than"):
            await workers.run_within(0.2, time.sleep, 60)
        assert await workers.run(abs, -2) == 2
        assert set(workers.pids).isdisjoint(before)
        assert workers.tally.slow == 1

    within(WorkLimits(workers=1), use)


def test_memory_is_bounded() -> None:
    async def use(workers: Workers) -> None:
        with pytest.raises(LimitError, match="memory"):
            await workers.run(bytearray, 2 * 1024**3)
        assert await workers.run(abs, -3) == 3

    within(WorkLimits(workers=1, megabytes=512), use)


def test_a_worker_that_dies_is_replaced() -> None:
    async def use(workers: Workers) -> None:
        with pytest.raises(LostWorkerError, match="twice"):
            await workers.run(os._exit, 1)
        assert await workers.run(abs, -4) == 4
        assert workers.tally.lost == 2

    within(WorkLimits(workers=1), use)


def test_a_call_survives_its_worker() -> None:
    """The worker is killed under the call; the call is made once more by another, and nobody notices."""

    async def use(workers: Workers) -> None:
        await workers.run(abs, 0)
        (pid,) = workers.pids
        call = asyncio.ensure_future(workers.run(time.sleep, 0.5))
        await until(lambda: workers.running == 1)
        os.kill(pid, signal.SIGKILL)
        assert await call is None
        assert workers.tally.lost == 1
        assert pid not in workers.pids

    within(WorkLimits(workers=1), use)


def test_a_call_survives_all_workers() -> None:
    """The one that works and the one that rests are killed at once."""

    async def use(workers: Workers) -> None:
        await asyncio.gather(*(workers.run(time.sleep, 0.2) for _ in range(2)))
        assert len(workers.pids) == 2
        call = asyncio.ensure_future(workers.run(time.sleep, 0.5))
        await until(lambda: workers.running == 1)
        for pid in workers.pids:
            os.kill(pid, signal.SIGKILL)
        assert await call is None
        assert await asyncio.gather(*(workers.run(abs, -1) for _ in range(4))) == [1] * 4
        assert len(workers.pids) <= 2

    within(WorkLimits(workers=2), use)


def test_an_idle_worker_that_died_is_not_used() -> None:
    async def use(workers: Workers) -> None:
        await workers.run(abs, 0)
        (pid,) = workers.pids
        os.kill(pid, signal.SIGKILL)
        assert await workers.run(abs, -5) == 5

    within(WorkLimits(workers=1), use)


def test_the_queue_has_a_bound() -> None:
    async def use(workers: Workers) -> None:
        calls = [asyncio.ensure_future(workers.run(time.sleep, 0.3)) for _ in range(3)]
        await until(lambda: workers.waiting == 2)
        with pytest.raises(BusyError) as refused:
            await workers.run(abs, -1)
        assert refused.value.retry >= 1
        await asyncio.gather(*calls)
        assert await workers.run(abs, -1) == 1
        assert workers.tally.refused == 1

    within(WorkLimits(workers=1, queue=2), use)


def test_a_cancelled_call_gives_its_worker_up() -> None:
    async def use(workers: Workers) -> None:
        await workers.run(abs, 0)
        (pid,) = workers.pids
        call = asyncio.ensure_future(workers.run(time.sleep, 60))
        waiting = asyncio.ensure_future(workers.run(time.sleep, 60))
        await until(lambda: workers.running == 1 and workers.waiting == 1)
        waiting.cancel()
        call.cancel()
        await asyncio.gather(call, waiting, return_exceptions=True)
        assert (workers.running, workers.waiting) == (0, 0)
        assert await workers.run(abs, -6) == 6
        await until(lambda: not is_alive(pid))

    within(WorkLimits(workers=1), use)


def test_a_worker_is_renewed() -> None:
    async def use(workers: Workers) -> None:
        first = await workers.run(os.getpid)
        assert await workers.run(os.getpid) == first  # and has done its share, but goes on until another is ready
        await until(lambda: first not in workers.pids)
        assert len(workers.pids) == 1
        assert await workers.run(os.getpid) != first
        await until(lambda: not is_alive(first))

    within(WorkLimits(workers=1, pages=2), use)


def test_the_end_waits_for_what_was_accepted() -> None:
    async def use(workers: Workers) -> None:
        calls = [asyncio.ensure_future(workers.run(time.sleep, 0.2)) for _ in range(3)]
        await until(lambda: workers.waiting == 2)
        end = asyncio.ensure_future(workers.drain(60))
        await asyncio.sleep(0)
        with pytest.raises(ClosingError):
            await workers.run(abs, 0)
        assert await end
        assert all(call.done() for call in calls)

    within(WorkLimits(workers=1), use)


def test_the_end_does_not_wait_for_ever() -> None:
    async def use(workers: Workers) -> None:
        call = asyncio.ensure_future(workers.run(time.sleep, 600))
        await until(lambda: workers.running == 1)
        assert not await workers.drain(0.1)
        call.cancel()
        await asyncio.gather(call, return_exceptions=True)

    within(WorkLimits(workers=1), use)


def test_what_is_printed_does_not_disturb() -> None:
    async def use(workers: Workers) -> None:
        await workers.run(print, "this goes to the log")
        assert await workers.run(abs, -7) == 7

    within(WorkLimits(workers=1), use)
