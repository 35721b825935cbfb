"""The workers of a cluster: the interface of `service.workers`, but the processes are anywhere.

Each replica has a pool of one process, so that a page has the same limits there as on one machine, and a page that ends
its process ends no replica.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ParamSpec, TypeVar, cast

from printworthy.apps.service.cluster.deployment_client import DeploymentClient
from printworthy.apps.service.cluster.routing import EXTRACTION, HERE, TYPESETTING, errand
from printworthy.apps.service.settings import WorkLimits
from printworthy.apps.service.workers import Workers
from printworthy.workers.wire import pack, unpack

P = ParamSpec("P")
T = TypeVar("T")


class ClusterWorkers(Workers):
    """Sends each function to its station; what works on this machine's files is done by a pool of its own."""

    def __init__(self, work: WorkLimits, handles: Mapping[str, Any]) -> None:
        super().__init__(work)
        self._lines = {name: DeploymentClient(name, handles[name], self.tally) for name in (EXTRACTION, TYPESETTING)}

    async def start(self) -> None:
        """Nothing is started before there is work for it."""

    async def run_within(self, seconds: float, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What the function returns, from whichever machine."""
        station, function_there, arguments = errand(function, args)
        if station == HERE:
            return await super().run_within(seconds, function, *args, **kwargs)
        self._check_open()
        with self.away():
            answer = await self._lines[station].ask(pack((seconds, function_there, arguments)))
        well, value = unpack(answer)
        self.tally.done += 1
        if well:
            return cast("T", value)
        raise value
