"""Resolve: a host's name → the IP addresses that may be connected, asked for in a thread that nobody waits for."""

from __future__ import annotations

import asyncio
import socket
from functools import cache
from threading import Thread
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from printworthy.base.guard import Policy, check_address, refusal
from printworthy.base.hosts import canonical_host

if TYPE_CHECKING:
    from aiohttp.abc import AbstractResolver, ResolveResult

# The tuples that getaddrinfo gives.
_Found: TypeAlias = list[tuple[Any, ...]]


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
