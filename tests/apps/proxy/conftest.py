"""A web site over HTTP and HTTPS on loopback, with an authority of its own, and a proxy in front of it."""

from __future__ import annotations

import asyncio
import gc
import re
import signal
import ssl
import subprocess
import sys
import threading
import warnings
from collections.abc import Awaitable, Callable, Iterator
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web
from mitmproxy.certs import CertStore

pytest.importorskip("mitmproxy.addons")  # here, where warnings about its own libraries do no harm

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
ADDRESSES = ("127.0.0.1", "127.0.0.2")


class Origin:
    """Pages by path, the same over both protocols; `requests` are those that came."""

    def __init__(self, folder: Path) -> None:
        self.pages: dict[str, Handler] = {}
        self.requests: list[web.Request] = []
        self.authority = folder / "origin-ca-cert.pem"
        self._context = _server_context(folder)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self.http, self.https = self.call(self._start())

    def page(self, path: str, body: str | bytes, status: int = 200, **headers: str) -> None:
        content = body.encode() if isinstance(body, str) else body
        fields = {"Content-Type": "text/html", **{name.replace("_", "-"): value for name, value in headers.items()}}

        async def handler(_: web.Request) -> web.StreamResponse:
            return web.Response(body=content, status=status, headers=fields)

        self.pages[path] = handler

    def call(self, work: Awaitable[Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(60)

    async def _start(self) -> tuple[int, int]:
        app = web.Application(client_max_size=64 * 1024 * 1024)
        app.router.add_route("*", "/{path:.*}", self._serve)
        self._runner = web.AppRunner(app, shutdown_timeout=0.1)
        await self._runner.setup()
        plain = web.TCPSite(self._runner, "127.0.0.1", 0)
        secure = web.TCPSite(self._runner, "127.0.0.1", 0, ssl_context=self._context)
        await plain.start()
        await secure.start()
        http, https = (address[1] for address in self._runner.addresses)
        await web.TCPSite(self._runner, ADDRESSES[1], https, ssl_context=self._context).start()
        return http, https

    async def _serve(self, request: web.Request) -> web.StreamResponse:
        self.requests.append(request)
        handler = self.pages.get(request.path)
        return await handler(request) if handler else web.Response(status=404, text="nothing here")

    def close(self) -> None:
        self.call(self._runner.cleanup())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)
        self._loop.close()


def _server_context(folder: Path) -> ssl.SSLContext:
    """A certificate for the names of the site, signed by an authority that only the tests trust."""
    from cryptography import x509
    from cryptography.hazmat.primitives import serialization

    CertStore.create_store(folder, "origin", 2048)
    store = CertStore.from_store(str(folder), "origin", 2048)
    names = [x509.DNSName("localhost"), *(x509.IPAddress(ip_address(address)) for address in ADDRESSES)]
    entry = store.get_cert("localhost", names)
    key = entry.privatekey.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.TraditionalOpenSSL, serialization.NoEncryption()
    )
    (folder / "leaf.pem").write_bytes(key + entry.cert.to_pem())
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "leaf.pem")
    return context


class Proxy:
    """The command, in a process of its own: mitmproxy keeps one proxy in a process."""

    def __init__(self, *arguments: str) -> None:
        command = [sys.executable, "-m", "printworthy", "proxy", "--listen", "127.0.0.1:0", *arguments]
        self._process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        assert self._process.stderr is not None
        told = next((line for line in self._process.stderr if " at " in line), "")
        found = re.search(r"127\.0\.0\.1:(\d+)(?:.*certificate: (.+))?", told)
        assert found, f"the proxy did not start: {told}"
        self.port = int(found[1])
        self.url = f"http://127.0.0.1:{self.port}"
        self.certificate = Path(found[2] or "")

    def close(self) -> None:
        if self._process.returncode is None:
            self._process.send_signal(signal.SIGINT)
            assert self._process.wait(60) == 130
        assert self._process.stderr is not None
        self._process.stderr.close()

    def end(self) -> str:
        """Stop it as a service is stopped; what it said since it began comes back."""
        self._process.send_signal(signal.SIGTERM)
        _, told = self._process.communicate(timeout=60)
        assert self._process.returncode == 0
        return str(told)


@pytest.fixture(scope="session")
def origin(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Origin]:
    made = Origin(tmp_path_factory.mktemp("origin"))
    yield made
    made.close()


@pytest.fixture(scope="session")
def make_proxy(tmp_path_factory: pytest.TempPathFactory, origin: Origin) -> Iterator[Callable[..., Proxy]]:
    """Start proxies that filter in threads, which start at once; all are stopped in the end."""
    made: list[Proxy] = []

    def make(settings: str = "", *arguments: str, limits: str = "workers = 0", private: bool = True) -> Proxy:
        folder = tmp_path_factory.mktemp("proxy")
        file = folder / "settings.toml"
        file.write_text(f"{settings}\n[proxy]\nseconds = 30\n{limits}\n", "utf-8")
        allowed = ["--allow-private"] if private else []
        common = ["--settings", str(file), "--folder", str(folder / "ca"), "--trusted", str(origin.authority)]
        made.append(Proxy(*common, *allowed, *arguments))
        return made[-1]

    yield make
    for proxy in made:
        proxy.close()


@pytest.fixture(scope="session")
def proxy(make_proxy: Callable[..., Proxy]) -> Proxy:
    return make_proxy()


@pytest.fixture(autouse=True)
def _sweep() -> Iterator[None]:
    """Connections that a test broke off are left to the collector by the event loop; it comes here, and quietly."""
    yield
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        gc.collect()
