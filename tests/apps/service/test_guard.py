"""Addresses that strangers name, through every call: nothing private is ever asked for."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from aiohttp import web

from tests.apps.service.conftest import STORY, Running, follow_job
from tests.base.test_guard import REFUSED
from tests.fetching.conftest import Site
from tests.printing.pages import body, page
from tests.render.conftest import chromium_missing

pytestmark = pytest.mark.processes

CALLS = {
    "extract": ("POST", "/v1/extract", lambda url: {"url": url}),
    "extract several": ("POST", "/v1/extract", lambda url: {"pages": [{"url": url}]}),
    "print": ("POST", "/v1/print", lambda url: {"url": url}),
    "print rendered": ("POST", "/v1/print", lambda url: {"url": url, "options": {"render": "always"}}),
    "bookmarklet": ("GET", "/v1/print", lambda url: {"url": url}),
    "filter": ("POST", "/v1/filter", lambda url: {"url": url}),
    "explain": ("GET", "/v1/explain", lambda url: {"url": url}),
}


class Secret:
    """A server that no call may lead to; `visits` are those that came."""

    def __init__(self) -> None:
        visits: list[str] = []

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                visits.append(self.path)
                self.send_response(200)
                self.send_header("Access-Control-Allow-Origin", "*")
                self.end_headers()
                self.wfile.write(b"top secret " * 50)

            def log_message(self, *_: object) -> None:
                pass

        self.visits = visits
        self._server = ThreadingHTTPServer(("127.0.0.3", 0), Handler)
        self.url = f"http://127.0.0.3:{self._server.server_address[1]}"
        self._thread = threading.Thread(target=self._server.serve_forever)
        self._thread.start()

    def close(self) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


@pytest.fixture
def secret() -> Iterator[Secret]:
    made = Secret()
    yield made
    made.close()
    assert made.visits == []


def call(running: Running, name: str, url: str) -> dict[str, object]:
    method, path, asked = CALLS[name]
    if method == "GET":
        answer = running.client.get(path, params=asked(url))
    else:
        answer = running.client.post(path, json=asked(url))
    told = answer.json()
    return told["results"][0]["problem"] if "results" in told else told


@pytest.mark.parametrize("name", CALLS)
def test_the_table_through_every_call(strict: Running, name: str) -> None:
    answers = {url: call(strict, name, url) for url in REFUSED}
    assert {url: told["code"] for url, told in answers.items() if told["code"] != "address-refused"} == {}
    assert all(told["status"] == 403 for told in answers.values())


def test_the_table_as_a_job(strict: Running) -> None:
    accepted = strict.client.post("/v1/jobs", json={"pages": [{"url": url} for url in REFUSED], "format": "epub"})
    assert accepted.status_code == 202, accepted.text
    place = accepted.headers["location"]
    follow_job(strict.client, place)
    job = strict.client.get(place).json()
    assert (job["state"], job["code"], job["failed"]) == ("failed", "no-article", len(REFUSED))
    assert {one["code"] for one in job["pages"]} == {"address-refused"}


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_redirects(service: Running, site: Site, secret: Secret, name: str, status: int) -> None:
    url = site.page(f"/away-{status}", status=status, Location=f"{secret.url}/redirected")
    assert call(service, name, url)["code"] == "address-refused"


def test_redirects_to_files(service: Running, site: Site) -> None:
    url = site.page("/to-file", status=302, Location="file:///etc/passwd")
    assert call(service, "print", url)["code"] == "fetch-failed"


@pytest.mark.parametrize("format", ["pdf", "epub", "html"])
def test_pictures(service: Running, site: Site, secret: Secret, format: str) -> None:
    onward = site.page("/picture-away", status=302, Location=f"{secret.url}/by-redirect.png")
    sources = (f"{secret.url}/lamp.png", onward, "file:///etc/passwd", "http://169.254.169.254/latest")
    shape = '<figure><img src="{}" width=600 height=400><figcaption>Lamp {} of Harbour Street</figcaption></figure>'
    figures = "".join(shape.format(src, number) for number, src in enumerate(sources))
    for asked in ({"html": page(body(0) + figures)}, {"url": site.page("/pictures", page(body(0) + figures))}):
        answer = service.client.post("/v1/print", json={**asked, "format": format, "options": {"images": "all"}})
        assert answer.status_code == 200, answer.text
        assert b"top secret" not in answer.content
        assert b"root:" not in answer.content


def test_print_links_and_parts(service: Running, site: Site, secret: Secret) -> None:
    """A print page and a next part that redirect into the private network are left out; the page itself is printed."""
    site.page("/lead-print", status=302, Location=f"{secret.url}/print")
    site.page("/lead-2", status=302, Location=f"{secret.url}/2")
    tools = '<a href="/lead-print" rel="nofollow">Print this page</a>'
    head = f'<link rel="amphtml" href="{secret.url}/amp"><link rel="next" href="/lead-2">'
    url = site.page("/lead", page(body(0), tools=tools, head=head, pager='<a href="/lead-2">2</a>'))
    answer = service.client.post("/v1/print", json={"url": url, "format": "text"})
    assert answer.status_code == 200, answer.text
    assert "/lead-print" in [path for path, _ in site.requests]
    assert "secret" not in answer.text


@pytest.mark.skipif(bool(chromium_missing()), reason=f"no browser: {chromium_missing()}")
def test_what_a_browser_asks_for(service: Running, site: Site, secret: Secret) -> None:
    script = f"""<script>
      for (const path of ["fetch", "redirect"]) fetch(path === "fetch" ? "{secret.url}/fetch" : "/out").catch(() => 0);
      new Image().src = "{secret.url}/image"; navigator.sendBeacon("{secret.url}/beacon", "x");
      document.write('<iframe src="{secret.url}/frame"></iframe><link rel=stylesheet href="{secret.url}/style">');
      setTimeout(() => location = "{secret.url}/moved", 100);
    </script>"""
    site.page("/out", status=302, Location=f"{secret.url}/by-redirect")
    url = site.page("/scripted", page(body(0, 1) + script))
    asked = {"format": "text", "options": {"render": "always"}}
    for source in ({"url": url}, {"html": page(body(0, 1) + script), "url": url}):
        answer = service.client.post("/v1/print", json={**source, **asked})
        assert answer.status_code == 200, answer.text
        assert "secret" not in answer.text
    assert "/out" in [path for path, _ in site.requests]


def test_a_name_that_leads_home(service: Running, monkeypatch: pytest.MonkeyPatch, secret: Secret) -> None:
    """DNS rebinding: a public name whose address is private."""
    from printworthy.fetching import network

    async def leads_home(host: str, port: int, family: int) -> list[tuple[object, ...]]:
        return [(2, 1, 6, "", ("127.0.0.3", port))]

    monkeypatch.setattr(network, "_in_thread", leads_home)
    port = secret.url.rpartition(":")[2]
    assert call(service, "print", f"http://rebind.example.com:{port}/")["code"] == "address-refused"


def test_a_page_too_large_is_not_read(service: Running, site: Site) -> None:
    async def endless(request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Content-Type": "text/html"})
        await response.prepare(request)
        with suppress(ConnectionError, RuntimeError):
            for _ in range(64):
                await response.write(b"<p>more and more" * 65536)
        return response

    url = site.handle("/endless", endless)
    assert call(service, "extract", url)["code"] == "limit"


def test_the_page_itself_comes(service: Running, site: Site) -> None:
    """The other tests would pass if nothing were fetched at all."""
    url = site.page("/open", STORY)
    assert service.client.post("/v1/extract", json={"url": url}).status_code == 200
