"""What is written down: ids, counters and log lines, and nothing of the pages; bounds over HTTP; health."""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from aiohttp import web

from printworthy.apps.service.server import JsonLines
from printworthy.apps.service.settings import ServiceSettings, WorkLimits
from tests.apps.service.conftest import LOOPBACK, STORY, UNCOUNTED, Running
from tests.fetching.conftest import Site
from tests.printing.pages import TITLE

pytestmark = pytest.mark.processes


@pytest.fixture
def lines() -> Iterator[list[str]]:
    """The log's lines, as they are written."""
    found: list[str] = []

    class Keep(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            found.append(JsonLines().format(record))

    log = logging.getLogger("printworthy.service")
    handler, level = Keep(), log.level
    log.addHandler(handler)
    log.setLevel(logging.INFO)
    yield found
    log.removeHandler(handler)
    log.setLevel(level)


def test_the_log_holds_no_page(service: Running, site: Site, lines: list[str]) -> None:
    url = site.page("/private-address", STORY)
    asked = {"X-Request-ID": "number-1"}
    service.client.post("/v1/extract", json={"html": STORY, "url": "https://example.org/secret"}, headers=asked)
    service.client.get("/v1/print", params={"url": url, "format": "text"})
    service.client.post("/v1/print", json={"url": "http://10.0.0.1/secret"})
    service.client.get("/secret/path")
    service.client.get("/openapi.json")
    told = [json.loads(line) for line in lines]
    assert [one["route"] for one in told] == ["/v1/extract", "/v1/print", "/v1/print", "unknown", "/openapi.json"]
    assert told[0]["id"] == "number-1"
    assert (told[0]["status"], told[0]["method"], told[0]["caller"]) == (200, "POST", "address:127.0.0.1")
    assert told[2]["code"] == "address-refused"
    text = "\n".join(lines)
    assert not [word for word in ("secret", "private", TITLE, "Harbour", "example.org", "10.0.0.1") if word in text]


def test_a_failure_is_told_to_the_log_and_not_to_the_caller(
    service: Running, lines: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: object) -> None:
        raise KeyError("a page's own words")

    monkeypatch.setattr(service.app.state.documents, "document", broken)
    answer = service.client.post("/v1/print", json={"html": STORY})
    assert (answer.status_code, answer.json()["code"]) == (500, "internal")
    assert "words" not in answer.text
    failure = next(one for one in map(json.loads, lines) if one["event"] == "failure")
    assert (failure["kind"], failure["id"]) == ("KeyError", answer.headers["x-request-id"])
    assert "words" not in "\n".join(lines)


def test_counters(service: Running) -> None:
    service.client.get("/healthz")
    text = service.client.get("/metrics").text
    assert 'printworthy_requests_total{method="GET",route="/healthz",status="200"}' in text
    assert 'printworthy_request_seconds_bucket{le="0.1",route="/healthz"}' in text
    for name in ("workers", "workers_waiting", "workers_lost", "kept_hits"):
        assert f"printworthy_{name} " in text
    service.client.put("/coffee")
    assert 'method="other",route="unknown"' in service.client.get("/metrics").text


def test_ids_differ(service: Running) -> None:
    assert len({service.client.get("/healthz").headers["x-request-id"] for _ in range(10)}) == 10


@pytest.fixture
def tight() -> Iterator[Running]:
    """One worker, one call in the queue, little time."""
    settings = ServiceSettings(
        port=0, seconds=1.5, policy=LOOPBACK, access=UNCOUNTED, work=WorkLimits(workers=1, queue=1)
    )
    running = Running(settings)
    yield running
    running.close()


def test_over_the_deadline(tight: Running, site: Site) -> None:
    held = threading.Event()

    async def slow(_: web.Request) -> web.StreamResponse:
        import asyncio

        await asyncio.to_thread(held.wait, 60)
        return web.Response(text=STORY, content_type="text/html")

    try:
        answer = tight.client.post("/v1/print", json={"url": site.handle("/slow", slow)})
        assert (answer.status_code, answer.json()["code"]) == (503, "deadline")
        assert int(answer.headers["retry-after"]) > 0
    finally:
        held.set()
    assert tight.client.get("/readyz").json() == {"status": "ready"}


def test_over_the_bound(tight: Running) -> None:
    """Many at once: some are done, the others are told to come back, and the service is as good as before."""

    def one(number: int) -> tuple[int, str, str]:
        html = STORY.replace(TITLE, f"Number {number}")
        answer = tight.client.post("/v1/print", json={"html": html, "format": "pdf"})
        told = answer.json()["code"] if answer.status_code != 200 else ""
        return answer.status_code, told, answer.headers.get("retry-after", "")

    with ThreadPoolExecutor(12) as pool:
        answers = list(pool.map(one, range(12)))
    assert {answer[:2] for answer in answers} <= {(200, ""), (429, "busy"), (503, "deadline")}
    assert (429, "busy") in {answer[:2] for answer in answers}
    assert all(int(retry) > 0 for status, _, retry in answers if status != 200)
    assert tight.client.get("/readyz").status_code == 200
    deadline_free = tight.client.post("/v1/extract", json={"html": STORY})
    assert deadline_free.status_code in (200, 503)


def test_not_ready_while_it_ends() -> None:
    running = Running(ServiceSettings(port=0, access=UNCOUNTED, work=WorkLimits(workers=1)))
    try:
        running.app.state.closing.set()
        answer = running.client.get("/readyz")
        assert (answer.status_code, answer.json()["code"]) == (503, "closing")
        assert running.client.get("/healthz").status_code == 200
    finally:
        running.close()
