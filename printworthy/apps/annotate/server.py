"""Serve: settings → a running annotation server, until it is interrupted or stopped."""

from __future__ import annotations

import secrets
import socket
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from printworthy.apps.annotate.store import Store, make_folder, write_durably
from printworthy.base.extras import need
from printworthy.errors import UsageError
from printworthy.options import Options

Tell = Callable[[str, str], None]


@dataclass(frozen=True, slots=True)
class AnnotateStart:
    """What to serve, and where; port 0 takes a free one."""

    folder: Path
    host: str = "127.0.0.1"
    port: int = 8031
    token: str | None = None
    options: Options = Options()


def serve(start: AnnotateStart, tell: Tell) -> None:
    """Serve until interrupted; `tell` gets the address and the token once the port is open."""
    need("service", "the annotation server", "fastapi", "uvicorn")
    from printworthy.apps.annotate.app import AnnotateSettings, serve_app  # it needs the extra

    store = Store(start.folder)
    token = find_token(start.folder, start.token)
    with store.claimed(), _listening(start.host, start.port) as listener:
        host, port = listener.getsockname()[:2]
        tell(f"http://{f'[{host}]' if ':' in host else host}:{port}", token)
        serve_app(AnnotateSettings(store, token, start.options), listener)


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


def find_token(folder: Path, given: str | None = None) -> str:
    """The token to ask for: the one given, the one kept, or a new one, which is kept for the owner's eyes only."""
    if given is not None:
        if len(given) < 8 or not given.isascii() or not given.isprintable() or " " in given:
            raise UsageError("--token takes 8 or more letters, digits and signs without spaces")
        return given
    path = folder / ".token"
    if path.is_file():
        kept = path.read_text("utf-8").strip()
        if kept:
            return kept
    make_folder(folder.absolute())
    token = secrets.token_urlsafe(24)
    write_durably(path, f"{token}\n".encode(), mode=0o600)
    return token
