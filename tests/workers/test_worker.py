"""One process of a pool: what it reports, in which order, and what is left of it at the end."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable

import pytest

from printworthy.workers.process import Answer, ProcessSpec
from printworthy.workers.wire import pack
from printworthy.workers.worker import Call, Worker

pytestmark = pytest.mark.processes


def nothing() -> None:
    """Get ready."""


def leave() -> None:
    """Do not get ready."""
    os._exit(1)


class Told:
    """Notes what a process reports; each report can be awaited."""

    def __init__(self) -> None:
        self.ready, self.gone = asyncio.Event(), asyncio.Event()
        self.answers: asyncio.Queue[Answer] = asyncio.Queue()
        self.times_gone = 0

    def end(self, _hand: Worker) -> None:
        self.times_gone += 1
        self.gone.set()


def within(use: Callable[[Worker, Told], Awaitable[None]], ready: Callable[[], None] = nothing) -> None:
    """Start a process, use it, and see that nothing of it is left."""

    async def go() -> int:
        told = Told()
        hand = Worker(
            ProcessSpec(name="test", megabytes=512, ready=(ready, ()), apart=True),
            lambda _hand: told.ready.set(),
            lambda _hand, answer: told.answers.put_nowait(answer),
            told.end,
        )
        try:
            async with asyncio.timeout(60):
                await use(hand, told)
        finally:
            await hand.end()
        return hand.process.pid

    with pytest.raises(ProcessLookupError):
        os.kill(asyncio.run(go()), 0)


def call(function: Callable[..., object], *arguments: object) -> Call:
    return Call(pack((function, arguments)), 60.0, 1)


def test_answers_come_in_the_order_of_the_line() -> None:
    async def use(hand: Worker, told: Told) -> None:
        assert not hand.is_ready
        await told.ready.wait()
        assert hand.settled.done()
        calls = [call(pow, 2, 3), call(int, "x"), call(os.getpid)]
        for one in calls:
            hand.give(one)
        assert list(hand.line) == calls
        assert hand.process.calls == 3
        answers = [await told.answers.get() for _ in calls]
        assert [answer.well for answer in answers] == [True, False, True]
        assert [answers[0].value, answers[2].value] == [8, hand.process.pid]

    within(use)


def test_a_long_answer_comes_whole() -> None:
    async def use(hand: Worker, told: Told) -> None:
        await told.ready.wait()
        hand.give(call(bytes, 3_000_000))
        hand.give(call(pow, 2, 5))
        assert len((await told.answers.get()).value) == 3_000_000
        assert (await told.answers.get()).value == 32

    within(use)


@pytest.mark.parametrize("ready", [nothing, leave])
def test_who_is_gone_by_itself_says_so_once(ready: Callable[[], None]) -> None:
    async def use(hand: Worker, told: Told) -> None:
        if ready is nothing:
            await told.ready.wait()
            hand.process.kill()
        await told.gone.wait()
        assert told.ready.is_set() is (ready is nothing)
        hand.give(call(pow, 2, 3))  # nobody hears it, and nothing is raised
        await hand.end()
        assert hand.settled.done()
        assert told.times_gone == 1

    within(use, ready)


def test_who_is_ended_says_nothing_more() -> None:
    async def use(hand: Worker, told: Told) -> None:
        await told.ready.wait()
        hand.give(call(pow, 2, 3))
        await hand.end()
        hand.connection_lost(None)
        assert (told.times_gone, told.answers.empty()) == (0, True)

    within(use)


def test_who_is_ended_before_it_is_ready_is_settled() -> None:
    async def use(hand: Worker, told: Told) -> None:
        assert not hand.settled.done()
        ending = hand.end()
        await hand.settled
        await ending
        assert not told.ready.is_set()

    within(use)


def test_an_answer_that_nobody_understands_is_the_end(caplog: pytest.LogCaptureFixture) -> None:
    async def use(hand: Worker, told: Told) -> None:
        await told.ready.wait()
        hand.data_received(pack("no answer"))
        assert told.gone.is_set()

    within(use)
    assert "could not be read" in caplog.text


def test_answers_may_come_in_pieces() -> None:
    async def use(hand: Worker, told: Told) -> None:
        await told.ready.wait()
        sent = pack((True, "one", True, 0.0)) + pack((True, "two", True, 0.0))
        for byte in sent:
            hand.data_received(bytes([byte]))
        assert [told.answers.get_nowait().value for _ in range(2)] == ["one", "two"]
        hand.data_received(sent)
        assert [told.answers.get_nowait().value for _ in range(2)] == ["one", "two"]

    within(use)


def test_a_call_is_settled_once() -> None:
    async def go() -> None:
        well, ill, left = (Call(b"", 1.0, 1) for _ in range(3))
        assert well.settle(7)
        assert not well.settle(8)
        assert await well.done == 7
        assert ill.settle(ValueError("no"), well=False)
        with pytest.raises(ValueError, match="no"):
            await ill.done
        left.done.cancel()
        assert not left.settle(7)

    asyncio.run(go())
