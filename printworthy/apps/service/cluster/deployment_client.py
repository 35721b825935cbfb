"""A line to a deployment: a packed question in, the packed answer out. A replica or a machine that is lost is no error.

All that travels here is pure work or reading: to do it a second time, elsewhere, does no harm. A line goes on trying as
long as somebody waits: a call until its deadline, a job as long as it takes.
"""

from __future__ import annotations

import asyncio
from typing import Any, Final, cast

from ray.exceptions import RayError, RayTaskError
from ray.serve.exceptions import BackPressureError, DeploymentUnavailableError, ReplicaUnavailableError

from printworthy.apps.service.errors import BusyError
from printworthy.workers.pool import PoolCounts

# Seconds between two tries: the first ones soon, because most replicas have a sound neighbour.
_FIRST: Final = 0.1
_LONGEST: Final = 2.0
_BUSY: Final = 2


class DeploymentClient:
    """Questions to the replicas of one deployment; `tally` hears of those that were lost, and of refusals."""

    def __init__(self, name: str, handle: Any, tally: PoolCounts) -> None:  # noqa: ANN401 - Ray's handle
        self._name, self._handle, self._tally = name, handle, tally

    async def ask(self, question: bytes) -> bytes:
        """The answer of whichever replica gives one; `BusyError` if too many wait already."""
        pause = _FIRST
        while True:
            answer = await self._once(question)
            if answer is not None:
                return answer
            self._tally.lost += 1
            await asyncio.sleep(pause)
            pause = min(2 * pause, _LONGEST)

    async def _once(self, question: bytes) -> bytes | None:
        """One try: None if the replica is gone."""
        response = self._handle.remote(question)
        try:
            return cast("bytes", await response)
        except asyncio.CancelledError:
            response.cancel()
            raise
        except BackPressureError:
            self._tally.refused += 1
            raise BusyError(f"too many calls wait for {self._name}: try again later", retry=_BUSY) from None
        except (DeploymentUnavailableError, ReplicaUnavailableError):
            return None
        except RayError as error:
            if isinstance(error, RayTaskError):
                raise  # the replica lives, and failed
            return None
