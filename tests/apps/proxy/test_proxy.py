"""The proxy as clients see it, request by request."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import gzip
import re
import ssl
import stat
from typing import Any

import aiohttp
import pytest
from aiohttp import web

pytestmark = pytest.mark.processes

PAGE = """<!DOCTYPE html><html><head><title>T</title></head><body><h1>Of clocks</h1>
<div id="cookie-banner">Cookies!</div><p>They tick. Ünïcode.</p></body></html>"""


def get(proxy: Any, url: str, method: str = "GET", **options: Any) -> tuple[int, dict[str, str], bytes]:
    """One request through the proxy, with its certificate trusted."""

    async def ask() -> tuple[int, dict[str, str], bytes]:
        context = ssl.create_default_context(cafile=str(proxy.certificate))
        async with (
            aiohttp.ClientSession(auto_decompress=options.pop("decompress", True)) as session,
            session.request(method, url, proxy=proxy.url, ssl=context, **options) as reply,
        ):
            headers = {name.lower(): value for name, value in reply.headers.items()}
            return reply.status, headers, await reply.read()

    return asyncio.run(ask())


def counter(proxy: Any, name: str) -> int:
    """What the settings page counts."""
    body = get(proxy, "http://printworthy.proxy/")[2].decode()
    found = re.search(rf"{name}</th><td>([\d,]+)", body)
    assert found
    return int(found[1].replace(",", ""))


@pytest.fixture(params=["http", "https"])
def base(request, origin) -> str:
    port = origin.http if request.param == "http" else origin.https
    return f"{request.param}://localhost:{port}"


def test_a_page_is_filtered_and_marked(proxy, origin, base: str) -> None:
    origin.page("/page", PAGE, ETag='"1"', Content_Security_Policy="default-src 'self'")
    status, headers, body = get(proxy, f"{base}/page", headers={"If-None-Match": '"1"', "Accept": "text/html"})
    assert status == 200
    assert b"Cookies!" not in body
    assert "Ünïcode".encode() in body
    assert f'href="{base}/page?printworthy=original"'.encode() in body
    assert headers["content-type"] == "text/html; charset=utf-8"
    assert "etag" not in headers
    assert "sha256-" in headers["content-security-policy"]
    assert "If-None-Match" not in origin.requests[-1].headers


def test_one_click_to_the_original(proxy, origin, base: str) -> None:
    origin.page("/page", PAGE)
    _, _, body = get(proxy, f"{base}/page?a=b&printworthy=original")
    assert body == PAGE.encode()
    assert origin.requests[-1].path_qs == "/page?a=b"


@pytest.mark.parametrize("encoding", ["gzip", "identity"])
def test_encodings_and_charsets(proxy, origin, encoding: str) -> None:
    content = PAGE.encode("iso-8859-1")
    body = gzip.compress(content) if encoding == "gzip" else content
    origin.page("/latin", body, Content_Type="text/html; charset=iso-8859-1", Content_Encoding=encoding)
    _, headers, found = get(proxy, f"http://localhost:{origin.http}/latin")
    assert "Ünïcode".encode() in found
    assert b"Cookies!" not in found
    assert headers.get("content-encoding", "identity") == encoding


def test_what_is_not_html_is_untouched(proxy, origin, base: str) -> None:
    data = PAGE.encode()
    origin.page("/data", data, Content_Type="application/octet-stream", ETag='"x"')
    _, headers, body = get(proxy, f"{base}/data")
    assert body == data
    assert headers["etag"] == '"x"'
    origin.page("/file", data, Content_Disposition="attachment; filename=x.html")
    assert get(proxy, f"{base}/file")[2] == data


def test_ranges_posts_and_cookies(proxy, origin, base: str) -> None:
    async def ranged(request: web.Request) -> web.StreamResponse:
        part = request.http_range
        return web.Response(status=206, body=bytes(range(256))[part], content_type="video/mp4")

    async def login(request: web.Request) -> web.StreamResponse:
        form = await request.post()
        reply = web.Response(text=f"<p>{form['name']!s}</p>", content_type="text/html")
        reply.set_cookie("who", str(form["name"]))
        return reply

    origin.pages |= {"/video": ranged, "/login": login}
    assert get(proxy, f"{base}/video", headers={"Range": "bytes=5-9"})[::2] == (206, bytes(range(5, 10)))
    status, headers, body = get(proxy, f"{base}/login", "POST", data={"name": "Ada"})
    assert status == 200
    assert b"<p>Ada</p>" in body
    assert headers["set-cookie"].startswith("who=Ada")


def test_the_first_byte_is_not_held_up(proxy, origin, base: str) -> None:
    """The server sends the rest only when the client has seen the beginning."""
    seen = asyncio.Event()

    async def slow(request: web.Request) -> web.StreamResponse:
        reply = web.StreamResponse(headers={"Content-Type": "application/octet-stream"})
        await reply.prepare(request)
        await reply.write(b"a" * 1000)
        await asyncio.wait_for(seen.wait(), 60)
        await reply.write(b"b")
        return reply

    async def ask() -> bytes:
        context = ssl.create_default_context(cafile=str(proxy.certificate))
        async with (
            aiohttp.ClientSession() as session,
            session.get(f"{base}/slow", proxy=proxy.url, ssl=context) as reply,
        ):
            first = await reply.content.readany()
            origin._loop.call_soon_threadsafe(seen.set)
            return first + await reply.read()

    origin.pages["/slow"] = slow
    assert asyncio.run(ask()) == b"a" * 1000 + b"b"


def test_websockets(proxy, origin, base: str) -> None:
    async def echo(request: web.Request) -> web.StreamResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        async for message in socket:
            await socket.send_str(f"{message.data}!")
        return socket

    async def ask() -> str:
        context = ssl.create_default_context(cafile=str(proxy.certificate))
        async with (
            aiohttp.ClientSession() as session,
            session.ws_connect(f"{base}/socket", proxy=proxy.url, ssl=context) as socket,
        ):
            await socket.send_str("hello")
            return str((await socket.receive()).data)

    origin.pages["/socket"] = echo
    assert asyncio.run(ask()) == "hello!"


def test_rules_for_sites(make_proxy, origin) -> None:
    origin.page("/page", PAGE)
    proxy = make_proxy('[sites]\n"localhost" = "never"\n"127.0.0.1" = "speech"\n"127.0.0.2" = "pass"\n')
    assert get(proxy, f"https://localhost:{origin.https}/page")[2] == PAGE.encode()
    _, headers, body = get(proxy, f"https://127.0.0.1:{origin.https}/page")
    assert headers["content-type"] == "text/plain; charset=utf-8"
    assert body.decode() == "Of clocks.\nThey tick. Ünïcode.\n"
    # Passed through: the client sees the site's own certificate, which this one does not trust.
    with pytest.raises(aiohttp.ClientConnectorCertificateError):
        get(proxy, f"https://127.0.0.2:{origin.https}/page")


def test_the_profile_off_leaves_pages_as_they_came(make_proxy, origin, base: str) -> None:
    page = PAGE.replace("<title>T</title>", "<TITLE >T</title>").encode("iso-8859-1")
    origin.page("/off", page, Content_Type="text/html; charset=iso-8859-1", ETag='"1"')
    off, site = make_proxy('profile = "off"\n'), make_proxy('[sites]\n"localhost" = "off"\n')
    for proxy in (off, site):
        _, headers, body = get(proxy, f"{base}/off")
        assert body == page
        assert headers["etag"] == '"1"'
        assert headers["content-type"] == "text/html; charset=iso-8859-1"
        assert (counter(proxy, "Pages let through"), counter(proxy, "Pages filtered")) == (1, 0)
    some = make_proxy('profile = "off"\n[selectors]\nremove = ["h1"]\n')
    assert b"Of clocks" not in get(some, f"{base}/off")[2]
    assert off.end() == ""


def test_who_does_not_take_our_certificate_is_let_through_the_next_time(make_proxy, origin) -> None:
    origin.page("/page", PAGE)
    proxy = make_proxy()

    async def ask() -> bytes:
        context = ssl.create_default_context(cafile=str(origin.authority))
        async with (
            aiohttp.ClientSession() as session,
            session.get(f"https://localhost:{origin.https}/page", proxy=proxy.url, ssl=context) as reply,
        ):
            return await reply.read()

    with pytest.raises(aiohttp.ClientConnectorCertificateError):
        asyncio.run(ask())
    for _ in range(50):  # the proxy hears of it a moment later than the client
        with contextlib.suppress(aiohttp.ClientConnectorCertificateError):
            assert asyncio.run(ask()) == PAGE.encode()
            return
    pytest.fail("the host was never passed through")


@pytest.fixture(scope="module")
def guarded(make_proxy) -> Any:
    return make_proxy(private=False)


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "[::1]", "10.0.0.1", "169.254.169.254", "2130706433"])
def test_the_guard_keeps_clients_out_of_the_own_network(guarded, origin, host: str) -> None:
    status, _, body = get(guarded, f"http://{host}:{origin.http}/page")
    assert status == 502
    assert b"refused" in body
    assert b"--allow-private" in body


def test_names_that_lead_into_the_own_network_are_refused() -> None:
    from printworthy.apps.proxy.server import POLICY, GuardedLoop

    loop = GuardedLoop()
    loop.policy = POLICY
    try:
        with pytest.raises(OSError, match=r"leads to 127\.0\.0\.1"):
            loop.run_until_complete(loop.getaddrinfo("localhost", 80, family=2))
        assert loop.run_until_complete(loop.getaddrinfo("127.0.0.1", 80, flags=1))
    finally:
        loop.close()


def test_user_and_password(make_proxy, origin) -> None:
    origin.page("/page", PAGE)
    proxy = make_proxy("", "--users", "ada:secret")
    url = f"http://localhost:{origin.http}/page"
    assert get(proxy, url)[0] == 407
    for who, status in (("ada:wrong", 407), ("ada:secret", 200)):
        told = base64.b64encode(who.encode()).decode()
        assert get(proxy, url, headers={"Proxy-Authorization": f"Basic {told}"})[0] == status


def test_advertisements_are_not_even_fetched(proxy, origin) -> None:
    status, _, _ = get(proxy, "http://ad.doubleclick.net/x.js", headers={"Accept": "*/*", "Sec-Fetch-Dest": "script"})
    assert status == 204
    assert counter(proxy, "Advertisements removed") >= 1


def test_limits(proxy, make_proxy, origin) -> None:
    """A page over the limit, told or not, goes through as it came."""
    large = PAGE.replace("They tick.", "They tick. " * 20_000)

    async def chunked(request: web.Request) -> web.StreamResponse:
        reply = web.StreamResponse(headers={"Content-Type": "text/html"})
        await reply.prepare(request)
        for start in range(0, len(large.encode()), 50_000):
            await reply.write(large.encode()[start : start + 50_000])
        return reply

    origin.page("/large", large)
    origin.pages["/chunked"] = chunked
    small = make_proxy(limits="workers = 0\nmegabytes = 0.1")
    url = f"http://localhost:{origin.http}"
    assert b"Cookies!" not in get(proxy, f"{url}/large")[2]
    assert b"Cookies!" not in get(proxy, f"{url}/chunked")[2]
    assert get(small, f"{url}/large")[2] == large.encode()
    assert get(small, f"{url}/chunked")[2] == large.encode()
    assert small.end().splitlines() == [f"unfiltered: '{url}/{page}': it is too large" for page in ("large", "chunked")]


def test_the_first_page_is_filtered_and_nothing_is_left_behind(make_proxy, origin) -> None:
    """Workers are ready when the proxy says that it is; ended by TERM, it says nothing more."""
    origin.page("/page", PAGE)
    made = make_proxy(limits="workers = 1")
    assert b"Cookies!" not in get(made, f"http://localhost:{origin.http}/page?secret=1")[2]
    assert made.end() == ""


def test_broken_servers(proxy, origin) -> None:
    async def reset(request: web.Request) -> web.StreamResponse:
        assert request.transport is not None
        request.transport.abort()
        return web.Response()

    async def short(request: web.Request) -> web.StreamResponse:
        reply = web.StreamResponse(headers={"Content-Type": "text/html", "Content-Length": "1000"})
        await reply.prepare(request)
        await reply.write(b"<p>cut")
        assert request.transport is not None
        request.transport.close()
        return reply

    origin.pages |= {"/reset": reset, "/short": short}
    origin.page("/broken", b"\x1f\x8bnot gzip at all", Content_Encoding="gzip")
    origin.page("/liar", "<p>fünf</p>".encode(), Content_Type="text/html; charset=utf-16")
    url = f"http://localhost:{origin.http}"
    assert get(proxy, f"{url}/reset")[0] == 502
    with contextlib.suppress(aiohttp.ClientPayloadError):  # cut short, as without the proxy
        assert get(proxy, f"{url}/short")[0] == 502
    assert get(proxy, f"{url}/broken", decompress=False)[2] == b"\x1f\x8bnot gzip at all"
    assert "fünf".encode() in get(proxy, f"{url}/liar")[2]
    for path in (f"{url}/reset", "http://localhost:1/"):
        status, _, told = get(proxy, path)
        assert status == 502
        assert b"This site could not be reached: " in told
        assert b"It is the filtering proxy" in told
    assert b"no server answers at its address." in told
    origin.page("/page", PAGE)
    assert get(proxy, f"{url}/page")[0] == 200


def test_the_authority_is_kept_private(proxy) -> None:
    folder = proxy.certificate.parent
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE((folder / "mitmproxy-ca.pem").stat().st_mode) == 0o600
    assert b"PRIVATE" not in proxy.certificate.read_bytes()


def test_own_pages(proxy) -> None:
    status, headers, body = get(proxy, "http://printworthy.proxy/")
    assert status == 200
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert b"Advertisements removed" in body
    assert get(proxy, "http://printworthy.proxy/printworthy.pem")[2] == proxy.certificate.read_bytes()
    assert b"Firefox" in get(proxy, "http://printworthy.proxy/trust")[2]
    assert get(proxy, "http://printworthy.proxy/nowhere")[0] == 404


def test_other_sites_cannot_change_the_settings(proxy) -> None:
    status, _, _ = get(proxy, "http://printworthy.proxy/", "POST", data={"profile": "speech", "token": "guess"})
    assert status == 403
    assert b'value="light" checked>' in get(proxy, "http://printworthy.proxy/")[2]


def test_gateway(make_proxy, origin) -> None:
    inside = '<a href="/next?a=b" target="_blank">next</a> <img src="x.png"><script>x()</script>'
    page = PAGE.replace("They tick.", inside)
    origin.page("/page", page)
    gateway = make_proxy("", "--gateway")
    url = f"http://localhost:{origin.http}"

    async def ask(path: str) -> tuple[int, str, str]:
        async with aiohttp.ClientSession() as session, session.get(gateway.url + path, allow_redirects=False) as reply:
            return reply.status, await reply.text(), reply.headers.get("location", "")

    status, body, _ = asyncio.run(ask(f"/read/{url}/page"))
    assert status == 200
    assert f'<a href="/read/{url}/next?a=b">next</a>' in body
    assert f'src="{url}/x.png"' in body
    assert "Cookies!" not in body
    assert asyncio.run(ask(f"/read?url={url}/page"))[::2] == (303, f"/read/{url}/page")
    assert asyncio.run(ask("/read/http://localhost:1/"))[0] == 502
    for address in ("town.example/bridge?a=b", "localhost:1/x"):
        assert asyncio.run(ask(f"/read/{address}"))[::2] == (303, f"/read/https://{address}")
    assert asyncio.run(ask("/read/ftp://town.example/"))[0] == 502
    assert [asyncio.run(ask(path))[0] for path in ("/", "/read/", "/other")] == [200, 200, 404]
