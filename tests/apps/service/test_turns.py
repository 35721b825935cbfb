"""Turns and bodies: what is held at a time has a bound."""

from __future__ import annotations

import asyncio

import pytest

from printworthy.apps.service.errors import BusyError, ClosingError, TooLargeError
from printworthy.apps.service.http.middleware import BodyLimits
from printworthy.apps.service.http.rates import Turns


def test_a_few_go_in_a_few_wait_and_the_rest_is_told() -> None:
    async def go() -> list[str]:
        turns, leave, inside = Turns(2, 1, "fetch"), asyncio.Event(), asyncio.Semaphore(0)

        async def one() -> str:
            try:
                async with turns.taken():
                    inside.release()
                    await leave.wait()
            except BusyError:
                return "told"
            return "in"

        calls = [asyncio.ensure_future(one()) for _ in range(5)]
        for _ in range(2):
            await inside.acquire()
        leave.set()
        answers = list(await asyncio.gather(*calls))
        assert turns.waiting == 0
        assert await one() == "in"
        return answers

    assert asyncio.run(go()) == ["in", "in", "in", "told", "told"]


def test_one_who_gives_up_leaves_no_trace() -> None:
    async def go() -> None:
        turns = Turns(1, 5, "fetch")
        async with turns.taken():
            waiting = asyncio.ensure_future(turns.taken().__aenter__())
            while not turns.waiting:  # noqa: ASYNC110 - it has no event
                await asyncio.sleep(0)
            waiting.cancel()
            await asyncio.gather(waiting, return_exceptions=True)
        assert turns.waiting == 0
        async with turns.taken():
            pass

    asyncio.run(go())


def read(bodies: BodyLimits, parts: list[bytes | None], length: str = "") -> bytes:
    """A body in these parts; None is a caller that has gone."""
    left = list(parts)

    async def receive() -> dict[str, object]:
        part = left.pop(0)
        if part is None:
            return {"type": "http.disconnect"}
        return {"type": "http.request", "body": part, "more_body": bool(left)}

    async def go() -> bytes:
        headers = [(b"content-length", length.encode())] if length else []
        async with bodies.read({"headers": headers}, receive) as body:
            assert bodies.held == len(body)
            return body

    return asyncio.run(go())


def test_bodies() -> None:
    bodies = BodyLimits(10, 15)
    assert read(bodies, [b"abc", b"", b"def"]) == b"abcdef"
    assert read(bodies, [b""], "nonsense") == b""
    for parts, length in (([b""], "11"), ([b"x" * 6, b"x" * 5], ""), ([b""], "9" * 500)):
        with pytest.raises(TooLargeError):
            read(bodies, parts, length)
    with pytest.raises(ClosingError):
        read(bodies, [b"abc", None])
    assert bodies.held == 0


def test_all_bodies_together() -> None:
    bodies = BodyLimits(10, 15)
    bodies.held = 9
    with pytest.raises(BusyError):
        read(bodies, [b""], "7")
    with pytest.raises(BusyError):
        read(bodies, [b"x" * 4, b"x" * 4])
    assert bodies.held == 9
