"""The replicas: what runs on the machines of a cluster. A packed question in, its packed answer out; a class a station.

An answer says whether it is a result or an error of ours, so that Ray never has to carry, or to write down, an error
that speaks of a page. What a replica has started ends with it, because its pipes end: Ray may kill it at any moment.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Any, ParamSpec, TypeVar, cast

from printworthy.apps.service.app import Crew, create_app
from printworthy.apps.service.browsers import Browsers
from printworthy.apps.service.cluster.relay import RelayedCall, play
from printworthy.apps.service.cluster.routing import EXTRACTION, HERE, RENDERING, TYPESETTING, DeploymentClient, errand
from printworthy.apps.service.settings import Access, Jobs, ServiceSettings, WorkLimits
from printworthy.apps.service.workers import Workers
from printworthy.data.looks import Snapshot
from printworthy.errors import PrintworthyError, UsageError
from printworthy.fetching.client import Client
from printworthy.fetching.limits import Visitor
from printworthy.workers.pool import PoolCounts
from printworthy.workers.wire import pack, unpack

P = ParamSpec("P")
T = TypeVar("T")


class ClusterWorkers(Workers):
    """Sends each function to its station; what works on this machine's files is done by a pool of its own.

    Each replica has a pool of one process, so that a page has the same limits there as on one machine, and a page that
    ends its process ends no replica.
    """

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


# A replica has one process; a second call may already be on its way to it.
ONGOING = 2


class WorkReplica:
    """Extraction or typesetting: functions, done in a process with limits."""

    def __init__(self, settings: ServiceSettings) -> None:
        self._workers = Workers(replace(settings.work, workers=1, queue=ONGOING))
        self._warm = False

    async def __call__(self, question: bytes) -> bytes:
        """One function."""
        seconds, function, arguments = unpack(question)
        return await _packed(self._workers.run_within(seconds, function, *arguments))

    async def check_health(self) -> None:
        """Ray looks whether the replica lives, first before it gets any calls: it has a process by then."""
        if not self._warm:
            self._warm = True
            await self._workers.start()

    async def close(self) -> None:
        """End what was started."""
        await self._workers.close()


class Screen:
    """Rendering: pages, shown by a warm browser, which fetches under the guard."""

    def __init__(self, settings: ServiceSettings) -> None:
        self._settings = settings
        self._browsers = Browsers(replace(settings.work, browsers=1, queue=ONGOING))

    async def __call__(self, question: bytes) -> bytes:
        """One page."""
        html, url = unpack(question)
        async with Client(self._settings.policy, self._settings.limits, Visitor()) as client:
            return await _packed(self._browsers.render(html, url, client))

    async def close(self) -> None:
        """End what was started."""
        await self._browsers.close()


class Front:
    """HTTP: the app itself, for calls that were let in at the door; the handles lead to the other stations."""

    def __init__(self, settings: ServiceSettings, extraction: Any, rendering: Any, typesetting: Any) -> None:  # noqa: ANN401 - Ray's
        handles = {EXTRACTION: extraction, RENDERING: rendering, TYPESETTING: typesetting}
        self._settings = settings
        # Callers are known, and counted, at the door; jobs and opened pages are kept there, too.
        inner = replace(settings, host="127.0.0.1", access=Access(rate=0), jobs=Jobs(), token=None)
        self._app = create_app(inner, crew_of(inner, handles))

    async def __call__(self, question: bytes) -> bytes:
        """One call."""
        call: RelayedCall = unpack(question)
        return pack(await play(self._app, call))

    def is_for(self, settings: ServiceSettings) -> bool:
        """Whether this replica was made with these settings."""
        return settings == self._settings


class ClusterBrowsers(Browsers):
    """Sends pages to the rendering replicas, which fetch what a page asks for themselves, under the same guard."""

    def __init__(self, work: WorkLimits, handle: Any, tally: PoolCounts) -> None:  # noqa: ANN401 - Ray's handle
        super().__init__(work)
        self._line = DeploymentClient("a browser", handle, tally)

    def lacking(self) -> str:
        """Whether there are browsers shows at the replicas, not here."""
        return "" if self._count else super().lacking()

    async def render(self, html: bytes, url: str, client: Client) -> Snapshot:  # noqa: ARG002 - replicas have their own
        """How the page looks, or `RenderError`."""
        if not self._count:
            raise UsageError("this service has no browser: ask with render 'never' or 'auto'")
        self._waiting += 1
        try:
            answer = await self._line.ask(pack((html, url)))
        finally:
            self._waiting -= 1
        well, value = unpack(answer)
        if well:
            found: Snapshot = value
            return found
        raise value


def crew_of(settings: ServiceSettings, handles: dict[str, Any]) -> Crew:
    """Those who do the app's work, on the cluster."""
    workers = ClusterWorkers(settings.work, handles)
    return Crew(workers, ClusterBrowsers(settings.work, handles[RENDERING], workers.tally))


async def _packed(work: Awaitable[object]) -> bytes:
    try:
        return pack((True, await work))
    except PrintworthyError as error:
        return pack((False, error))
    except RuntimeError as error:  # one that a worker's process made fit to travel
        return pack((False, RuntimeError(str(error))))
