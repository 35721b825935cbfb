"""The browsers of a cluster: the interface of `browsers`, but they run where the rendering replicas are.

A replica fetches what a page asks for by a client of its own, under the guard that the service has.
"""

from __future__ import annotations

from typing import Any

from printworthy.apps.service.browsers import Browsers
from printworthy.apps.service.cluster.line import Line
from printworthy.apps.service.settings import Work
from printworthy.data.looks import Snapshot
from printworthy.errors import UsageError
from printworthy.fetch.client import Client
from printworthy.workers.pool import Tally
from printworthy.workers.wire import pack, unpack


class ClusterBrowsers(Browsers):
    """Sends pages to the rendering replicas."""

    def __init__(self, work: Work, handle: Any, tally: Tally) -> None:  # noqa: ANN401 - Ray's handle
        super().__init__(work)
        self._line = Line("a browser", handle, tally)

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
