"""Stations: a worker's function and its arguments in; where on the cluster it is done, and as what, out.

    extraction    reads pages                                  rendering    shows pages in a browser
    typesetting   writes documents                             http         takes calls apart and fetches
    here          on this machine: what works on its files

A page that becomes a PDF is read at one station and set at another; on one machine it is one step.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final, NamedTuple, cast

from ray.exceptions import RayError, RayTaskError
from ray.serve.exceptions import BackPressureError, DeploymentUnavailableError, ReplicaUnavailableError

from printworthy.apps.service.errors import BusyError
from printworthy.apps.service.jobs.runner import BIND_DOCUMENT, BIND_ZIP
from printworthy.apps.service.sheets.choices import DOCUMENT, SHOW
from printworthy.printing.executors import BEGIN, IN_WORKER, PRINT, WRITE, WRITE_ISSUE
from printworthy.workers.pool import PoolCounts

HTTP: Final = "http"
EXTRACTION: Final = "extraction"
RENDERING: Final = "rendering"
TYPESETTING: Final = "typesetting"
HERE: Final = "here"

_PLACES: Final[dict[Callable[..., Any], str]] = {
    **dict.fromkeys((WRITE, WRITE_ISSUE, SHOW, DOCUMENT), TYPESETTING),
    **dict.fromkeys((BIND_DOCUMENT, BIND_ZIP), HERE),
}


class Errand(NamedTuple):
    """What is to be done, where, and with what."""

    station: str
    function: Callable[..., Any]
    arguments: tuple[Any, ...]


def errand(function: Callable[..., Any], arguments: tuple[Any, ...]) -> Errand:
    """The station of a function; what is in no table reads pages."""
    if function != IN_WORKER:
        return Errand(_PLACES.get(function, EXTRACTION), function, arguments)
    step, verdicts, *given = arguments
    if step == PRINT and given[3].format == "pdf":
        return Errand(EXTRACTION, function, (BEGIN, verdicts, *given))
    return Errand(_PLACES.get(step, EXTRACTION), function, arguments)


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
