"""The guard at the proxy's own connections: an event loop that looks names up and lets none lead where they must not.

mitmproxy connects through its event loop. The look-up of that loop is therefore the one place that sees every address
before a connection is made to it, with no second look-up in between that could mean something else.
"""

from __future__ import annotations

import asyncio
import socket
from typing import Any, Final

from mitmproxy.proxy.server_hooks import ServerConnectionHookData

from printworthy.base.guard import Policy, check_address, check_url
from printworthy.base.hosts import canonical_host
from printworthy.errors import RefusedError

# Any port but those of other protocols: sites live on many.
POLICY: Final = Policy(ports=None)
_ALLOW: Final = "or start the proxy with --allow-private"


class GuardedLoop(asyncio.SelectorEventLoop):
    """An event loop whose look-ups refuse what the policy refuses; what it listens on is its own business."""

    policy: Policy | None = None

    async def getaddrinfo(
        self,
        host: bytes | str | None,
        port: bytes | str | int | None,
        *,
        family: int = 0,
        type: int = 0,
        proto: int = 0,
        flags: int = 0,
    ) -> list[Any]:
        """The addresses of a name, or an `OSError` if one of them is refused."""
        found = await super().getaddrinfo(host, port, family=family, type=type, proto=proto, flags=flags)
        if self.policy is not None and not flags & socket.AI_PASSIVE:
            name = canonical_host(host if isinstance(host, str) else (host or b"").decode("ascii", "replace"))
            for *_, where in found:
                _check(str(where[0]), self.policy, name)
        return found


class Guard:
    """Refuses, before any look-up, what an address says by its spelling: literal IP addresses, ports, local names."""

    def __init__(self, policy: Policy | None) -> None:
        self.policy = policy

    def server_connect(self, data: ServerConnectionHookData) -> None:
        """mitmproxy is about to connect; an error keeps it from doing so, and the client is told."""
        if self.policy is None or data.server.address is None or data.server.error:
            return
        host, port = data.server.address[:2]
        shown = f"[{host}]" if ":" in host else host
        try:
            check_url(f"http://{shown}:{port}/", self.policy)
        except RefusedError as error:
            data.server.error = f"{error}; {_ALLOW}"


def _check(address: str, policy: Policy, host: str) -> None:
    try:
        check_address(address, policy, host)
    except RefusedError as error:
        raise OSError(f"{error}; {_ALLOW}") from None
