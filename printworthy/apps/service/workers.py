"""The service's workers: a pool of processes, a bound for the queue before it, and an end that takes no more calls."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar

from printworthy.apps.service.errors import BusyError, ClosingError
from printworthy.apps.service.settings import WorkLimits
from printworthy.printing.executors import WARM
from printworthy.workers.pool import Pool, PoolPolicy
from printworthy.workers.process import ProcessSpec

P = ParamSpec("P")
T = TypeVar("T")


class Workers(Pool):
    """A pool for calls; beyond the bound they are refused with `BusyError`."""

    def __init__(self, work: WorkLimits) -> None:
        # The typesetter, a process below a worker, is confined for itself.
        kind = ProcessSpec(name="service", megabytes=work.megabytes, ready=(WARM, ()), programs=True, apart=True)
        super().__init__(PoolPolicy(kind=kind, workers=work.workers, seconds=work.seconds, calls=work.pages))
        self._work = work
        self._draining = False

    @property
    def retry_after(self) -> int:
        """After how many seconds a refused call may fit."""
        return 1 + self.waiting // (4 * self._work.workers)

    async def run_within(self, seconds: float, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What the function returns; `BusyError` if too many calls wait already."""
        self._check_open()
        if len(self._calls) >= self._work.workers + self._work.queue:
            self.tally.refused += 1
            raise BusyError(f"{self.waiting} calls are waiting already: try again later", retry=self.retry_after)
        return await super().run_within(seconds, function, *args, **kwargs)

    def _check_open(self) -> None:
        if self._draining:
            raise ClosingError("the service is about to end: try again in a moment", retry=5)

    async def drain(self, seconds: float) -> bool:
        """Take no more calls and wait for those that run; says whether all came to their end."""
        self._draining = True
        return await super().drain(seconds)

    async def close(self) -> None:
        """End all processes."""
        self._draining = True
        await super().close()
