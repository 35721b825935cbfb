"""Users: who may use the proxy (`--users`), and who of them may change its settings for all (`--admins`).

Its admin is whoever asks from the machine that the proxy runs on, and whoever the admin named. The proxy itself asks
from there as well, for everybody, and so does a proxy before it: neither makes a stranger an admin.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from pathlib import Path
from typing import Final

from mitmproxy.http import HTTPFlow
from mitmproxy.proxy.server_hooks import ServerConnectionHookData

from printworthy.base.guard import LOOPBACK, refusal
from printworthy.errors import UsageError

_TOLD_BY_PROXIES: Final = ("via", "forwarded", "x-forwarded-for", "x-real-ip")
_OTHER: Final = "ldap"  # what begins so means another way to know users to mitmproxy
_GIVE: Final = "give NAME:PASSWORD, neither with a colon in it, or @FILE made by htpasswd"


class Admins:
    """Knows who may change the settings; `names` are users."""

    def __init__(self, names: Collection[str] = ()) -> None:
        self._names = tuple(names)
        self._ours: Counter[int] = Counter()  # ports from which the proxy itself asks

    @property
    def told(self) -> str:
        """Who may, in a sentence."""
        named = f", or by {' and '.join(self._names)}" if self._names else ""
        return f"These settings hold for everybody here: they are changed on the machine that the proxy runs on{named}."

    def may_change(self, flow: HTTPFlow) -> bool:
        """Whether who asks is an admin."""
        user = flow.metadata.get("proxyauth", ("", ""))[0]
        return user in self._names or self._is_here(flow)

    def server_connected(self, data: ServerConnectionHookData) -> None:
        """The proxy has connected to a server, which may be itself."""
        if data.server.sockname:
            self._ours[data.server.sockname[1]] += 1

    def server_disconnected(self, data: ServerConnectionHookData) -> None:
        """And is done with it."""
        if data.server.sockname:
            self._ours[data.server.sockname[1]] -= 1
            self._ours += Counter()  # forgets those that are down to none

    def _is_here(self, flow: HTTPFlow) -> bool:
        host, port = flow.client_conn.peername[:2]
        relayed = any(name in flow.request.headers for name in _TOLD_BY_PROXIES)
        return refusal(host) == LOOPBACK and not relayed and port not in self._ours


def check_users(users: str, admins: Collection[str]) -> None:
    """Refuse users that nobody could be, and admins that are none of them."""
    names = _names(users) if users else []
    if admins and not users:
        raise UsageError("--admins names users: say who they are, with --users")
    if unknown := [name for name in admins if name not in names]:
        raise UsageError(f"--admins names {unknown[0]!r}, who is no user: choose from those of --users")


def _names(users: str) -> list[str]:
    """The users' names."""
    if not users.startswith("@"):
        name, _, password = users.partition(":")
        if name.startswith(_OTHER):
            raise UsageError(f"--users cannot name somebody {_OTHER}…: choose another name, or {_GIVE}")
        if not name or not password or ":" in password:
            raise UsageError(f"--users is not understood: {_GIVE}")
        return [name]
    try:
        lines = Path(users[1:]).read_text("utf-8").splitlines()
    except (OSError, ValueError) as error:
        raise UsageError(f"--users {users} cannot be read ({error}): {_GIVE}") from None
    found = [line.rstrip().split(":") for line in lines if line.strip() and not line.startswith("#")]
    if not found or not all(len(parts) == 2 and all(parts) for parts in found):
        raise UsageError(f"--users {users} is no file of htpasswd: {_GIVE}")
    return [name for name, _ in found]
