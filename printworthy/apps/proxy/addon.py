"""The proxy's add-on: what mitmproxy tells it of each request and reply, and what it does about it.

tls_clienthello   hosts that are to be passed through, or that pin their certificates, are not opened
request           the proxy's own pages; requests that the block lists name; the wish for the original
responseheaders   HTML is gathered, everything else streamed through untouched
response          HTML is filtered, in a worker and within its time; else it goes on as it came
"""

from __future__ import annotations

import logging
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from email.message import Message
from typing import Final

from mitmproxy.http import HTTPFlow, Request, Response
from mitmproxy.tls import ClientHelloData, TlsData

from printworthy.apps.proxy.config import PASS, Config, as_read_here
from printworthy.apps.proxy.filter_worker import FilteredPage, FilterJob
from printworthy.apps.proxy.marker import STYLE_HASH, allow_style, marker, taken_out
from printworthy.apps.proxy.pool import FilterPool
from printworthy.base.urls import host_of
from printworthy.filters.ads import lists_of
from printworthy.filters.blocking.blocked import spared
from printworthy.filters.settings import OFF, Settings

HOST: Final = "printworthy.proxy"
HOME: Final = f"http://{HOST}/"
_HTML: Final = ("text/html", "application/xhtml+xml")
_ENCODINGS: Final = frozenset({"", "identity", "gzip", "deflate", "br", "zstd"})
# What describes the bytes of a body, and is not true of the filtered one.
_OF_THE_BODY: Final = frozenset(
    b"content-type content-encoding etag last-modified content-md5 digest repr-digest content-digest accept-ranges age "
    b"expires cache-control".split()
)
_POLICIES: Final = ("content-security-policy", "content-security-policy-report-only")
# How browsers call what they fetch → how block lists call it.
_KINDS: Final = {"image": "image", "script": "script", "style": "stylesheet", "iframe": "sub_frame", "video": "media"}
_OFF: Final = as_read_here(OFF)
_MOST_PINNED: Final = 1000
_LONGEST: Final = 300
# Known of a flow: that it is the proxy's "own", or that the "original" was asked for; and by what it is filtered.
NATURE: Final = "printworthy"
_SETTINGS: Final = "printworthy settings"
_LOG: Final = logging.getLogger(__name__)


@dataclass(slots=True)
class Counters:
    """Pages seen, filtered, let through and why; bytes of HTML in and out; deleted elements; blocked requests."""

    pages: int = 0
    filtered: int = 0
    bytes_in: int = 0
    bytes_out: int = 0
    blocked: int = 0
    removed: Counter[str] = field(default_factory=Counter)
    let_through: Counter[str] = field(default_factory=Counter)

    def page(self, before: int, after: int, removed: Counter[str]) -> None:
        """A page was filtered."""
        self.filtered += 1
        self.bytes_in += before
        self.bytes_out += after
        self.removed.update(removed)

    @property
    def ads(self) -> int:
        """Advertisements that nobody saw."""
        return self.removed["ads"] + self.blocked

    @property
    def saved(self) -> int:
        """Bytes that were not sent on."""
        return max(0, self.bytes_in - self.bytes_out)


class Filtering:
    """Filters the pages of everybody behind the proxy."""

    def __init__(self, config: Config, pool: FilterPool, own: Callable[[HTTPFlow], Awaitable[None]]) -> None:
        self.config = config
        self.pool = pool
        self.own = own
        self.counters = Counters()
        self._pinned: OrderedDict[str, None] = OrderedDict()

    def tls_clienthello(self, data: ClientHelloData) -> None:
        """A client begins to speak TLS; what is not ours to read is passed through."""
        address = data.context.server.address
        host = data.client_hello.sni or (address[0] if address else "")
        if self.config.rule(host) == PASS or host in self._pinned:
            data.ignore_connection = True

    def tls_failed_client(self, data: TlsData) -> None:
        """A client does not take our certificate: it has another one in mind, and is let through next time."""
        address = data.context.server.address
        host = data.conn.sni or (address[0] if address else "")
        if host and host != HOST:
            self._pinned[host] = None
            while len(self._pinned) > _MOST_PINNED:
                self._pinned.popitem(last=False)

    async def request(self, flow: HTTPFlow) -> None:
        """A request, before the site sees it."""
        if flow.response is not None:
            return  # somebody has answered already: who is not let in gets nothing of this
        if flow.request.pretty_host == HOST:
            await self.own(flow)
            return
        path, asked = taken_out(flow.request.path)
        if asked:
            flow.request.path, flow.metadata[NATURE] = path, "original"
        if self._is_ad(flow.request):
            self.counters.blocked += 1
            flow.response = _nothing()
        elif _wants_page(flow.request):
            # A page that the browser has kept may be the original, or one filtered by other settings.
            flow.request.headers.pop("if-none-match", None)
            flow.request.headers.pop("if-modified-since", None)

    def responseheaders(self, flow: HTTPFlow) -> None:
        """The head of a reply: what is not filtered is not held up, either."""
        assert flow.response is not None
        if flow.metadata.get(NATURE) == "own":
            return
        settings = self._settings_for(flow) if _is_page(flow) else None
        flow.metadata[_SETTINGS] = settings
        if settings is None or settings == _OFF:
            flow.response.stream = True

    async def response(self, flow: HTTPFlow) -> None:
        """A whole page."""
        reply, settings = flow.response, flow.metadata.get(_SETTINGS)
        if reply is None or settings is None:
            return
        self.counters.pages += 1
        if settings == _OFF:  # as it was told: nobody need hear of it, and not even its bytes are written anew
            self.counters.let_through["nothing is to be filtered"] += 1
            return
        if reply.stream:
            self._let_through(flow, "it is too large")
            return
        try:
            content = reply.get_content(strict=True)
        except ValueError:
            self._let_through(flow, "its encoding is broken")
            return
        if not content or not content.strip():
            return
        if len(content) > self.config.limits.megabytes * 1e6:
            self._let_through(flow, "it is too large")
            return
        done = await self.pool.run(self._job(flow, content, settings), self.config.limits.seconds)
        if done.refused:
            self._let_through(flow, done.refused[:80])
            return
        self.counters.page(len(content), len(done.content), done.removed)
        _put(reply, done)

    def _let_through(self, flow: HTTPFlow, why: str) -> None:
        """A page goes on as it came; who runs the proxy is told."""
        self.counters.let_through[why] += 1
        _LOG.warning("unfiltered: %r: %s", flow.request.pretty_url.partition("?")[0][:_LONGEST], why)

    def _settings_for(self, flow: HTTPFlow) -> Settings | None:
        return self.config.settings_for(flow.request.pretty_host)

    def _job(self, flow: HTTPFlow, content: bytes, settings: Settings) -> FilterJob:
        assert flow.response is not None
        return FilterJob(
            content, flow.request.pretty_url, settings, _charset(flow.response), self._marker(flow.request)
        )

    def _marker(self, request: Request) -> str:
        """The note for a page of its own; pages within pages, and pieces that scripts ask for, get none."""
        inside = request.headers.get("sec-fetch-dest", "document") != "document"
        return "" if inside or not self.config.limits.marker else marker(request.pretty_url, HOME)

    def _is_ad(self, request: Request) -> bool:
        ads = self.config.ads
        if not self.config.limits.requests or _wants_page(request):
            return False
        page = request.headers.get("referer", "")
        here = self.config.settings_for(host_of(page)) if page else self.config.settings
        if here is None or not here.ads.enabled or spared(ads.allow, host_of(page)):
            return False
        kind = _KINDS.get(request.headers.get("sec-fetch-dest", ""), "other")
        lists = lists_of(ads)
        return lists is not None and lists.blocks(request.pretty_url, request.pretty_host, page, kind)


def _is_page(flow: HTTPFlow) -> bool:
    """Is a reply a whole page, which we can read, and somebody wants filtered?"""
    request, reply = flow.request, flow.response
    assert reply is not None
    kind = reply.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind not in _HTML or flow.metadata.get(NATURE) == "original":
        return False
    plain = reply.headers.get("content-encoding", "").strip().lower() in _ENCODINGS
    attached = "attachment" in reply.headers.get("content-disposition", "").lower()
    return plain and not attached and request.method in ("GET", "POST") and reply.status_code not in (204, 206, 304)


def _wants_page(request: Request) -> bool:
    """Does a browser ask for a page, to be shown by itself?"""
    dest = request.headers.get("sec-fetch-dest")
    return dest in ("document", "iframe", "frame") if dest else "text/html" in request.headers.get("accept", "")


def _charset(reply: Response) -> str:
    header = Message()
    header["content-type"] = reply.headers.get("content-type", "")
    return header.get_content_charset("")


def _put(reply: Response, done: FilteredPage) -> None:
    """The filtered body in the reply, with headers that are true of it."""
    encoding = reply.headers.get("content-encoding", "").strip().lower()
    kind = b"text/plain" if done.form == "text" else b"text/html"
    kept = [(name, value) for name, value in reply.headers.fields if name.lower() not in _OF_THE_BODY]
    ours = ((b"content-type", kind + b"; charset=utf-8"), (b"cache-control", b"private, no-cache"))
    reply.headers.fields = (*kept, *ours)
    reply.content = done.content
    for name in _POLICIES:
        if name in reply.headers:
            reply.headers[name] = allow_style(reply.headers[name], STYLE_HASH)
    if encoding in ("gzip", "br", "deflate", "zstd"):
        reply.encode("gzip" if encoding == "deflate" else encoding)


def _nothing() -> Response:
    return Response.make(204, b"", {"cache-control": "no-store"})
