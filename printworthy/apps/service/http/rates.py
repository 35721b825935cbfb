"""Rates, quotas and turns: who asks, and for how much, in; nothing, or an error that says when to come back, out."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from math import ceil
from time import monotonic
from typing import Final

from starlette.requests import Request

from printworthy.apps.service.errors import BusyError, QuotaError, TooManyError
from printworthy.apps.service.settings import Access

_DAY: Final = 86400.0
_MOST_CALLERS: Final = 10_000


@dataclass(slots=True)
class _Account:
    """What a caller has left: calls now, as of a moment, and pages until the day ends."""

    calls: float
    moment: float
    pages: int
    day_ends: float


class Rates:
    """Accounts by caller; those that did not call the longest are forgotten."""

    def __init__(self, access: Access, clock: Callable[[], float] = monotonic) -> None:
        self._access, self._clock = access, clock
        self._accounts: OrderedDict[str, _Account] = OrderedDict()

    def count_call(self, caller: str) -> None:
        """One call, by the rate."""
        access = self._access
        if not access.rate:
            return
        account = self._account(caller)
        now = self._clock()
        account.calls = min(float(max(access.burst, 1)), account.calls + (now - account.moment) * access.rate)
        account.moment = now
        if account.calls < 1:
            wait = max(1, ceil((1 - account.calls) / access.rate))
            raise TooManyError(f"more than {access.rate:g} calls a second: go on more slowly", retry=wait)
        account.calls -= 1

    def count_pages(self, caller: str, pages: int) -> None:
        """Pages that are asked for, by the quota of the day."""
        if not self._access.quota:
            return
        account, now = self._account(caller), self._clock()
        if now >= account.day_ends:
            account.pages, account.day_ends = 0, now + _DAY
        if account.pages + pages > self._access.quota:
            wait = max(1, ceil(account.day_ends - now))
            raise QuotaError(f"more than {self._access.quota} pages a day: go on tomorrow", retry=wait)
        account.pages += pages

    def _account(self, caller: str) -> _Account:
        now = self._clock()
        found = self._accounts.get(caller)
        if found is None:
            found = self._accounts[caller] = _Account(float(max(self._access.burst, 1)), now, 0, now + _DAY)
            if len(self._accounts) > _MOST_CALLERS:
                self._accounts.popitem(last=False)
        self._accounts.move_to_end(caller)
        return found


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


def count_pages(request: Request, pages: int) -> None:
    """So many pages are asked for; `QuotaError` if that is too much for a day."""
    request.app.state.rates.count_pages(request.state.caller.name, pages)
