"""Confine: a process that reads what strangers wrote gives up what it does not need; nothing comes back.

Memory is limited by the system, where it can. The network is left for an empty one of its own, where the system lets
it; in any case Python itself refuses to connect, to listen and to start programs.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, Final

_FORBIDDEN: Final = frozenset(
    "socket.connect socket.bind socket.sendto socket.getaddrinfo socket.gethostbyname subprocess.Popen os.system "
    "os.exec os.posix_spawn os.fork os.forkpty pty.spawn".split()
)
_NEW_USER, _NEW_NETWORK = 0x10000000, 0x40000000


def confine(megabytes: int) -> None:
    """Allow so much memory beyond what is in use now, no network, and no other program."""
    _limit(megabytes)
    _leave_network()
    sys.addaudithook(_refuse)


def _limit(megabytes: int) -> None:
    try:
        import resource
    except ImportError:  # Windows
        return
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    usage = Path("/proc/self/statm")
    if usage.exists():
        used = int(usage.read_text("ascii").split()[0]) * resource.getpagesize()
        _, most = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (used + megabytes * 2**20, most))


def _leave_network() -> None:
    """A network without any device; for the superuser at once, for others as superusers of nothing."""
    if not sys.platform.startswith("linux"):
        return
    import ctypes

    library = ctypes.CDLL(None)
    if library.unshare(_NEW_NETWORK):
        library.unshare(_NEW_USER | _NEW_NETWORK)


def _refuse(event: str, _arguments: tuple[Any, ...]) -> None:
    if event in _FORBIDDEN:
        raise PermissionError(f"{event} is not allowed in this process: it reads what strangers wrote")
