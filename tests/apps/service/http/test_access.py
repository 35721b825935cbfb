"""Who is let in: hosts, origins and tokens, as a table of request heads."""

from __future__ import annotations

import hmac
import socket
from pathlib import Path

import pytest

from printworthy.apps.service import server
from printworthy.apps.service.errors import ForeignError, ServiceError, WrongHostError, WrongTokenError
from printworthy.apps.service.http.access import Door
from printworthy.apps.service.settings import Access, ServiceSettings
from printworthy.errors import UsageError
from tests.apps.service.conftest import STORY, Running

TOKEN = "correct-horse-battery"
OWN = "own-token-of-the-service"
HERE = {"host": "127.0.0.1:8000"}
BEARER = {"authorization": f"Bearer {TOKEN}"}
LINK = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document"}
EXTENSION = {"origin": "chrome-extension://abcdefgh"}


def scope(method: str = "POST", path: str = "/v1/print", **headers: str) -> dict[str, object]:
    fields = [(name.replace("_", "-").encode(), value.encode("latin-1")) for name, value in headers.items()]
    return {"method": method, "path": path, "headers": fields, "client": ("192.0.2.7", 4711)}


def door(access: Access, host: str = "127.0.0.1", own: str = "") -> Door:
    return Door(ServiceSettings(host=host, access=access), own)


LOCAL = door(Access(), own=OWN)
LOCKED = door(Access(tokens=(TOKEN,)), "0.0.0.0")
PUBLIC = door(Access(public=True), "0.0.0.0")
NAMED = door(Access(public=True, hosts=("print.example.org",), origins=("https://news.example.org",)), "0.0.0.0")

LET_IN = [
    (LOCAL, "POST", HERE),
    (LOCAL, "POST", {"host": "localhost:8000"}),
    (LOCAL, "POST", {"host": "[::1]:8000"}),
    (LOCAL, "POST", {**HERE, "origin": "http://127.0.0.1:8000"}),
    (LOCAL, "POST", {**HERE, "origin": "http://127.0.0.1:8000", "sec-fetch-site": "same-origin"}),
    (LOCAL, "POST", {**HERE, **EXTENSION, "authorization": f"Bearer {OWN}"}),
    (LOCAL, "GET", {**HERE, **LINK}),
    (LOCAL, "GET", {**HERE, **LINK, "sec-fetch-site": "none"}),
    (LOCKED, "POST", {"host": "anything.example", **BEARER}),
    (LOCKED, "POST", {"host": "anything.example", "authorization": f"bearer  {TOKEN}"}),
    (LOCKED, "POST", {"host": "a.example", **BEARER, "origin": "moz-extension://abc"}),
    (PUBLIC, "POST", {"host": "anything.example"}),
    (NAMED, "POST", {"host": "print.example.org"}),
    (NAMED, "POST", {"host": "Print.Example.Org:443"}),
    (NAMED, "POST", {"host": "print.example.org", "origin": "https://news.example.org"}),
]
KEPT_OUT = [
    (LOCAL, "POST", {"host": "evil.example:8000"}, WrongHostError),
    (LOCAL, "GET", {"host": "127.0.0.1.evil.example"}, WrongHostError),
    (LOCAL, "POST", {}, WrongHostError),
    (LOCAL, "POST", {"host": "[::1"}, WrongHostError),
    (LOCAL, "POST", {**HERE, "origin": "http://evil.example"}, ForeignError),
    (LOCAL, "POST", {**HERE, "origin": "http://127.0.0.1:9000"}, ForeignError),
    (LOCAL, "POST", {**HERE, "origin": "null"}, ForeignError),
    (LOCAL, "DELETE", {**HERE, "origin": "http://[evil"}, ForeignError),
    (LOCAL, "POST", {**HERE, "sec-fetch-site": "cross-site"}, ForeignError),
    (LOCAL, "POST", {**HERE, "sec-fetch-site": "same-site"}, ForeignError),
    (LOCAL, "POST", {**HERE, **LINK}, ForeignError),
    (LOCAL, "GET", {**HERE, **LINK, "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image"}, ForeignError),
    (LOCAL, "GET", {**HERE, **LINK, "sec-fetch-dest": "iframe"}, ForeignError),
    (LOCAL, "POST", {**HERE, **EXTENSION}, ForeignError),
    (LOCAL, "POST", {**HERE, **EXTENSION, "authorization": "Bearer wrong-token-wrong"}, WrongTokenError),
    (LOCAL, "POST", {**HERE, "authorization": "Bearer wrong-token-wrong"}, WrongTokenError),
    (LOCAL, "POST", {**HERE, "x-forwarded-for": "198.51.100.1"}, WrongTokenError),
    (LOCAL, "POST", {**HERE, "forwarded": "for=198.51.100.1"}, WrongTokenError),
    (LOCKED, "POST", {"host": "a.example"}, WrongTokenError),
    (LOCKED, "GET", {"host": "a.example"}, WrongTokenError),
    (LOCKED, "POST", {"host": "a.example", "authorization": f"Basic {TOKEN}"}, WrongTokenError),
    (LOCKED, "POST", {"host": "a.example", "authorization": f"Bearer {TOKEN[:-1]}"}, WrongTokenError),
    (LOCKED, "POST", {"host": "a.example", "authorization": f"Bearer {TOKEN}x"}, WrongTokenError),
    (LOCKED, "POST", {"host": "a.example", **BEARER, "origin": "https://evil.example"}, ForeignError),
    (NAMED, "POST", {"host": "other.example.org"}, WrongHostError),
    (NAMED, "POST", {"host": "print.example.org", "origin": "https://news.example.org.evil.example"}, ForeignError),
]


@pytest.mark.parametrize(("entrance", "method", "headers"), LET_IN)
def test_let_in(entrance: Door, method: str, headers: dict[str, str]) -> None:
    assert entrance.enter(scope(method, **headers)).name


@pytest.mark.parametrize(("entrance", "method", "headers", "why"), KEPT_OUT)
def test_kept_out(entrance: Door, method: str, headers: dict[str, str], why: type[ServiceError]) -> None:
    with pytest.raises(why):
        entrance.enter(scope(method, **headers))


def test_callers_have_names() -> None:
    assert LOCAL.enter(scope(**HERE)).name == "address:192.0.2.7"
    known = LOCKED.enter(scope(host="a.example", **BEARER))
    assert known.known
    assert TOKEN not in known.name


def test_health_needs_no_token() -> None:
    assert LOCKED.enter(scope("GET", "/healthz", host="a.example"))
    with pytest.raises(WrongTokenError):
        LOCKED.enter(scope("GET", "/metrics", host="a.example"))
    with pytest.raises(WrongTokenError, match="counters"):
        PUBLIC.enter(scope("GET", "/metrics", host="a.example"))
    assert PUBLIC.enter({**scope("GET", "/metrics", host="a.example"), "client": ("127.0.0.1", 1)})
    with pytest.raises(WrongTokenError):
        PUBLIC.enter({**scope("GET", "/metrics", **{"x-real-ip": "198.51.100.1"}), "client": ("127.0.0.1", 1)})


def test_who_needs_a_token_is_not_told_to_leave_it_out() -> None:
    wrong = "Bearer wrong-token-wrong"
    with pytest.raises(WrongTokenError, match=r"check it, or leave it out$"):
        LOCAL.enter(scope("POST", **{**HERE, "authorization": wrong}))
    with pytest.raises(WrongTokenError, match=r"check it$"):
        LOCKED.enter(scope("POST", host="a.example", authorization=wrong))


def test_tokens_are_compared_in_constant_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every token is compared, whatever came before it, over digests of equal length."""
    seen: list[tuple[int, int]] = []
    real = hmac.compare_digest

    def compare(one: str, other: str) -> bool:
        seen.append((len(one), len(other)))
        return real(one, other)

    monkeypatch.setattr(hmac, "compare_digest", compare)
    several = door(Access(tokens=("a" * 16, TOKEN, "c" * 40)), "0.0.0.0")
    several.enter(scope(host="x.example", authorization=f"Bearer {'a' * 16}"))
    with pytest.raises(WrongTokenError):
        several.enter(scope(host="x.example", authorization="Bearer x"))
    assert seen == [(64, 64)] * 6


@pytest.mark.parametrize(
    ("host", "access"), [("0.0.0.0", {}), ("::", {}), ("192.168.1.5", {}), ("example.org", {}), ("", {})]
)
def test_off_loopback_needs_tokens_or_public(host: str, access: dict[str, object]) -> None:
    with pytest.raises(UsageError, match="--public"):
        ServiceSettings(host=host, access=Access(**access))
    assert ServiceSettings(host=host, access=Access(public=True))
    assert ServiceSettings(host=host, access=Access(tokens=(TOKEN,)))


def test_short_tokens_are_refused() -> None:
    with pytest.raises(UsageError, match="16"):
        Access(tokens=("short",))
    assert TOKEN not in repr(Access(tokens=(TOKEN,)))


@pytest.mark.processes
def test_csrf_over_http(service: Running) -> None:
    """What a form or a script of another site can send: simple requests, with any body."""
    foreign = {"Origin": "https://evil.example", "Content-Type": "text/plain"}
    for path in ("/v1/print", "/v1/extract", "/v1/filter", "/v1/jobs"):
        answer = service.client.post(path, content='{"html": "x"}', headers=foreign)
        assert (answer.status_code, answer.json()["code"]) == (403, "origin")
        assert "access-control-allow-origin" not in answer.headers
    assert service.client.delete(f"/v1/jobs/{'0' * 32}", headers=foreign).status_code == 403
    plain = service.client.post("/v1/print", content='{"html": "x"}', headers={"Content-Type": "text/plain"})
    assert plain.json()["code"] == "invalid"


@pytest.mark.processes
def test_an_extension_with_the_token(service: Running) -> None:
    path: Path = service.app.state.settings.token
    assert path.stat().st_mode & 0o777 == 0o600
    origin = {"Origin": "chrome-extension://abcdefgh"}
    asks = {**origin, "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization"}
    preflight = service.client.options("/v1/print", headers=asks)
    assert preflight.status_code == 204
    assert preflight.headers["access-control-allow-origin"] == origin["Origin"]
    assert "Authorization" in preflight.headers["access-control-allow-headers"]
    token = {**origin, "Authorization": f"Bearer {path.read_text().strip()}"}
    answer = service.client.post("/v1/extract", json={"html": STORY}, headers=token)
    assert answer.status_code == 200
    assert answer.headers["access-control-allow-origin"] == origin["Origin"]
    assert service.client.post("/v1/extract", json={"html": STORY}, headers=origin).status_code == 403
    foreign = service.client.options("/v1/print", headers={**asks, "Origin": "https://evil.example"})
    assert foreign.status_code == 403
    assert "access-control-allow-origin" not in foreign.headers


@pytest.mark.processes
def test_rebinding_over_http(service: Running) -> None:
    answer = service.client.get("/healthz", headers={"Host": "evil.example"})
    assert (answer.status_code, answer.json()["code"]) == (421, "host")


@pytest.mark.processes
@pytest.mark.parametrize(
    ("host", "hosts", "shown"),
    [
        ("0.0.0.0", (), "127.0.0.1"),
        ("::", (), "[::1]"),
        ("0.0.0.0", ("print.example",), "print.example"),
        ("127.0.0.2", (), "127.0.0.2"),
    ],
)
def test_the_address_that_is_shown_can_be_used(
    monkeypatch: pytest.MonkeyPatch, host: str, hosts: tuple[str, ...], shown: str
) -> None:
    """Of all addresses of a machine it is the one by which it goes out: here, to itself."""
    monkeypatch.setitem(server._FAR, socket.AF_INET, "127.0.0.1")
    monkeypatch.setitem(server._FAR, socket.AF_INET6, "::1")
    with socket.create_server(("127.0.0.1", 0)) as listening:
        address = server.address_of(ServiceSettings(host=host, access=Access(public=True, hosts=hosts)), listening)
        assert address == f"http://{shown}:{listening.getsockname()[1]}/"
