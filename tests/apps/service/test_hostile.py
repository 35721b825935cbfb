"""What hostile callers and pages try: size, headers, paths, markup in every place that is shown again."""

from __future__ import annotations

import http.client
import json
import socket
from html.parser import HTMLParser
from urllib.parse import urlsplit

import pytest

from printworthy.apps.service.http.formats import file_name, plain_name
from printworthy.apps.service.http.problems import Problem
from tests.apps.service.conftest import Running
from tests.fetching.conftest import Site
from tests.printing.pages import body, page

pytestmark = pytest.mark.processes

XSS = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "'><svg onload=alert(1)>",
    "</title><script>alert(1)</script>",
    "--><script>alert(1)</script>",
    "]]><script>alert(1)</script>",
    "javascript:alert(1)",
]  # fmt: skip


_ADDRESSES = {"href", "src", "action", "formaction", "data", "xlink:href", "srcset", "poster"}


class Dangers(HTMLParser):
    """What could run in a page."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in {"script", "svg", "iframe", "object", "embed", "base", "form"}:
            self.found.append(tag)
        for name, value in attrs:
            scripted = name in _ADDRESSES and (value or "").strip().lower().startswith(("javascript:", "data:text"))
            if name.startswith("on") or scripted:
                self.found.append(f"{tag} {name}={value}")


def dangers(html: str) -> list[str]:
    parser = Dangers()
    parser.feed(html)
    return parser.found


def attacked(text: str) -> str:
    """A page with the text as its title, byline, caption, address and words."""
    shown = text.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")
    figure = (
        f'<figure><img src="https://example.org/a.png?{shown}" alt="{shown}" width=600 height=400>'
        f"<figcaption>A caption {shown}</figcaption></figure>"
    )
    link = f'<p>A link to <a href="{shown}">another {shown}</a> stands in this paragraph of the story of lamps.</p>'
    return page(body(0) + figure + link, title=f"Lamps {shown}", head=f'<meta name="author" content="{shown}">')


@pytest.mark.parametrize("text", XSS)
def test_markup_in_a_page_stays_text(service: Running, text: str) -> None:
    asked = {"html": attacked(text), "url": f"https://example.org/{text}", "options": {"images": "all"}}
    answer = service.client.post("/v1/print", json={**asked, "format": "html"})
    assert answer.status_code == 200, answer.text
    assert dangers(answer.text) == []
    assert "script-src" not in answer.headers["content-security-policy"]
    assert "sandbox" in answer.headers["content-security-policy"]
    assert "alert(1)" in answer.text  # it is shown, as text


@pytest.mark.parametrize("text", XSS[:3])
def test_markup_in_an_explanation_stays_text(service: Running, site: Site, text: str) -> None:
    site.page("/attacked", attacked(text))
    answer = service.client.get("/v1/explain", params={"url": f"{site.url}/attacked"})
    assert answer.status_code == 200
    # Its own script and icons are allowed; whatever would run by itself is not.
    assert [one for one in dangers(answer.text) if one not in {"script", "form", "svg"}] == []
    assert answer.text.count("<script") == 2  # the page's own


@pytest.mark.parametrize("text", XSS)
def test_markup_in_an_error_stays_text(service: Running, text: str) -> None:
    for answer in (
        service.client.post("/v1/print", json={"url": f"http://{text}/"}),
        service.client.post("/v1/print", json={"url": text}),
        service.client.get("/v1/print", params={"url": text, "format": text}),
        service.client.get(f"/{text}"),
        service.client.post("/v1/filter", json={"html": "x", "settings": {text: {}}}),
        service.client.post("/v1/print", json={"html": "x", text: 1}),
    ):
        assert 400 <= answer.status_code < 500
        assert answer.headers["content-type"] == "application/problem+json"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert b"<" not in answer.content
        assert answer.json()["code"]


def test_every_answer_is_locked(service: Running) -> None:
    for path in ("/healthz", "/metrics", "/openapi.json", "/nothing", "/v1/print?url=file:///etc/passwd"):
        headers = service.client.get(path).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert headers["x-frame-options"] == "DENY"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["cross-origin-resource-policy"] == "same-origin"
        assert "server" not in headers


@pytest.mark.parametrize(
    "title",
    ['a"; name="evil.exe', "a\r\nSet-Cookie: x=1", "../../etc/passwd", "a\x00b", "\u202egnp.exe", "…", "." * 300, ""],
)
def test_a_title_cannot_leave_its_header(service: Running, title: str) -> None:
    field = file_name(title, "pdf")
    assert field.isascii()
    assert field.isprintable()
    assert field.count('"') == 2
    assert "/" not in plain_name(title)
    assert not plain_name(title).startswith(".")
    html = page(body(0), title=title.replace("\x00", "").replace('"', "&quot;"))
    answer = service.client.post("/v1/print", json={"html": html, "format": "text"})
    assert "set-cookie" not in answer.headers
    assert answer.headers["content-disposition"].count('"') == 2


@pytest.mark.parametrize("value", ["a\r\nX-Evil: 1", "x" * 65, "<script>", "ä", ""])
def test_a_request_id_of_ones_own_is_plain_or_replaced(service: Running, value: str) -> None:
    address = urlsplit(service.url)
    connection = http.client.HTTPConnection(address.hostname or "", address.port)
    try:
        connection.putrequest("GET", "/healthz")
        connection._buffer.append(b"X-Request-ID: " + value.replace("\r\n", "\r").encode("latin-1"))  # type: ignore[attr-defined]
        connection.endheaders()
        answer = connection.getresponse()
        given = answer.headers.get("x-request-id", "")
        assert value == "" or value not in given
        assert answer.headers.get("x-evil") is None
    finally:
        connection.close()


def test_a_plain_request_id_is_kept(service: Running) -> None:
    assert service.client.get("/healthz", headers={"X-Request-ID": "abc-1.2_3"}).headers["x-request-id"] == "abc-1.2_3"


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py", "/static/%2e%2e/app.py", "/static/..%2fapp.py", "/static//etc/passwd",
        "/static/%2fetc%2fpasswd", "/static/....//app.py", "/static/index.html%00.png", "/static/", "/static/.",
        "/v1/jobs/../../etc/passwd", "/v1/jobs/..%2f..%2fjobs.sqlite3/result", "/v1/jobs/jobs.sqlite3/result",
        "/..%2f..%2fetc%2fpasswd", "//etc/passwd",
    ],
)  # fmt: skip
def test_paths_lead_nowhere(service: Running, path: str) -> None:
    address = urlsplit(service.url)
    with socket.create_connection((address.hostname, address.port)) as raw:  # no client tidies the path
        raw.sendall(f"GET {path} HTTP/1.1\r\nHost: {address.netloc}\r\nConnection: close\r\n\r\n".encode())
        answer = b"".join(iter(lambda: raw.recv(65536), b""))
    assert answer.split(b" ", 2)[1] == b"404"
    assert b"root:" not in answer
    assert b"import" not in answer


def test_large_bodies(service: Running) -> None:
    most = service.app.state.settings.body
    answer = service.client.post("/v1/extract", content=b"x" * (most + 1), headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (413, "too-large")

    def endless() -> object:
        for _ in range(most // 65536 + 2):
            yield b" " * 65536

    chunked = service.client.post("/v1/extract", content=endless(), headers={"Content-Type": "application/json"})
    assert chunked.status_code == 413


NO_JSON = [b"", b"{", b"[]", b"null", b"\xff\xfe", b'{"html": ' * 5000, b"9" * 5000, b"[" * 100_000]


@pytest.mark.parametrize("content", NO_JSON)
def test_bodies_that_are_no_json(service: Running, content: bytes) -> None:
    answer = service.client.post("/v1/extract", content=content, headers={"Content-Type": "application/json"})
    assert answer.status_code in (400, 422), answer.text
    assert answer.headers["content-type"] == "application/problem+json"


def test_lone_surrogates_and_nul(service: Running) -> None:
    html = page(body(0), title="A\ud800B\x00C")
    asked = json.dumps({"html": html, "url": "http://example.org/\ud800", "format": "pdf"})
    answer = service.client.post("/v1/print", content=asked.encode(), headers={"Content-Type": "application/json"})
    assert answer.status_code in (200, 422), answer.text


def test_a_problem_is_one_bounded_line() -> None:
    problem = Problem(422, "usage", "a\r\nb" + "c" * 5000)
    assert len(problem.document()["detail"]) <= 600
    assert "\n" not in problem.document()["detail"]
