"""Reading: addresses that strangers named → pages, whole articles and pictures, under the strict guard.

The network is used here, in the service's own process; what a page holds is looked at in a worker only: its article
comes back sealed, and is not opened here. To compare pages, and to merge them, is work for workers, too.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from printworthy.apps.service.browsers import Browsers
from printworthy.apps.service.errors import NoBrowserError
from printworthy.apps.service.orders import MOST_PICTURES, Given
from printworthy.apps.service.rates import Turns
from printworthy.apps.service.settings import Settings
from printworthy.apps.service.work import is_doubtful, visit_page, work_on
from printworthy.apps.service.workers import Workers
from printworthy.data.article import Article
from printworthy.data.page import Page
from printworthy.data.resources import Resource
from printworthy.errors import MissingExtraError, PrintworthyError, RefusedError, RenderError, UsageError
from printworthy.fetch.client import Client
from printworthy.fetch.limits import Visitor
from printworthy.options import Options

if TYPE_CHECKING:
    from printworthy.whole.hands import Hands, Visit

# Articles that are fetched at a time, for each worker.
_JOURNEYS: Final = 4
_MOST_BYTES: Final = 64 * 1024 * 1024
# Seconds after which a document is printed without the pictures that have not come.
_PICTURE_SECONDS: Final = 8.0
# A host with a dot in its name, and perhaps a port and a path.
_SPOKEN: Final = re.compile(r"[\w-]+(?:\.[\w-]+)+(?::\d+)?(?:[/?#]\S*)?")


@dataclass(frozen=True, slots=True)
class Journey:
    """How far an address is followed: to its print page, and through how many of its parts."""

    print_link: bool = True
    parts: int = 20


class PageReader:
    """Fetches for all calls; each article has a client, and thereby cookies, of its own."""

    def __init__(self, settings: Settings, workers: Workers, browsers: Browsers) -> None:
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

    async def read(self, url: str, options: Options, journey: Journey | None = None, trace: bool = False) -> Article:
        """The whole article at an address: the page, its print page, its parts; its verdicts only if asked for."""
        from printworthy.whole.plan import Plan
        from printworthy.whole.read import Reader

        check_scheme(url)
        journey = journey or Journey()
        plan = Plan(
            print_link=journey.print_link,
            pages=journey.parts,
            seconds=self._settings.seconds / 2,
            options=options,
            policy=self._settings.policy,
        )
        async with self._turns.taken(), self.client() as client:
            return await Reader(client, plan, hands=self._hands(client, options, trace)).read(url)

    async def show(self, page: Given, options: Options) -> Given:
        """A page that was handed in, as a browser shows it if the options ask for one."""
        if options.render == "never":
            return page
        async with self.client() as client:
            return await self._seen(page, options, client)

    async def pictures(self, sources: Sequence[str]) -> dict[str, Resource]:
        """Pictures by their address, several at a time; what does not come in time or is refused is left out."""
        found: dict[str, Resource] = {}
        if not sources:
            return found
        async with self._turns.taken(), self.client() as client:
            purse = _Purse(asyncio.Semaphore(client.limits.parallel))
            tasks = [asyncio.ensure_future(_picture(client, src, purse)) for src in sources[:MOST_PICTURES]]
            done, late = await asyncio.wait(tasks, timeout=_PICTURE_SECONDS)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)
        for src, task in zip(sources, tasks, strict=False):
            picture = task.result() if task in done else None
            if picture is not None:
                found[src] = picture
        return found

    def _hands(self, client: Client, options: Options, trace: bool) -> Hands:
        from printworthy.whole.hands import Hands

        async def look(page: Page) -> Visit:
            given = Given(page.html, page.url)
            if options.render != "never":
                given = await self._seen(given, options, client)
            visit = await self._workers.run(visit_page, page, options, given.snapshot, given.unseen, trace)
            return replace(visit, page=page)

        async def call(function: Callable[..., Any], *given: object) -> Any:  # noqa: ANN401 - the function's
            return await self._workers.run(work_on, function, *given)

        return Hands(look, call)

    async def _seen(self, page: Given, options: Options, client: Client) -> Given:
        """The page as a browser shows it; with `render="auto"` only if it is doubtful without, and if one can."""
        if options.render == "auto" and not await self._workers.run(is_doubtful, page, options):
            return page
        try:
            return replace(page, snapshot=await self._browsers.render(page.html, page.url, client))
        except (RenderError, MissingExtraError, NoBrowserError, UsageError) as error:
            if options.render != "auto":
                raise
            return replace(page, unseen=str(error))


def check_scheme(url: str) -> None:
    """Refuse an address as people say it, with how it is written."""
    if _SPOKEN.fullmatch(url):
        raise RefusedError(f"{url[:200]!r} does not say how it is fetched: write https://{url[:200]}")


@dataclass(slots=True)
class _Purse:
    """What the pictures of a document may still cost: a few at a time, and so many bytes together."""

    gate: asyncio.Semaphore
    left: int = _MOST_BYTES


async def _picture(client: Client, src: str, purse: _Purse) -> Resource | None:
    """A picture, or None if it does not come or there is no room for it."""
    async with purse.gate:
        if not purse.left:
            return None
        try:
            page = await client.get(src)
        except PrintworthyError:
            return None
        if len(page.content) > purse.left:
            purse.left = 0
            return None
        purse.left -= len(page.content)
    return Resource(page.content, page.media_type)
