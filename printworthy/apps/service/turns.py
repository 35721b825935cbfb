"""Turns: a few at a time go in, a few more wait, and whoever comes after them is told to come back later."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from printworthy.apps.service.errors import BusyError


class Turns:
    """`async with turns.taken(): …`: at most `most` at a time, at most `queue` waiting; `what` is told to the rest."""

    def __init__(self, most: int, queue: int, what: str) -> None:
        self._free = asyncio.Semaphore(most)
        self._queue, self._what = queue, what
        self.waiting = 0

    @asynccontextmanager
    async def taken(self) -> AsyncIterator[None]:
        """One turn, or `BusyError`."""
        if self._free.locked() and self.waiting >= self._queue:
            raise BusyError(f"{self.waiting} calls wait to {self._what} already: try again later", retry=2)
        self.waiting += 1
        try:
            await self._free.acquire()
        finally:
            self.waiting -= 1
        try:
            yield
        finally:
            self._free.release()
