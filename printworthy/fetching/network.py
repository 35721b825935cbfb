"""The network as a transport: aiohttp, with the guard at every look-up and at every connection."""

from __future__ import annotations

import asyncio
import os
import socket
from functools import cache
from threading import Thread
from typing import TYPE_CHECKING, Any, Final, TypeAlias, cast

from printworthy.base.extras import need
from printworthy.base.guard import STRICT, Policy, check_address, check_url, refusal
from printworthy.base.urls import canonical_host, told
from printworthy.errors import FetchError
from printworthy.fetching.transport import Reply, Request
from printworthy.fetching.unpack import Body, accepted

if TYPE_CHECKING:
    from aiohttp import ClientResponse, ClientSession
    from aiohttp.abc import AbstractResolver, ResolveResult
    from aiohttp.connector import Connection

_CHUNK: Final = 64 * 1024
_LINE: Final = 32 * 1024
# What OpenSSL says of an answer that is not encrypted.
_PLAIN: Final = frozenset({"WRONG_VERSION_NUMBER", "HTTP_REQUEST", "RECORD_LAYER_FAILURE", "PACKET_LENGTH_TOO_LONG"})
# The tuples that getaddrinfo gives.
_Found: TypeAlias = list[tuple[Any, ...]]


class Network:
    """Keeps connections open between requests; close it in the loop that used it."""

    def __init__(self, policy: Policy = STRICT, resolver: AbstractResolver | None = None, parallel: int = 8) -> None:
        self._policy = policy
        self._resolver = resolver
        self._parallel = parallel
        self._session: ClientSession | None = None
        # Addresses that a granted host led to: the connection itself no longer knows its host.
        self._approved: set[str] = set()

    async def send(self, request: Request) -> Reply:
        """The reply, with redirects, errors and all."""
        host = check_url(request.url, self._policy)
        if host in self._policy.granted:
            self._approved.add(host)
        session = self._session = self._session or self._open()
        import aiohttp
        from yarl import URL

        try:
            url = URL(request.url, encoded=request.url.isascii())
            # What the guard has read is what is asked for, not what another reader makes of the same spelling.
            url = url if url.raw_host == host else url.with_host(host)
            headers = {"Accept-Encoding": accepted(), **request.headers}
            async with session.get(url, headers=headers, allow_redirects=False) as response:
                return await _read(response, request)
        except (aiohttp.ClientError, OSError, ValueError) as error:
            raise _failure(request.url, error) from error

    async def close(self) -> None:
        """Close all connections."""
        if self._session is not None:
            await self._session.close()
            self._session = None

    def _open(self) -> ClientSession:
        need("fetch", "fetching a page", "aiohttp")
        import aiohttp

        connector = aiohttp.TCPConnector(
            resolver=guarded(self._resolver or look_up(), self._policy, self._approved),
            socket_factory=self._socket,
            limit=2 * self._parallel,
            limit_per_host=max(1, self._parallel // 2),
        )
        return aiohttp.ClientSession(
            connector=connector,
            response_class=_response_class(),
            cookie_jar=aiohttp.DummyCookieJar(),
            auto_decompress=False,
            trust_env=False,
            timeout=aiohttp.ClientTimeout(total=None, sock_connect=10),
            max_line_size=_LINE,
            max_field_size=_LINE,
            requote_redirect_url=False,
        )

    def _socket(self, info: Any) -> socket.socket:  # noqa: ANN401 - the tuple that getaddrinfo gives
        """A socket to an address that is about to be connected: the last look, whatever was resolved before."""
        family, kind, protocol, _, where = info
        address = str(where[0])
        if address not in self._approved:
            check_address(address, self._policy)
        return socket.socket(family=family, type=kind, proto=protocol)


@cache
def _response_class() -> type[ClientResponse]:
    """Responses that know whom they come from: a short body ends, and its connection is gone, before one can ask."""
    from aiohttp import ClientResponse

    class Response(ClientResponse):
        """`peer` is the IP address at the other end."""

        peer = ""

        async def start(self, connection: Connection) -> ClientResponse:
            """Begin to read."""
            found = connection.transport.get_extra_info("peername") if connection.transport is not None else None
            self.peer = str(found[0]) if found else ""
            return await super().start(connection)

    return Response


async def _read(response: ClientResponse, request: Request) -> Reply:
    """The reply with its body, read in chunks up to the limit."""
    body = Body(request.url, request.size, response.headers.get("Content-Encoding", ""))
    body.announce(response.headers.get("Content-Length", ""))
    while chunk := await response.content.read(_CHUNK):
        body.feed(chunk)
    fields = tuple((name, value) for name, value in response.headers.items())
    return Reply(response.status, fields, body.finish(), getattr(response, "peer", ""))


def _failure(url: str, error: Exception) -> FetchError:
    """What went wrong on the way, in words."""
    import aiohttp

    url = told(url)
    match error:
        case aiohttp.ClientConnectorCertificateError():
            why = getattr(error.certificate_error, "verify_message", "") or "it is not to be trusted"
            return FetchError(f"{url} has no valid certificate ({why}): check the address and this machine's clock")
        case aiohttp.ClientSSLError():
            return _no_secret(url, getattr(error.os_error, "reason", None) or "")
        case aiohttp.ClientConnectorDNSError():
            return FetchError(f"{url} names a host that was not found: check the address and the connection")
        case aiohttp.ClientPayloadError():
            return FetchError(f"{url} was cut short: try again")
        case aiohttp.ServerConnectionError() | aiohttp.ClientOSError():
            return BrokenConnectionError(
                f"{url} cannot be reached ({_broken(error)}): check the address and the connection"
            )
        case aiohttp.InvalidURL() | ValueError():
            return FetchError(f"{url} is no address: check it")
        case _:
            return FetchError(
                f"{url} answers with something that is no web page ({_brief(error)}): try it in a browser"
            )


def _no_secret(url: str, reason: str) -> FetchError:
    """No encrypted connection came about: most often because the server speaks without."""
    if reason in _PLAIN:
        return FetchError(f"{url} is not served by https: try {url.replace('https', 'http', 1)}")
    why = reason.replace("_", " ").lower() or "it gives no reason"
    return FetchError(f"{url} makes no encrypted connection ({why}): check the address")


def _broken(error: Exception) -> str:
    """Why there is no connection, as the system says it."""
    if isinstance(error, TimeoutError):
        return "it does not answer"
    number = getattr(error, "errno", None)
    return os.strerror(number) if number and number > 0 else "it closed the connection"


def _brief(error: Exception) -> str:
    """What a library says, in one line that fills no log; it may repeat what the server sent."""
    shown = " ".join(str(error).split())
    return "".join(sign if sign.isprintable() else "?" for sign in shown[:200])


class BrokenConnectionError(FetchError):
    """The connection could not be made, or broke; another try may help."""


def guarded(inner: AbstractResolver, policy: Policy, approved: set[str]) -> AbstractResolver:
    """A resolver that refuses a name as soon as one of its addresses is refused.

    Addresses of the own network that a granted name leads to are added to `approved`.
    """
    return cast("AbstractResolver", _guarded_class()(inner, policy, approved))


# Classes are made once: one for each article would stay until Python looks for what holds itself alive.
@cache
def _guarded_class() -> type[Any]:
    from aiohttp.abc import AbstractResolver

    class Guarded(AbstractResolver):
        """Looks up, then asks the guard."""

        def __init__(self, inner: AbstractResolver, policy: Policy, approved: set[str]) -> None:
            self._inner, self._policy, self._approved = inner, policy, approved

        async def resolve(
            self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
        ) -> list[ResolveResult]:
            found = await self._inner.resolve(host, port, family)
            name = canonical_host(host)
            for one in found:
                check_address(one["host"], self._policy, name)
                if refusal(one["host"]) and name in self._policy.granted:
                    self._approved.add(one["host"])
            return found

        async def close(self) -> None:
            await self._inner.close()

    return Guarded


@cache
def look_up() -> AbstractResolver:
    """The system's resolver. A look-up cannot be ended: it goes on in a thread of its own, which ends with it."""
    from aiohttp.abc import AbstractResolver

    class System(AbstractResolver):
        """Asks getaddrinfo."""

        async def resolve(
            self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
        ) -> list[ResolveResult]:
            found = await _in_thread(host, port, family)
            return [
                {
                    "hostname": host, "host": where[0], "port": where[1],
                    "family": kind, "proto": protocol, "flags": socket.AI_NUMERICHOST | socket.AI_NUMERICSERV,
                }
                for kind, _, protocol, _, where in found
            ]  # fmt: skip

        async def close(self) -> None:
            """Nothing is open."""

    return System()


async def _in_thread(host: str, port: int, family: int) -> _Found:
    """The addresses of a host. An executor would make the end of the program wait for the last look-up."""
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[_Found] = loop.create_future()

    def ask() -> None:
        found: _Found | OSError
        try:
            found = socket.getaddrinfo(host, port, family=family, type=socket.SOCK_STREAM, flags=socket.AI_ADDRCONFIG)
        except OSError as error:
            found = error
        except UnicodeError:
            found = OSError(f"{host!r} is no name")
        try:
            loop.call_soon_threadsafe(_settle, answer, found)
        except RuntimeError:
            return  # the loop is closed: nobody waits any more

    Thread(target=ask, name="printworthy-look-up", daemon=True).start()
    return await answer


def _settle(answer: asyncio.Future[_Found], found: _Found | OSError) -> None:
    if answer.done():
        return
    if isinstance(found, OSError):
        answer.set_exception(found)
    else:
        answer.set_result(found)
