"""The proxy as a whole: what it is told → a running mitmproxy with our add-ons, until it is told to stop.

mitmproxy connects through its event loop. The look-up of that loop is therefore the one place that sees every address
before a connection is made to it, with no second look-up in between that could mean something else: the guard is there.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import socket
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from mitmproxy import addons as theirs
from mitmproxy.certs import CertStore
from mitmproxy.master import Master
from mitmproxy.options import Options
from mitmproxy.proxy.server_hooks import ServerConnectionHookData

from printworthy.apps.proxy.addon import HOME, Filtering
from printworthy.apps.proxy.config import Config, load_config
from printworthy.apps.proxy.gateway import Gateway
from printworthy.apps.proxy.html import use_pages
from printworthy.apps.proxy.own_site import OwnSite
from printworthy.apps.proxy.pool import FilterPool
from printworthy.apps.proxy.updates import Updater
from printworthy.apps.proxy.users import Admins, check_users
from printworthy.base.guard import Policy, check_address, check_url
from printworthy.base.memory import keep_tidy, share_arena
from printworthy.base.urls import canonical_host
from printworthy.errors import PrintworthyError, RefusedError, UsageError

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


_EVERYWHERE: Final = ("0.0.0.0/0", "::/0")
# The gateway asks no server of its own; this name leads nowhere.
_NOWHERE: Final = "http://gateway.invalid:80"


@dataclass(frozen=True, slots=True, kw_only=True)
class ProxyStart:
    """How the proxy is started.

    listen:        host and port.
    settings:      the settings file, which the settings page writes, or None.
    folder:        where the certificate authority and fetched lists are kept.
    gateway:       serve `/read/<address>` instead of being a proxy.
    allow_private: let clients reach this machine's own network.
    users:         "name:password" or "@htpasswd-file"; empty lets everybody in.
    admins:        users who may change the settings from other machines.
    trusted:       a file with further certificate authorities of servers.
    """

    listen: tuple[str, int] = ("127.0.0.1", 8080)
    settings: Path | None = None
    folder: Path | None = None
    gateway: bool = False
    allow_private: bool = False
    users: str = ""
    admins: tuple[str, ...] = ()
    trusted: Path | None = None


def serve(start: ProxyStart, ready: Callable[[Running], None]) -> None:
    """Run until stopped. `ready` is called once it listens."""
    check_users(start.users, start.admins)
    share_arena()
    _speak()
    _hear()
    loop = GuardedLoop()
    loop.policy = None if start.allow_private else POLICY
    with asyncio.Runner(loop_factory=lambda: loop) as runner:
        runner.run(_serve(start, ready))


@dataclass(frozen=True, slots=True)
class Running:
    """A proxy that listens: where, and how to stop it from any thread."""

    host: str
    port: int
    certificate: Path
    stop: Callable[[], None]
    addon: Filtering


def _speak() -> None:
    """Our own lines go to stderr; mitmproxy takes the root of all logs for itself."""
    log = logging.getLogger("printworthy")
    if not log.handlers:
        log.addHandler(logging.StreamHandler())
        log.propagate = False


def _hear() -> None:
    """A script's `&` starts programs that do not hear the interrupt key; this one is to end by it all the same."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN and threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.default_int_handler)


async def _serve(start: ProxyStart, ready: Callable[[Running], None]) -> None:
    config = load_config(start.settings)
    folder = start.folder or default_folder()
    certificate = ensure_authority(folder)
    policy = Policy(ports=None, networks=_EVERYWHERE) if start.allow_private else POLICY
    updater = Updater(folder / "lists")
    listed = _with_lists(config, updater)
    pool = FilterPool(config.limits.workers, listed.in_use())
    admins = Admins(start.admins)
    site = OwnSite(certificate, start.settings, policy, admins)
    filtering = Filtering(listed, pool, site.answer)
    site.filtering = filtering
    addons = [Gateway(filtering.config, pool, policy)] if start.gateway else [filtering]
    guard = Guard(None if start.allow_private else POLICY)
    master = _master(start, config, folder, [guard, admins, *addons])
    tasks = [asyncio.create_task(_keep_lists(updater, filtering))] if config.limits.updates else []
    try:
        await pool.warm()
        running = asyncio.create_task(master.run())
        with contextlib.suppress(NotImplementedError, ValueError, RuntimeError):  # Windows; not the main thread
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, master.shutdown)
        host, port = await _listening(master, running)
        tasks.append(asyncio.create_task(keep_tidy()))
        ready(Running(host, port, certificate, master.shutdown, filtering))
        await running
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await pool.close()


def _master(start: ProxyStart, config: Config, folder: Path, addons: list[Any]) -> Master:
    logging.getLogger("mitmproxy").setLevel(logging.ERROR)
    use_pages()
    host, port = start.listen
    mode = f"reverse:{_NOWHERE}@{host}:{port}" if start.gateway else f"regular@{host}:{port}"
    master = Master(Options(confdir=str(folder), mode=[mode], http3=False))
    # Commands, scripts and recordings of an interactive session have no place in a service.
    kept = ("Core", "DisableH2C", "ProxyAuth", "Proxyserver", "NextLayer", "TlsConfig", "UpdateAltSvc")
    used = [one for one in theirs.default_addons() if type(one).__name__ in kept]  # type: ignore[no-untyped-call]
    master.addons.add(*used, *addons)  # type: ignore[no-untyped-call]
    master.options.update(  # type: ignore[no-untyped-call]
        connection_strategy="lazy",
        stream_large_bodies=str(int(config.limits.megabytes * 1e6)),
        **({"proxyauth": start.users} if start.users else {}),
        **({"ssl_verify_upstream_trusted_ca": str(start.trusted)} if start.trusted else {}),
    )
    return master


async def _listening(master: Master, running: asyncio.Task[None]) -> tuple[str, int]:
    """Where the proxy listens, as soon as it does."""
    server = master.addons.get("proxyserver")  # type: ignore[no-untyped-call]
    while not server.listen_addrs():
        if running.done():
            running.result()
            raise PrintworthyError("the proxy stopped before it listened: is the address free, and yours to use?")
        _raise_failures(server)
        await asyncio.sleep(0.02)
    host, port = server.listen_addrs()[0][:2]
    return str(host), int(port)


def _raise_failures(server: Any) -> None:  # noqa: ANN401 - mitmproxy's own
    for instance in server.servers:
        error = instance.last_exception
        if error is not None:
            reason = os.strerror(error.errno) if getattr(error, "errno", None) else error
            raise UsageError(f"the proxy cannot listen there ({reason}): choose another --listen")


async def _keep_lists(updater: Updater, filtering: Filtering) -> None:
    """Update the lists when they are due, and filter by them from then on."""
    urls = filtering.config.limits.updates
    await updater.update(urls)
    filtering.config = _with_lists(filtering.config, updater)
    await updater.keep(urls)


def _with_lists(config: Config, updater: Updater) -> Config:
    return replace(config, fetched=updater.files(config.limits.updates))


def told(running: Running, gateway: bool) -> str:
    """What to tell the person who started it."""
    where = f"http://{running.host}:{running.port}"
    if gateway:
        return f"gateway at {where}/read/<address>"
    return f"proxy at {running.host}:{running.port}; settings at {HOME} through it; certificate: {running.certificate}"


_AUTHORITY: Final = "mitmproxy"  # the name under which mitmproxy looks for it
_BITS: Final = 2048


def default_folder() -> Path:
    """Where the authority is kept, by the rules of the desktop (XDG)."""
    base = os.environ.get("XDG_DATA_HOME", "")
    root = Path(base) if Path(base).is_absolute() else Path.home() / ".local" / "share"
    return root / "printworthy" / "proxy"


def ensure_authority(folder: Path) -> Path:
    """The file with the certificate (not the key), which is made if there is none; the folder is its owner's alone."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    folder.chmod(0o700)
    if not (folder / f"{_AUTHORITY}-ca.pem").exists():
        CertStore.create_store(folder, _AUTHORITY, _BITS, organization="Printworthy", cn="Printworthy proxy")
    return folder / f"{_AUTHORITY}-ca-cert.pem"
