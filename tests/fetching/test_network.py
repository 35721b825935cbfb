"""The guard where it counts: what really leaves this machine, under names, redirects and servers that mislead."""

from __future__ import annotations

import asyncio
import socket
import threading

import pytest
from aiohttp import web
from aiohttp.abc import AbstractResolver

from printworthy.base.guard import PERSONAL, STRICT, Policy, check_url, host_in
from printworthy.base.urls import literal_address
from printworthy.errors import FetchError, LateFetchError, RefusedError
from printworthy.fetching.client import Client, fetch
from printworthy.fetching.limits import Limits
from printworthy.fetching.network import Network, guarded, look_up
from printworthy.fetching.transport import Fake, Reply, Request
from tests.base.test_guard import REFUSED

PAGE = "<title>A secret</title><p>Nobody outside should read this.</p>"
# The IP addresses in the table of the guard, in the one spelling that name servers have.
ADDRESSES = sorted({found for url in REFUSED if (found := literal_address(host_in(url)))})


class Names(AbstractResolver):
    """A name server that gives the next of its answers each time; the last one stays."""

    def __init__(self, *answers: list[str]) -> None:
        self.answers = list(answers)
        self.asked: list[str] = []

    async def resolve(self, host, port=0, family=socket.AF_INET):
        self.asked.append(host)
        found = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        return [
            {
                "hostname": host, "host": one, "port": port, "proto": 0, "flags": 0,
                "family": socket.AF_INET6 if ":" in one else socket.AF_INET,
            }
            for one in found
        ]  # fmt: skip

    async def close(self) -> None:
        pass


def ask(url: str, names: AbstractResolver | None = None, policy: Policy = STRICT) -> Reply:
    async def send() -> Reply:
        network = Network(policy, names)
        try:
            return await network.send(Request(url))
        finally:
            await network.close()

    return asyncio.run(send())


def test_the_tables_are_long() -> None:
    assert len(set(REFUSED)) >= 60
    assert len(ADDRESSES) >= 40


@pytest.mark.parametrize("url", REFUSED)
def test_refused_before_anything_is_asked(url: str) -> None:
    names = Names(["8.8.8.8"])
    with pytest.raises(RefusedError, match="refused"):
        ask(url, names)
    assert names.asked == []


@pytest.mark.parametrize("url", [one for one in REFUSED if ":" in one.partition("/")[0]])
def test_refused_after_a_redirect(url: str) -> None:
    fake = Fake({"https://example.org/": Reply(302, (("Location", url),))})
    with pytest.raises(FetchError):
        asyncio.run(Client(STRICT, transport=fake).get("https://example.org/"))
    assert [request.url for request in fake.requests] == ["https://example.org/"]


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_name_that_leads_there(address: str) -> None:
    for answer in ([address], ["8.8.8.8", address]):
        with pytest.raises(RefusedError, match=r"rebind\.example leads to"):
            ask("http://rebind.example/", Names(answer))


@pytest.mark.parametrize("address", ADDRESSES)
def test_the_connection_itself_is_judged(address: str) -> None:
    """Whatever the look-up said: the socket sees the address that is about to be connected."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    with pytest.raises(RefusedError):
        Network(STRICT)._socket((family, socket.SOCK_STREAM, 6, "", (address, 80)))


def test_a_public_address_gets_its_socket() -> None:
    Network(STRICT)._socket((socket.AF_INET, socket.SOCK_STREAM, 6, "", ("8.8.8.8", 80))).close()


@pytest.mark.processes
def test_a_name_that_changes_its_mind(site) -> None:
    """The server may be reached by one of its addresses, and its name leads to the other at the second look-up."""
    port = site.url.rpartition(":")[2]
    url = f"http://rebind.example:{port}/secret"
    site.page("/secret", PAGE)
    opened = Policy(ports=None, networks=("127.0.0.1/32",))
    names = Names(["127.0.0.1"], ["127.0.0.2"])
    assert ask(url, names, opened).body == PAGE.encode()
    with pytest.raises(RefusedError, match=r"rebind\.example leads to 127\.0\.0\.2"):
        ask(url, names, opened)
    assert len(site.requests) == 1


@pytest.mark.parametrize(
    ("url", "asked"),
    [
        ("http://Stra\u00dfe.example.com/", "xn--strae-oqa.example.com"),
        ("http://b\u00fccher.example.com./", "xn--bcher-kva.example.com"),
        ("http://ex\uff41mple.com/", "example.com"),
        ("http://%65xample.com/", "example.com"),
    ],
)
def test_what_the_guard_read_is_what_is_asked_for(url: str, asked: str) -> None:
    """Else a list of the only hosts allowed could be passed by a spelling that two readers read differently."""
    names = Names(["127.0.0.1"])
    with pytest.raises(RefusedError):
        ask(url, names)
    assert names.asked == [asked]


@pytest.mark.processes
def test_strict_never_reaches_loopback(site) -> None:
    url = site.page("/secret", PAGE)
    for spelled in ("127.0.0.1", "localhost", "2130706433", "0x7f.1", "[::ffff:127.0.0.1]"):
        with pytest.raises(RefusedError):
            fetch(url.replace("127.0.0.1", spelled), policy=STRICT)
    with pytest.raises(RefusedError):
        ask(url.replace("127.0.0.1", "rebind.example"), Names(["127.0.0.1"]), Policy(ports=None))
    assert site.requests == []


@pytest.mark.processes
def test_a_proxy_of_the_environment_is_not_asked(site, monkeypatch: pytest.MonkeyPatch) -> None:
    """It would make the connection in our place, to wherever the name leads then."""
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy"):
        monkeypatch.setenv(name, site.url)
    with pytest.raises(RefusedError):
        ask("http://rebind.example/", Names(["127.0.0.1"]))
    assert site.requests == []


@pytest.mark.processes
def test_what_a_granted_page_names_is_not_granted(site) -> None:
    onward = f"http://localhost:{site.url.rpartition(':')[2]}/secret"
    site.page("/secret", PAGE)
    with pytest.raises(RefusedError):
        fetch(site.page("/astray", status=302, Location=onward))
    check_url(onward, PERSONAL.naming(onward))
    assert [path for path, _ in site.requests] == ["/astray"]


@pytest.mark.processes
@pytest.mark.parametrize("size", [0, 9, 3_000_000])
def test_whom_a_reply_comes_from(site, size: int) -> None:
    url = site.page("/body", b"x" * size)
    assert ask(url, policy=PERSONAL.naming(url)).peer == "127.0.0.1"


@pytest.mark.processes
def test_connections_are_kept(site) -> None:
    peers: list[object] = []

    async def note(request: web.Request) -> web.StreamResponse:
        assert request.transport is not None
        peers.append(request.transport.get_extra_info("peername"))
        return web.Response(text=PAGE, content_type="text/html")

    async def thrice(url: str) -> None:
        async with Client(PERSONAL.naming(url)) as client:
            for _ in range(3):
                await client.get(url)

    asyncio.run(thrice(site.handle("/note", note)))
    assert len(peers) == 3
    assert len(set(peers)) == 1


def test_a_look_up_that_never_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """The deadline counts from the look-up on, and nobody waits for its thread: not even the end of the loop."""
    over = threading.Event()
    threads: list[threading.Thread] = []

    def stuck(*_: object, **__: object) -> list[object]:
        threads.append(threading.current_thread())
        assert over.wait(60)
        return []

    monkeypatch.setattr(socket, "getaddrinfo", stuck)
    try:
        with pytest.raises(LateFetchError, match=r"slow\.example/ did not come within 0\.2 seconds"):
            fetch("http://slow.example/", limits=Limits(seconds=0.2))
        assert not over.is_set()
        assert [thread.is_alive() for thread in threads] == [True]
    finally:
        over.set()
        for thread in threads:
            thread.join(10)


@pytest.mark.parametrize("error", [socket.gaierror(-2, "Name or service not known"), UnicodeError("label too long")])
def test_a_name_that_is_not_found(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    def fail(*_: object, **__: object) -> list[object]:
        raise error

    monkeypatch.setattr(socket, "getaddrinfo", fail)
    with pytest.raises(FetchError, match=r"^http://no\.example/ names a host that was not found: check the address"):
        fetch("http://no.example/", limits=Limits(retries=0))


def test_no_class_is_made_for_each_article() -> None:
    """A class holds itself alive, and would stay until Python looks for such."""
    first, second = (guarded(look_up(), STRICT, set()) for _ in range(2))
    assert first is not second
    assert type(first) is type(second)
