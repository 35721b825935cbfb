"""Confine: a process that reads what strangers wrote gives up what it does not need; nothing comes back.

Memory is limited by the system, where it can. The network is left for an empty one of its own, where the system lets
it; in any case Python itself refuses to connect, to listen and to start programs. What programs need of the environment
stays; what else people put there, such as keys, goes.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any, Final

_NETWORK: Final = frozenset("socket.connect socket.bind socket.sendto socket.getaddrinfo socket.gethostbyname".split())
_PROGRAMS: Final = frozenset("subprocess.Popen os.system os.exec os.posix_spawn os.fork os.forkpty pty.spawn".split())
_HARMLESS: Final = frozenset(
    "PATH HOME LANG LANGUAGE TZ TMPDIR TEMP TMP SYSTEMROOT WINDIR LD_LIBRARY_PATH DYLD_LIBRARY_PATH XDG_DATA_HOME "
    "XDG_DATA_DIRS FONTCONFIG_FILE FONTCONFIG_PATH MALLOC_ARENA_MAX RAYON_NUM_THREADS OMP_NUM_THREADS "
    "OPENBLAS_NUM_THREADS MKL_NUM_THREADS PYTHONPATH PYTHONHOME PYTHONUTF8 PYTHONIOENCODING PYTHONHASHSEED "
    "PYTHONDONTWRITEBYTECODE PYTHONPYCACHEPREFIX PYTHONNOUSERSITE PYTHONUSERBASE PYTHONUNBUFFERED".split()
)
_NEW_USER, _NEW_NETWORK = 0x10000000, 0x40000000


def harmless_environment() -> dict[str, str]:
    """What a program needs of the environment, without what people keep secret there."""
    return {name: value for name, value in os.environ.items() if name in _HARMLESS or name.startswith("LC_")}


def confine(megabytes: int, programs: bool = False) -> None:
    """Allow so much memory beyond what is in use now, no network, and no other program unless they are needed."""
    for name in os.environ.keys() - harmless_environment().keys():
        del os.environ[name]
    _limit(megabytes)
    _leave_network()
    forbidden = _NETWORK if programs else _NETWORK | _PROGRAMS

    def refuse(event: str, _arguments: tuple[Any, ...]) -> None:
        if event in forbidden:
            raise PermissionError(f"{event} is not allowed in this process: it reads what strangers wrote")

    sys.addaudithook(refuse)


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
