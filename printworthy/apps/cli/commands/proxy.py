"""`printworthy proxy`: filters pages for everyone behind it, or serves filtered pages at `/read/<address>`."""

from __future__ import annotations

import sys
from typing import TypeAlias

from printworthy.apps.cli.outputs import check_folder
from printworthy.apps.proxy.server import ProxyStart, default_folder, serve, told
from printworthy.errors import UsageError

ProxyArguments: TypeAlias = ProxyStart


def run(arguments: ProxyArguments) -> int:
    """Serve until interrupted."""
    host = arguments.listen[0]
    if not (arguments.users or _is_loopback(host)):
        raise UsageError(f"--listen {host} lets everybody in who can reach it: say who may, with --users NAME:PASSWORD")
    check_folder(arguments.folder or default_folder(), "choose another one with --folder")
    serve(arguments, lambda running: print(told(running, arguments.gateway), file=sys.stderr, flush=True))
    return 0


def _is_loopback(host: str) -> bool:
    return host in ("localhost", "::1") or host.startswith("127.")
