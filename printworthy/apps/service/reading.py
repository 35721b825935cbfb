"""Reading: addresses that strangers named → pages, whole articles and pictures, under the strict guard.

The network is used here, in the service's own process; what a page holds is looked at in a worker only: its article
comes back packed, and is not opened here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from printworthy.apps.service.browsers import Browsers
from printworthy.apps.service.http.rates import Turns
from printworthy.apps.service.settings import ServiceSettings
from printworthy.apps.service.workers import Workers
from printworthy.data.article import Resource
from printworthy.data.looks import Snapshot
from printworthy.data.page import Page
from printworthy.errors import RefusedError
from printworthy.fetching.client import Client
from printworthy.fetching.limits import Visitor
from printworthy.options import Options
from printworthy.printing.browsing import Show, look
from printworthy.printing.executors import EXTRACT, IN_WORKER
from printworthy.printing.messages import PackedArticle
from printworthy.printing.pictures import fetch_pictures
from printworthy.printing.plan import Plan
from printworthy.printing.reader import Reader

# Articles that are fetched at a time, for each worker.
_JOURNEYS: Final = 4
# Seconds after which a document is printed without the pictures that have not come.
_PICTURE_SECONDS: Final = 8.0
# A host with a dot in its name, and perhaps a port and a path.
_SPOKEN: Final = re.compile(r"[\w-]+(?:\.[\w-]+)+(?::\d+)?(?:[/?#]\S*)?")


@dataclass(frozen=True, slots=True)
class Journey:
    """How far an address is followed: to its print page, and through how many of its parts."""

    print_link: bool = True
    parts: int = 20


@dataclass(frozen=True, slots=True)
class WorkerExecutor:
    """Where the service's steps are done; `verdicts`: articles come back with all of their trace."""

    workers: Workers
    verdicts: bool = False

    async def run(self, step: Callable[..., Any], *given: Any) -> Any:  # noqa: ANN401 - the step's
        """What the step returns."""
        return await self.workers.run(IN_WORKER, step, self.verdicts, *given)


class PageReader:
    """Fetches for all calls; each article has a client, and thereby cookies, of its own."""

    def __init__(self, settings: ServiceSettings, workers: Workers, browsers: Browsers) -> None:
        self._settings, self._workers, self._browsers = settings, workers, browsers
        self._visitor = Visitor(cache=settings.cache)
        # What is fetched is held in memory: only so many at a time.
        self._turns = Turns(_JOURNEYS * settings.work.workers, settings.work.queue, "fetch")

    @property
    def has_browser(self) -> bool:
        """Whether pages can be shown here, with their scripts."""
        return not self._browsers.lacking()

    def client(self) -> Client:
        """A client under the guard; use it in an `async with`."""
        return Client(self._settings.policy, self._settings.limits, self._visitor)

    async def get(self, url: str) -> Page:
        """One page as it is, or `FetchError`, `RefusedError`, `LimitError`."""
        check_scheme(url)
        async with self._turns.taken(), self.client() as client:
            return await client.get(url)

    async def read(
        self, url: str, options: Options, journey: Journey | None = None, trace: bool = False
    ) -> PackedArticle:
        """The whole article at an address: the page, its print page, its parts; its verdicts only if asked for."""
        check_scheme(url)
        async with self._turns.taken(), self.client() as client:
            executor = WorkerExecutor(self._workers, trace)
            reader = Reader(client, self._plan(options, journey or Journey()), None, executor, self._shower(client))
            return _packed(await reader.read(url))

    async def look(self, html: bytes, url: str, options: Options, trace: bool = False) -> PackedArticle:
        """The article of a page that was handed in, as a browser shows it if the options ask for one."""
        async with self.client() as client:
            executor = WorkerExecutor(self._workers, trace)
            return _packed(await look(executor, EXTRACT, html, url, options, self._shower(client)))

    async def show(self, html: bytes, url: str) -> Snapshot:
        """What a browser shows of a page."""
        async with self.client() as client:
            return await self._shower(client)(html, url)

    async def pictures(self, sources: Sequence[str]) -> dict[str, Resource]:
        """Pictures by their address, several at a time; what does not come in time or is refused is left out."""
        if not sources:
            return {}
        async with self._turns.taken():
            return (await fetch_pictures(sources, self._plan(Options(), Journey()))).found

    def _plan(self, options: Options, journey: Journey) -> Plan:
        settings = self._settings
        return Plan(
            print_link=journey.print_link,
            pages=journey.parts,
            seconds=settings.seconds / 2,
            pictures=_PICTURE_SECONDS,
            options=options,
            policy=settings.policy,
            strangers=settings.policy,
            limits=settings.limits,
            visitor=self._visitor,
        )

    def _shower(self, client: Client) -> Show:
        async def show(html: bytes, url: str) -> Snapshot:
            return await self._browsers.render(html, url, client)

        return show


def check_scheme(url: str) -> None:
    """Refuse an address as people say it, with how it is written."""
    if _SPOKEN.fullmatch(url):
        raise RefusedError(f"{url[:200]!r} does not say how it is fetched: write https://{url[:200]}")


def _packed(held: object) -> PackedArticle:
    assert isinstance(held, PackedArticle)
    return held
