"""Serve: settings → a running annotation server, until it is interrupted or stopped."""

from __future__ import annotations

import socket
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from printworthy.apps.annotate.app import Settings, create_app
from printworthy.apps.annotate.store import Store
from printworthy.apps.annotate.token import find_token
from printworthy.errors import MissingExtraError, UsageError
from printworthy.options import Options

Tell = Callable[[str, str], None]


@dataclass(frozen=True, slots=True)
class Start:
    """What to serve, and where; port 0 takes a free one."""

    folder: Path
    host: str = "127.0.0.1"
    port: int = 8031
    token: str | None = None
    options: Options = Options()


def serve(start: Start, tell: Tell) -> None:
    """Serve until interrupted; `tell` gets the address and the token once the port is open."""
    try:
        import uvicorn
    except ImportError:
        raise MissingExtraError("service", "the annotation server") from None

    store = Store(start.folder)
    token = find_token(start.folder, start.token)
    app = create_app(Settings(store, token, start.options))
    with store.claimed(), _listening(start.host, start.port) as listener:
        host, port = listener.getsockname()[:2]
        tell(f"http://{f'[{host}]' if ':' in host else host}:{port}", token)
        config = uvicorn.Config(app, log_level="warning", lifespan="off", server_header=False)
        uvicorn.Server(config).run([listener])


def _listening(host: str, port: int) -> socket.socket:
    """A port that is open already, so that who was told the address can connect."""
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        listener = socket.socket(family, socket.SOCK_STREAM)
    except OSError as error:
        raise UsageError(f"{host} is no address of this machine ({error.strerror}): use --host 127.0.0.1") from error
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(256)
    except OSError as error:
        listener.close()
        raise UsageError(f"port {port} of {host} cannot be used ({error.strerror}): choose another --port") from error
    return listener
