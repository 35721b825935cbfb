from __future__ import annotations

import asyncio
import gzip
import socket
import zlib
from importlib import import_module
from pathlib import Path

import pytest
from aiohttp import web

from printworthy.base.guard import STRICT
from printworthy.errors import FetchError, LimitError, PrintworthyError, RefusedError
from printworthy.fetching.client import Client, fetch, fetch_async, run
from printworthy.fetching.limits import Limits, Visitor
from printworthy.fetching.transport import Fake, Reply

pytestmark = pytest.mark.processes

PAGE = "<title>A story</title><p>Once upon a time.</p>"
ONCE = Limits(retries=0)


class Stopped:
    """A clock on which waiting takes no time."""

    def __init__(self) -> None:
        self.time = 1_000_000.0
        self.slept: list[float] = []

    def now(self) -> float:
        return self.time

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.time += seconds


def test_page(site) -> None:
    url = site.page("/story", PAGE, Content_Type="text/html; charset=UTF-8")
    page = fetch(url + "#part")
    assert (page.url, page.status, page.media_type, page.charset) == (url, 200, "text/html", "utf-8")
    assert page.html == PAGE.encode()
    sent = site.requests[0][1]
    assert sent["User-Agent"].startswith("Mozilla/5.0 (compatible; Printworthy/")
    assert {"gzip", "br", "zstd"} <= set(sent["Accept-Encoding"].split(", "))


@pytest.mark.parametrize(
    ("encoding", "pack"),
    [
        ("gzip", gzip.compress),
        ("gzip", lambda data: gzip.compress(data[:9]) + gzip.compress(data[9:])),
        ("deflate", zlib.compress),
        ("deflate", lambda data: zlib.compress(data)[2:-4]),
        ("br", import_module("brotlicffi").compress),
        ("zstd", import_module("backports.zstd").compress),
        ("gzip, br", lambda data: import_module("brotlicffi").compress(gzip.compress(data))),
        ("identity", bytes),
    ],
)
def test_unpacked(site, encoding: str, pack) -> None:
    body = PAGE.encode() * 9999
    assert fetch(site.page("/packed", pack(body), Content_Encoding=encoding)).content == body


@pytest.mark.parametrize(
    ("declared", "meta", "codec"),
    [
        ("text/html; charset=iso-8859-1", "", "utf-8"),
        ("text/html; charset=utf-8", "", "cp1251"),
        ("text/html", "<meta charset=windows-1251>", "cp1251"),
        ("text/html; charset=nonsense", "", "utf-16"),
    ],
)
def test_a_lying_charset_is_seen_through(site, declared: str, meta: str, codec: str) -> None:
    text = f"<html>{meta}<p>" + "Широкая электрификация южных губерний даст мощный толчок. " * 9
    url = site.page("/lying", text.encode(codec), Content_Type=declared)
    assert "электрификация" in fetch(url).html.decode()


def test_redirects_and_cookies(site) -> None:
    async def gate(request: web.Request) -> web.StreamResponse:
        if request.cookies.get("seen") == "1":
            return web.Response(text=PAGE, content_type="text/html")
        return web.Response(status=302, headers={"Location": "/gate", "Set-Cookie": "seen=1; Path=/"})

    site.page("/old", status=301, Location="gate?")
    page = fetch(site.handle("/gate", gate).replace("/gate", "/old"))
    assert page.content == PAGE.encode()
    assert page.requested.endswith("/old")
    assert len(page.redirects) == 2


def test_no_cookie_crosses_to_the_next_article(site) -> None:
    url = site.page("/sets", PAGE, Set_Cookie="a=1; Path=/")
    fetch(url)
    fetch(url)
    assert [headers.get("Cookie") for _, headers in site.requests] == [None, None]


def test_cookie_file(site, tmp_path: Path) -> None:
    jar = tmp_path / "cookies.txt"
    lines = [f"{host}\tFALSE\t/\tFALSE\t0\tlogin\tme" for host in ("127.0.0.1", "other.example")]
    jar.write_text("\n".join(["# Netscape HTTP Cookie File", *lines, ""]))
    fetch(site.page("/members", PAGE), visitor=Visitor(cookies=jar, user_agent="Mine/1"))
    sent = site.requests[0][1]
    assert (sent["Cookie"], sent["User-Agent"]) == ("login=me", "Mine/1")


@pytest.mark.parametrize("content", [b"{}", b"\xff\xfe\x00", None])
def test_bad_cookie_file(tmp_path: Path, content: bytes | None) -> None:
    jar = tmp_path / "cookies.txt"
    if content is not None:
        jar.write_bytes(content)
    with pytest.raises(PrintworthyError, match=r"cookies\.txt"):
        fetch("http://127.0.0.1:1/", visitor=Visitor(cookies=jar))


@pytest.mark.parametrize(("hops", "fine"), [(10, True), (11, False)])
def test_number_of_redirects(site, hops: int, fine: bool) -> None:
    for number in range(hops):
        site.page(f"/{number}", status=302, Location=f"/{number + 1}")
    site.page(f"/{hops}", PAGE)
    if fine:
        assert fetch(f"{site.url}/0").content == PAGE.encode()
    else:
        with pytest.raises(FetchError, match="redirects more than 10 times"):
            fetch(f"{site.url}/0")


def test_redirect_loop(site) -> None:
    site.page("/a", status=302, Location="/b")
    site.page("/b", status=302, Location="/a")
    with pytest.raises(FetchError, match="redirects in a circle"):
        fetch(f"{site.url}/a")
    assert len(site.requests) <= 6


@pytest.mark.parametrize(
    "onward", ["http://localhost:1/", "http://10.0.0.1/", "http://169.254.169.254/latest/meta-data/", "//[::1]/"]
)
def test_redirect_to_where_nobody_sent_us(site, onward: str) -> None:
    with pytest.raises(RefusedError, match="refused"):
        fetch(site.page("/leads-astray", status=302, Location=onward))


@pytest.mark.parametrize(
    "onward", ["javascript:alert(1)", "file:///etc/passwd", "ftp://example.org/", "data:text/html,x"]
)
def test_redirect_to_no_page(site, onward: str) -> None:
    with pytest.raises(FetchError):
        fetch(site.page("/odd", status=302, Location=onward))


def test_localhost_by_name(site) -> None:
    url = site.page("/own", PAGE).replace("127.0.0.1", "localhost")
    assert fetch(url).content == PAGE.encode()


@pytest.mark.parametrize(
    ("reply", "says"),
    [
        (b"HTTP/1.1 200 OK\r\nContent-Length: 999\r\n\r\nshort", "cut short"),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n", "cut short"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n", "no web page"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\nx", "larger than"),
        (b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\nnope", "packed wrongly"),
        (b"HTTP/1.1 200 OK\r\nContent-Encoding: rot13\r\nContent-Length: 4\r\n\r\nnope", "unknown here"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello, world", "no web page"),
        (b"SSH-2.0-OpenSSH\r\n", "no web page"),
        (b"", "cannot be reached"),
    ],
)
def test_broken_servers(reply: bytes, says: str) -> None:
    async def ask() -> None:
        async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.readuntil(b"\r\n\r\n")
            writer.write(reply)
            await writer.drain()
            writer.close()

        server = await asyncio.start_server(serve, "127.0.0.1", 0)
        url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/"
        try:
            await fetch_async(url, limits=ONCE)
        finally:
            server.close()
            await server.wait_closed()

    with pytest.raises(PrintworthyError, match=says) as caught:
        asyncio.run(ask())
    assert "http://127.0.0.1" in str(caught.value)


def test_nobody_listens() -> None:
    with socket.socket() as taken:  # bound, but nobody listens
        taken.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{taken.getsockname()[1]}/"
        with pytest.raises(FetchError, match=rf"^{url} cannot be reached \(Connection refused\): check the address"):
            fetch(url, limits=ONCE)


def test_https_where_http_is_spoken(site) -> None:
    url = site.page("/plain", PAGE)
    with pytest.raises(FetchError, match=f"plain is not served by https: try {url}$"):
        fetch(url.replace("http", "https"), limits=ONCE)


@pytest.mark.parametrize(
    ("status", "says"),
    [
        (404, "check the address"),
        (401, "pass its cookies"),
        (403, "user agent"),
        (410, "archive"),
        (500, "try again later"),
        (418, "browser"),
    ],
)
def test_statuses(status: int, says: str) -> None:
    url = "https://example.org/x"
    client = Client(STRICT, Limits(retries=0), transport=Fake({url: Reply(status)}))
    with pytest.raises(FetchError, match=f"^{url} answers {status} .*{says}"):
        asyncio.run(client.get(url))


@pytest.mark.parametrize(
    ("replies", "slept", "status"),
    [
        ([503, 503, 200], [0.5, 1.0], 200),
        ([429, 200], [7.0], 200),
        ([503, 503, 503, 200], [0.5, 1.0], 503),
        ([501, 200], [], 501),
        ([404, 200], [], 404),
    ],
)
def test_asked_again(replies: list[int], slept: list[float], status: int) -> None:
    url = "https://example.org/x"
    fake = Fake({url: [Reply(one, (("Retry-After", "7"),) if one == 429 else ()) for one in replies]})
    clock = Stopped()
    work = Client(STRICT, transport=fake, clock=clock).get(url)
    if status == 200:
        assert asyncio.run(work).status == 200
    else:
        with pytest.raises(FetchError, match=str(status)):
            asyncio.run(work)
    assert clock.slept == slept


def test_a_real_server_that_is_overloaded_for_a_moment(site) -> None:
    answers = [503, 429, 200]

    async def busy(_: web.Request) -> web.StreamResponse:
        status = answers.pop(0)
        return web.Response(status=status, text=PAGE, content_type="text/html", headers={"Retry-After": "0"})

    assert fetch(site.handle("/busy", busy)).content == PAGE.encode()
    assert len(site.requests) == 3


def test_a_connection_that_breaks_once() -> None:
    """The server hangs up on the first request without a word, and answers the second."""

    async def ask() -> bytes:
        came: list[bytes] = []

        async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            came.append(await reader.readuntil(b"\r\n\r\n"))
            if len(came) > 1:
                writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")
            writer.close()

        async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
            url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/"
            return (await fetch_async(url)).content

    assert asyncio.run(ask()) == b"hello"


@pytest.mark.parametrize("after", ["3600", "Fri, 31 Dec 2100 23:59:59 GMT"])
def test_a_server_that_wants_an_hour_is_left_alone(after: str) -> None:
    url = "https://example.org/x"
    clock = Stopped()
    client = Client(STRICT, transport=Fake({url: Reply(429, (("Retry-After", after),))}), clock=clock)
    with pytest.raises(FetchError, match="asked too often"):
        asyncio.run(client.get(url))
    assert clock.slept == []


def test_from_inside_a_loop(site) -> None:
    url = site.page("/story", PAGE)

    async def notebook() -> bytes:
        assert (await fetch_async(url)).content == PAGE.encode()
        return fetch(url).content

    assert asyncio.run(notebook()) == PAGE.encode()


def test_errors_come_out_of_the_thread_too() -> None:
    async def inside() -> None:
        run(lambda: fetch_async("http://10.0.0.1/", policy=STRICT))

    with pytest.raises(RefusedError):
        asyncio.run(inside())


def test_files(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text(PAGE)
    assert fetch(path.as_uri()).content == PAGE.encode()
    assert fetch(path.as_uri()).media_type == "text/html"
    with pytest.raises(RefusedError, match="files are not read"):
        fetch(path.as_uri(), policy=STRICT)
    with pytest.raises(FetchError, match="is no file"):
        fetch(tmp_path.as_uri())
    with pytest.raises(LimitError, match="larger than"):
        fetch(path.as_uri(), limits=Limits(size=5))
