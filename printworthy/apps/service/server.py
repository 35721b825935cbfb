"""The server: `ServiceSettings` in; it serves until it is told to end, and ends when what it accepted is done."""

from __future__ import annotations

import asyncio
import json
import logging
import socket
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from types import FrameType
from typing import Any, Final

import uvicorn
from fastapi import FastAPI

from printworthy.apps.service.app import create_app
from printworthy.apps.service.settings import ServiceSettings
from printworthy.base.memory import keep_tidy, share_arena, undisturbed
from printworthy.errors import UsageError

_ALL: Final = ("0.0.0.0", "::")  # noqa: S104 - as others say it
# Addresses for examples, where nobody is (RFC 5737, RFC 3849).
_FAR: Final = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}


def serve(settings: ServiceSettings, ready: Callable[[str], None] = lambda _: None) -> None:
    """Serve until SIGTERM or SIGINT; `ready` hears the address when calls are taken."""
    share_arena()
    with undisturbed():
        app = create_app(settings)
    with listen(settings) as listening:
        make_server(app, settings, lambda: ready(address_of(settings, listening))).run(sockets=[listening])


class JsonLines(logging.Formatter):
    """A record as one line of JSON. What a page says, and its address, is in none of them."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        moment = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        fields: dict[str, Any] = getattr(record, "fields", {})
        return json.dumps({"time": moment, "level": record.levelname.lower(), "event": record.getMessage(), **fields})


def open_log(quiet: bool = False) -> None:
    """Write the log to standard error; quietly, failures only."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    log = logging.getLogger("printworthy.service")
    log.handlers[:] = [handler]
    log.propagate = False
    log.setLevel(logging.ERROR if quiet else logging.INFO)


def listen(settings: ServiceSettings) -> socket.socket:
    """The socket, opened before anything else, so that a taken port is told at once."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((settings.host, settings.port))
        listening.listen(1024)
    except (OSError, OverflowError) as error:
        listening.close()
        place = f"{settings.host}:{settings.port}"
        reason = isinstance(error, OSError) and error.strerror or error
        raise UsageError(f"{place} cannot be listened on ({reason}): choose another --port or --host") from None
    return listening


def address_of(settings: ServiceSettings, listening: socket.socket) -> str:
    """Where the service is found."""
    named = settings.access.hosts if settings.host in _ALL else ()
    host = named[0] if named else _reachable(settings.host)
    host = f"[{host}]" if ":" in host else host
    return f"http://{host}:{listening.getsockname()[1]}/"


def _reachable(host: str) -> str:
    """Where others find a host to listen on; if that is all addresses of the machine, the one that it goes out by."""
    if host not in _ALL:
        return host
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as one:
            one.connect((_FAR[family], 9))  # sends nothing: the system only chooses the way
            return str(one.getsockname()[0])
    except OSError:
        return host


class Server(uvicorn.Server):
    """Reports when it is ready, and tells the app when it is about to end."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None], closing: asyncio.Event) -> None:
        super().__init__(config)
        self._ready, self._closing = ready, closing
        self._tidying: asyncio.Future[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to take calls."""
        await super().startup(sockets)
        if self.started:
            self._tidying = asyncio.ensure_future(keep_tidy())
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Finish what was accepted."""
        if self._tidying is not None:
            self._tidying.cancel()
        await super().shutdown(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:  # noqa: ARG002 - the library calls it
        """The first signal: take no more, finish what was accepted. The second: end now."""
        self.force_exit = self.should_exit
        self.should_exit = True
        self._closing.set()


def make_server(app: FastAPI, settings: ServiceSettings, ready: Callable[[], None]) -> Server:
    """The server of an app; `ready` is called when calls are taken."""
    proxies = ",".join(settings.access.proxies)
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=proxies or "",
        timeout_graceful_shutdown=int(settings.drain) + 1,
        timeout_keep_alive=15,
        limit_concurrency=_most_connections(settings),
        h11_max_incomplete_event_size=64 * 1024,
        ws="none",
    )
    return Server(config, ready, app.state.closing)


def _most_connections(settings: ServiceSettings) -> int:
    """Connections at a time: enough that a full queue is answered by the app, with a problem, and not by the server."""
    return 16 * (settings.work.workers + settings.work.queue) + 256
