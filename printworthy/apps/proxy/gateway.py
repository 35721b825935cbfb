"""The gateway, for people who cannot set a proxy: `/read/<address>` → that page, filtered; its links stay inside."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import quote, unquote

from mitmproxy.http import HTTPFlow, Response

from printworthy.apps.proxy.config import Config
from printworthy.apps.proxy.filter_worker import FilterJob
from printworthy.apps.proxy.html import page, refusal
from printworthy.apps.proxy.pool import FilterPool
from printworthy.base.guard import Policy
from printworthy.errors import PrintworthyError
from printworthy.fetching.client import Client
from printworthy.fetching.limits import Limits

PREFIX: Final = "/read/"
# An address without one is meant to be https; a host with a port is no scheme.
_SCHEME: Final = re.compile(r"[a-z][a-z0-9+.-]*:(?!\d)", re.IGNORECASE)
# The page is the site's, the origin is ours: no script of it may run here.
_POLICY: Final = "script-src 'none'; object-src 'none'; frame-ancestors 'none'"
_FORM: Final = (
    '<form action="/read" method="get"><label>Address of a page '
    '<input name="url" inputmode="url" placeholder="https://…" size="60" required></label> <button>Read</button></form>'
)


class Gateway:
    """Answers every request itself."""

    def __init__(self, config: Config, pool: FilterPool, policy: Policy) -> None:
        self.config, self.pool, self.policy = config, pool, policy

    async def request(self, flow: HTTPFlow) -> None:
        """A reader asks for a page."""
        if flow.response is not None:
            return
        path, _, query = flow.request.path.partition("?")
        if path == "/read" and flow.request.query.get("url"):
            to = PREFIX + quote(flow.request.query["url"].strip(), safe=":/?&=%#+,;@!$'()*~-._")
            flow.response = Response.make(303, b"", {"location": to})
        elif path.startswith(PREFIX) and path != PREFIX:
            address = path[len(PREFIX) :] + (f"?{query}" if query else "")
            flow.response = await self._read(address)
        else:
            status = 200 if path in ("/", PREFIX) else 404
            flow.response = Response.make(status, page("Read a page", _FORM), _HEADERS)

    async def _read(self, address: str) -> Response:
        url = address if "://" in address else unquote(address)
        if not _SCHEME.match(url):
            return Response.make(303, b"", {"location": f"{PREFIX}https://{address}"})
        limits = Limits(size=int(self.config.limits.megabytes * 1e6), seconds=20)
        try:
            async with Client(self.policy, limits) as client:
                found = await client.get(url)
        except PrintworthyError as error:
            return Response.make(502, refusal(str(error)), _HEADERS)
        if found.media_type not in ("text/html", "application/xhtml+xml", ""):
            return Response.make(303, b"", {"location": found.url})
        job = FilterJob(found.content, found.url, self.config.settings, found.charset, "", PREFIX)
        done = await self.pool.run(job, max(10.0, self.config.limits.seconds))
        if done.refused:
            return Response.make(502, refusal(f"This page cannot be filtered: {done.refused}"), _HEADERS)
        kind = "text/plain" if done.form == "text" else "text/html"
        return Response.make(200, done.content, {**_HEADERS, "content-type": f"{kind}; charset=utf-8"})


_HEADERS: Final = {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": _POLICY,
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
}
