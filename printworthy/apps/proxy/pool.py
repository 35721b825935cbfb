"""The pool: jobs in, filtered pages out, each within its time; what takes longer, or kills its worker, gives nothing.

Pages are filtered in processes of their own, so that a large page holds up nobody else's. A worker is given one page
more than it works on, so that it need not wait for the proxy, which has others to look after. If that page lies behind
a slow one, a worker that has nothing to do takes it, too, and whoever is done first is heard. A worker that is stuck is
ended, and a new one takes over; so it does for one that broke down. The page that it worked on goes unfiltered; those
behind it are given to others.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections import deque
from collections.abc import Sequence
from typing import Final

from printworthy.apps.processes.process import EndedError
from printworthy.apps.proxy.hands import BROKEN, Given, Hand, ProcessHand, ThreadHand
from printworthy.apps.proxy.work import Done, Job
from printworthy.filters.settings import Settings

_LOG: Final = logging.getLogger(__name__)
LATE: Final = Done(refused="it took too long")
# So long after its limit a job is taken for stuck.
_PATIENCE: Final = 15.0
_THREADS: Final = 2
# So many pages a worker has at once: the one that it works on, and the next.
_LINE: Final = 2
# After so many seconds a page that is still behind another may be taken by somebody else.
_SLOW: Final = 0.1
# So many seconds pass before a worker that could not start is tried again, if pages wait.
_PAUSE: Final = 0.5


class Pool:
    """Runs jobs by these settings, mostly. `workers` processes, or two threads of this one if 0.

    Where processes cannot be ended with all that they started, on Windows, they are threads, too.
    """

    def __init__(self, workers: int, settings: Sequence[Settings] = ()) -> None:
        self._size = workers or _THREADS
        self._kind = ProcessHand if workers and hasattr(os, "killpg") else ThreadHand
        self._settings = tuple(settings)
        self._hands: list[Hand] = []
        self._waiting: deque[Given] = deque()
        self._hiring: set[asyncio.Task[None]] = set()
        self._ends: set[asyncio.Task[None]] = set()
        self._closed = self._pausing = False

    async def warm(self) -> None:
        """Come back when all workers have loaded what they need."""
        self._fill()
        await asyncio.gather(*self._hiring)

    async def run(self, job: Job, seconds: float) -> Done:
        """The filtered page, or why there is none, never later than `seconds`."""
        given = Given(job)
        self._waiting.append(given)
        self._fill()
        self._share_out()
        try:
            async with asyncio.timeout(seconds):
                return await given.done
        except TimeoutError:
            return LATE
        finally:
            if given.done.cancelled():  # nobody waits for it any more; who works on it may do so for ever
                asyncio.get_running_loop().call_later(_PATIENCE, self._end_if_stuck, given)

    async def close(self) -> None:
        """End the workers; who still waits for a page is told."""
        self._closed = True
        for given in (*self._waiting, *(given for hand in self._hands for given in hand.line)):
            given.settle(BROKEN)
        hiring = tuple(self._hiring)
        for task in hiring:
            task.cancel()
        await asyncio.gather(*hiring, return_exceptions=True)
        await asyncio.gather(*(hand.close() for hand in self._hands), *self._ends)
        self._hands.clear()

    def _fill(self) -> None:
        """Hire whom we lack."""
        while not (self._closed or self._pausing) and len(self._hands) + len(self._hiring) < self._size:
            task = asyncio.create_task(self._hire())
            self._hiring.add(task)
            task.add_done_callback(self._hiring.discard)

    async def _hire(self) -> None:
        hand = self._kind(self._over, self._lost)
        try:
            await hand.prepare(self._settings)
        except (EndedError, OSError) as error:
            _LOG.warning("a worker could not start: %s", str(error) or "it ended")
            self._pausing = True
            asyncio.get_running_loop().call_later(_PAUSE, self._try_again)
            return
        self._hands.append(hand)
        self._share_out()

    def _try_again(self) -> None:
        """Hire for the pages that wait; if there are none, the next one is another occasion."""
        self._pausing = False
        if self._is_waited():
            self._fill()

    def _is_waited(self) -> bool:
        """Whether somebody waits for a page that nobody has; those that nobody waits for any more are forgotten."""
        while self._waiting and self._waiting[0].done.done():
            self._waiting.popleft()
        return bool(self._waiting)

    def _share_out(self) -> None:
        """Give the pages that wait to those who have the least to do."""
        while self._is_waited():
            hand = min(self._hands, key=_load, default=None)
            if hand is None or _load(hand) == _LINE:
                return
            hand.give(given := self._waiting.popleft())
            if hand.line[0] is not given:
                asyncio.get_running_loop().call_later(_SLOW, self._help, given)

    def _help(self, given: Given) -> None:
        """Whoever has nothing to do takes a page that lies behind another."""
        if given.done.done() or self._closed or any(hand.line and hand.line[0] is given for hand in self._hands):
            return
        if (idle := next((hand for hand in self._hands if not hand.line), None)) is not None:
            idle.give(given)
        else:
            asyncio.get_running_loop().call_later(_SLOW, self._help, given)

    def _over(self, hand: Hand, done: Done) -> None:
        hand.line.popleft().settle(done)
        self._share_out()

    def _lost(self, hand: Hand) -> None:
        """Replace who has ended; the page that it worked on is the one to be suspected."""
        self._hands.remove(hand)
        task = asyncio.create_task(hand.close())
        self._ends.add(task)
        task.add_done_callback(self._ends.discard)
        if hand.line and not hand.failed:
            hand.line.popleft().settle(BROKEN)
        self._waiting.extendleft(reversed(hand.line))
        self._fill()
        self._share_out()

    def _end_if_stuck(self, given: Given) -> None:
        for hand in self._hands:
            if hand.line and hand.line[0] is given:
                hand.kill()


def _load(hand: Hand) -> int:
    return len(hand.line)
