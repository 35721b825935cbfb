"""The proxy in a real browser, over HTTPS, with its certificate trusted as the browser's own authority."""

from __future__ import annotations

import asyncio
import base64
import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web

pytest.importorskip("playwright")
from playwright.sync_api import Browser, Page, sync_playwright

pytestmark = pytest.mark.processes

CHROMIUM = Path("/usr/lib/chromium/chromium")
LINKS = "".join(f'<li><a href="/{n}">Topic number {n}</a></li>' for n in range(12))
TEXT = "The tower clock has been keeping time for the town since it was built by two brothers. " * 12
ARTICLE = f"""<!DOCTYPE html><html lang="en"><head><title>Of clocks</title><script src="/app.js"></script>
<link rel="stylesheet" href="/style.css" integrity="sha256-{{}}"></head><body>
<nav><ul>{LINKS}</ul></nav><div id="cookie-banner">Cookies!</div><article><h1>Of clocks</h1><p>{TEXT}</p></article>
<div class="advertisement">Buy!</div></body></html>"""
STYLE = b"h1{color:rgb(1, 2, 3)}"
# Kinds of page: what is served, its headers, and what must hold in the browser.
KINDS: dict[str, tuple[str, dict[str, str], str]] = {
    "news": (ARTICLE, {}, "document.querySelector('h1').textContent === 'Of clocks'"),
    "style with integrity": (ARTICLE, {}, "getComputedStyle(document.querySelector('h1')).color === 'rgb(1, 2, 3)'"),
    "script": (ARTICLE, {}, "window.ran === true"),
    "strict policy": (
        ARTICLE,
        {"Content_Security_Policy": "default-src 'self'"},
        "getComputedStyle(document.querySelector('aside[data-printworthy]')).position === 'fixed'",
    ),
    "policy with inline styles": (
        "<style>p{color:rgb(9, 9, 9)}</style><p>a</p>",
        {"Content_Security_Policy": "style-src 'unsafe-inline'"},
        "getComputedStyle(document.querySelector('p')).color === 'rgb(9, 9, 9)'",
    ),
    "old document type": (
        '<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 3.2 Final//EN"><p>a</p>',
        {},
        "document.compatMode === 'BackCompat'",
    ),
    "other charset": (
        "<p id=x>caf\u00e9</p>",
        {"Content_Type": "text/html; charset=iso-8859-1"},
        "document.getElementById('x').textContent === 'caf\u00e9'",
    ),
    "table layout": (
        f"<table><tr><td>{LINKS}</td><td><p>{TEXT}</p></td></tr></table>",
        {},
        "document.querySelectorAll('td').length === 2",
    ),
    "frame": (
        '<p>a</p><iframe src="/news"></iframe>',
        {},
        "!document.querySelector('iframe').contentDocument.querySelector('aside[data-printworthy]')",
    ),
    "error": ("<h1>Gone</h1>", {"status": "410"}, "document.querySelector('h1').textContent === 'Gone'"),
}


@pytest.fixture(scope="module")
def browser(proxy) -> Iterator[Browser]:
    if not CHROMIUM.exists():
        pytest.skip("Debian's chromium is not installed")
    key = _public_key(proxy.certificate)
    with sync_playwright() as driver:
        found = driver.chromium.launch(
            executable_path=str(CHROMIUM),
            proxy={"server": proxy.url, "bypass": "<-loopback>"},
            args=["--no-sandbox", f"--ignore-certificate-errors-spki-list={key}"],
        )
        yield found
        found.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    made = browser.new_page()
    yield made
    made.close()


@pytest.fixture(scope="module")
def site(origin: Any) -> str:
    """The ten pages, and what they load."""
    digest = base64.b64encode(hashlib.sha256(STYLE).digest()).decode()
    for name, (html, headers, _) in KINDS.items():
        fields = {key: value for key, value in headers.items() if key != "status"}
        charset = "iso-8859-1" if "charset" in fields.get("Content_Type", "") else "utf-8"
        content = html.replace("sha256-{}", f"sha256-{digest}").encode(charset)
        origin.page(f"/{name.replace(' ', '-')}", content, int(headers.get("status", 200)), **fields)
    origin.page("/style.css", STYLE, Content_Type="text/css")
    origin.page("/app.js", "window.ran = true", Content_Type="text/javascript")
    return f"https://localhost:{origin.https}"


def _public_key(certificate: Path) -> str:
    """The fingerprint by which Chromium is told to trust an authority, without touching anybody's own store."""
    from cryptography import x509
    from cryptography.hazmat.primitives import serialization

    found = x509.load_pem_x509_certificate(certificate.read_bytes()).public_key()
    form = serialization.PublicFormat.SubjectPublicKeyInfo
    return base64.b64encode(hashlib.sha256(found.public_bytes(serialization.Encoding.DER, form)).digest()).decode()


@pytest.mark.parametrize("kind", KINDS)
def test_ten_kinds_of_page(page: Page, site: str, kind: str) -> None:
    page.goto(f"{site}/{kind.replace(' ', '-')}")
    assert page.evaluate(KINDS[kind][2])
    assert page.locator("aside[data-printworthy=marker]").count() == 1
    assert page.locator("#cookie-banner, .advertisement").count() == 0


def test_the_browser_speaks_http2(page: Page, site: str) -> None:
    page.goto(f"{site}/news")
    assert page.evaluate("performance.getEntriesByType('navigation')[0].nextHopProtocol") == "h2"


def test_one_click_to_the_original(page: Page, site: str) -> None:
    page.goto(f"{site}/news")
    page.get_by_role("link", name="Show original").click()
    page.wait_for_selector("#cookie-banner")
    assert page.locator("aside[data-printworthy]").count() == 0


def test_websocket_post_login_and_range(page: Page, origin: Any, site: str) -> None:
    async def echo(request: web.Request) -> web.StreamResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        async for message in socket:
            await socket.send_str(f"{message.data}!")
        return socket

    async def login(request: web.Request) -> web.StreamResponse:
        form = await request.post()
        raise web.HTTPSeeOther("/home", headers={"Set-Cookie": f"who={form['name']!s}; Secure; HttpOnly"})

    async def home(request: web.Request) -> web.StreamResponse:
        return web.Response(text=f"<h1>Hello {request.cookies['who']}</h1>", content_type="text/html")

    async def video(request: web.Request) -> web.StreamResponse:
        part = bytes(range(256))[request.http_range]
        return web.Response(status=206, body=part, content_type="video/mp4")

    origin.pages |= {"/socket": echo, "/login": login, "/home": home, "/video": video}
    origin.page("/form", '<form action="/login" method="post"><input name="name"><button>In</button></form>')
    page.goto(f"{site}/form")
    page.fill("input", "Ada")
    page.get_by_role("button", name="In").click()
    page.wait_for_selector("h1")
    assert page.inner_text("h1") == "Hello Ada"
    script = """new Promise(done => { const s = new WebSocket(location.origin.replace('https', 'wss') + '/socket');
        s.onopen = () => s.send('hi'); s.onmessage = e => done(e.data) })"""
    assert page.evaluate(script) == "hi!"
    ranged = """fetch('/video', {headers: {Range: 'bytes=5-9'}})
        .then(async reply => [reply.status, (await reply.arrayBuffer()).byteLength])"""
    assert page.evaluate(ranged) == [206, 5]


def test_a_large_download(page: Page, origin: Any, site: str, tmp_path: Path) -> None:
    size, chunk = 200 * 1024 * 1024, bytes(1024 * 1024)

    async def large(request: web.Request) -> web.StreamResponse:
        reply = web.StreamResponse(
            headers={"Content-Type": "application/octet-stream", "Content-Disposition": "attachment; filename=x.bin"}
        )
        reply.content_length = size
        await reply.prepare(request)
        for _ in range(size // len(chunk)):
            await reply.write(chunk)
            await asyncio.sleep(0)
        return reply

    origin.pages["/large"] = large
    origin.page("/downloads", '<a href="/large">Large</a>')
    page.goto(f"{site}/downloads")
    with page.expect_download(timeout=120_000) as waiting:
        page.get_by_role("link", name="Large").click()
    target = tmp_path / "x.bin"
    waiting.value.save_as(target)
    assert target.stat().st_size == size


def test_the_settings_page_by_keyboard(page: Page, site: str) -> None:
    from axe_playwright_python.sync_playwright import Axe

    for path in ("", "preview", "trust"):
        page.goto(f"http://printworthy.proxy/{path}")
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()
    page.goto("http://printworthy.proxy/")
    page.get_by_label("Rules for sites").focus()
    page.keyboard.type("quiet.example never")
    page.get_by_text("Every setting of the profile").click()
    page.locator("#tags-images").focus()
    page.keyboard.press("Space")
    page.locator("#link_lists-ratio").focus()
    page.keyboard.press("Control+A")
    page.keyboard.type("0.9")
    page.keyboard.press("Enter")
    page.wait_for_selector("text=Saved.")
    assert page.locator("#tags-images").is_checked()
    assert page.input_value("#link_lists-ratio") == "0.9"
    assert page.input_value("#sites") == "quiet.example never"


def test_preview_before_and_after(page: Page, origin: Any, site: str) -> None:
    page.goto(f"http://printworthy.proxy/preview?url=http://localhost:{origin.http}/news")
    before, after = (page.frame_locator(f"iframe[title={name}]") for name in ("Before", "After"))
    before.locator("#cookie-banner").wait_for()
    after.locator("h1").wait_for()
    assert after.locator("#cookie-banner").count() == 0
