"""The proxy's own site, at a host name that only the proxy answers: settings, counters, preview, certificate.

Pages behind the proxy can send requests here, too. Whoever changes something must therefore show a token that only the
form has, and come from this site; and must be one of those who may (`users.py`).
"""

from __future__ import annotations

import asyncio
import secrets
from html import escape
from pathlib import Path
from typing import Final
from urllib.parse import urlencode

from mitmproxy.http import HTTPFlow, Response

from printworthy.apps.proxy.addon import HOME, NATURE, Filtering
from printworthy.apps.proxy.config import save_config
from printworthy.apps.proxy.filter_worker import FilterJob
from printworthy.apps.proxy.forms import config_of, form
from printworthy.apps.proxy.html import note, page, refusal
from printworthy.apps.proxy.users import Admins
from printworthy.base.guard import Policy
from printworthy.errors import PrintworthyError
from printworthy.fetching.client import Client
from printworthy.fetching.limits import Limits
from printworthy.filters.settings import OFF

_HEADERS: Final = {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-src 'self'; "
    "frame-ancestors 'none'; base-uri 'none'",
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
    "cache-control": "no-store",
}
# How to trust the certificate: system, steps.
_TRUST_STEPS: Final[tuple[tuple[str, str], ...]] = (
    (
        "Windows",
        "Open printworthy.cer, choose Install Certificate, Local Machine, and the store Trusted Root "
        "Certification Authorities.",
    ),
    ("macOS", "Open printworthy.pem in Keychain Access, find Printworthy proxy, and under Trust choose Always Trust."),
    (
        "Debian, Ubuntu",
        "Copy printworthy.pem to /usr/local/share/ca-certificates/printworthy.crt and run sudo update-ca-certificates.",
    ),
    ("Fedora", "Copy printworthy.pem to /etc/pki/ca-trust/source/anchors/ and run sudo update-ca-trust."),
    ("Firefox", "Settings, Privacy & Security, View Certificates, Authorities, Import; trust it to identify websites."),
    ("Chromium on Linux", "certutil -d sql:$HOME/.pki/nssdb -A -t C,, -n printworthy -i printworthy.pem"),
    ("Android", "Settings, Security, Encryption & credentials, Install a certificate, CA: printworthy.cer."),
    ("iOS", "Open printworthy.pem, install the profile in Settings, then General, About, Certificate Trust Settings."),
)
_SANDBOX: Final = "default-src 'none'; style-src * 'unsafe-inline'; img-src * data:; font-src *; sandbox"


class OwnSite:
    """Answers requests for the proxy's own pages."""

    def __init__(self, certificate: Path, settings: Path | None, policy: Policy, admins: Admins) -> None:
        self.certificate, self.settings, self.policy, self.admins = certificate, settings, policy, admins
        self.token = secrets.token_urlsafe(24)
        self.filtering: Filtering | None = None

    async def answer(self, flow: HTTPFlow) -> None:
        """Put the answer into the flow."""
        flow.metadata[NATURE] = "own"
        status, content, headers = await self._route(flow)
        flow.response = Response.make(status, content, {**_HEADERS, **headers})

    async def _route(self, flow: HTTPFlow) -> tuple[int, bytes, dict[str, str]]:
        path = flow.request.path.partition("?")[0]
        if path == "/" and flow.request.method == "POST":
            return await self._save(flow)
        match path:
            case "/":
                return 200, self._settings(flow, note("Saved.") if flow.request.query.get("saved") else ""), {}
            case "/preview":
                return 200, _preview(flow.request.query.get("url", "")), {}
            case "/before" | "/after":
                return await self._shown(flow.request.query.get("url", ""), path == "/after")
            case "/trust":
                return 200, _trust(), {}
            case "/printworthy.pem" | "/printworthy.cer":
                content = await asyncio.to_thread(self.certificate.read_bytes)
                name = path[1:]
                kind = {"content-type": "application/x-x509-ca-cert"}
                return 200, content, {**kind, "content-disposition": f'attachment; filename="{name}"'}
        return 404, refusal("There is no such page."), {}

    def _settings(self, flow: HTTPFlow, told: str) -> bytes:
        assert self.filtering is not None
        may = self.admins.may_change(flow)
        above = told if may else note(self.admins.told)
        body = above + form(self.filtering.config, self.token if may else "") + _counters(self.filtering)
        return page("Filtering proxy", body, True)

    async def _save(self, flow: HTTPFlow) -> tuple[int, bytes, dict[str, str]]:
        assert self.filtering is not None
        if not self.admins.may_change(flow):
            return 403, refusal(self.admins.told), {}
        values = dict(flow.request.urlencoded_form.items(multi=False))
        if not self._is_own(flow, values.get("token", "")):
            return 403, refusal("This form is out of date: open the settings again."), {}
        try:
            config = config_of(values, self.filtering.config)
            if self.settings is not None:
                await asyncio.to_thread(save_config, self.settings, config)
        except PrintworthyError as error:
            return 400, self._settings(flow, note(str(error), wrong=True)), {}
        self.filtering.config = config
        return 303, b"", {"location": "/?saved=1"}

    def _is_own(self, flow: HTTPFlow, token: str) -> bool:
        origin = flow.request.headers.get("origin", HOME.rstrip("/"))
        same = origin in (HOME.rstrip("/"), "null")
        return same and secrets.compare_digest(token.encode(), self.token.encode())

    async def _shown(self, url: str, after: bool) -> tuple[int, bytes, dict[str, str]]:
        """A page for the preview, before or after; nothing of it may run."""
        assert self.filtering is not None
        headers = {"content-security-policy": _SANDBOX, "x-frame-options": "SAMEORIGIN"}
        config = self.filtering.config
        try:
            limits = Limits(size=int(config.limits.megabytes * 1e6), seconds=15)
            async with Client(self.policy, limits) as client:
                found = await client.get(url)
        except PrintworthyError as error:
            return 502, refusal(str(error)), headers
        job = FilterJob(found.content, found.url, config.settings if after else OFF, found.charset)
        done = await self.filtering.pool.run(job, 15)
        if done.refused:
            return 502, refusal(done.refused), headers
        kind = "text/plain" if done.form == "text" else "text/html"
        return 200, done.content, {**headers, "content-type": f"{kind}; charset=utf-8"}


def _counters(filtering: Filtering) -> str:
    counters = filtering.counters
    rows = {
        "Pages seen": counters.pages,
        "Pages filtered": counters.filtered,
        "Bytes saved": counters.saved,
        "Advertisements removed": counters.ads,
        "Pages let through": sum(counters.let_through.values()),
    }
    body = "".join(f'<tr><th scope="row">{name}</th><td>{value:,}</td></tr>' for name, value in rows.items())
    return f"<h2>Since the start</h2><table>{body}</table>"


def _preview(url: str) -> bytes:
    body = (
        '<form method="get" action="/preview"><div class="field"><label for="url">Address of a page</label> '
        f'<input id="url" name="url" type="url" size="60" required value="{escape(url)}"> <button>Show</button>'
        "</div></form>"
    )
    if url:
        asked = escape(urlencode({"url": url}))
        body += "".join(
            f'<div><h2>{name}</h2><iframe title="{name}" src="/{name.lower()}?{asked}" sandbox></iframe></div>'
            for name in ("Before", "After")
        ).join(('<div class="two">', "</div>"))
    return page("Preview", body, True)


def _trust() -> bytes:
    steps = "".join(f"<h2>{escape(system)}</h2><p>{escape(how)}</p>" for system, how in _TRUST_STEPS)
    return page(
        "Trust the proxy's certificate",
        "<p>The proxy reads pages that come encrypted. For that it shows a certificate of its own, which was made on "
        "this machine when the proxy first started and whose key never leaves it. Trust it only on machines whose "
        "traffic is to be filtered, and remove it when you no longer use the proxy.</p>"
        '<p><a href="/printworthy.pem">printworthy.pem</a> · <a href="/printworthy.cer">printworthy.cer</a></p>'
        + steps,
        True,
    )
