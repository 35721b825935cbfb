"""The parts of a cluster, without one: the replicas are in this process, and a handle calls them."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Generator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import httpx
import pytest

pytest.importorskip("ray.serve")

from printworthy.apps.cli import argument_groups
from printworthy.apps.service.cluster.replicas import Front, Screen, WorkReplica
from printworthy.apps.service.cluster.routing import (
    EXTRACTION,
    HERE,
    HTTP,
    RENDERING,
    TYPESETTING,
    DeploymentClient,
    errand,
)
from printworthy.apps.service.cluster.serve import Scale, _deployment, door
from printworthy.apps.service.errors import BusyError
from printworthy.apps.service.jobs.runner import BIND_ZIP
from printworthy.apps.service.settings import Access, ServiceSettings, WorkLimits
from printworthy.options import Options
from printworthy.printing.executors import BEGIN, EXTRACT, IN_WORKER, PRINT, WRITE
from printworthy.printing.messages import PrintOrder
from printworthy.workers.pool import PoolCounts
from tests.apps.service.conftest import STORY, UNCOUNTED
from tests.fetching.conftest import Site
from tests.printing.pages import TITLE, body, page
from tests.render.conftest import chromium_missing

WORK = WorkLimits(workers=1, queue=4)


class Response:
    """What a handle gives: awaited once, or cancelled."""

    def __init__(self, work: Awaitable[bytes]) -> None:
        self._work = work
        self.cancelled = False

    def __await__(self) -> Generator[Any, None, bytes]:
        return self._work.__await__()

    def cancel(self) -> None:
        self.cancelled = True


class Handle:
    """A deployment of one replica; `errors` are what its first calls come to."""

    def __init__(self, replica: Callable[[bytes], Awaitable[bytes]], *errors: Exception) -> None:
        self._replica, self._errors = replica, list(errors)
        self.asked: list[bytes] = []
        self.responses: list[Response] = []

    def remote(self, question: bytes) -> Response:
        self.asked.append(question)
        self.responses.append(Response(self._answer(question)))
        return self.responses[-1]

    async def _answer(self, question: bytes) -> bytes:
        if self._errors:
            raise self._errors.pop(0)
        return await self._replica(question)


@asynccontextmanager
async def cluster(settings: ServiceSettings) -> AsyncIterator[tuple[httpx.AsyncClient, dict[str, Handle]]]:
    replicas = (WorkReplica(settings), WorkReplica(settings), Screen(settings))
    handles = dict(zip((EXTRACTION, TYPESETTING, RENDERING), map(Handle, replicas), strict=True))
    front = Front(settings, handles[EXTRACTION], handles[RENDERING], handles[TYPESETTING])
    handles[HTTP] = Handle(front)
    app = door(settings, handles)
    async with app.router.lifespan_context(app):
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1", timeout=60) as client:
            yield client, handles
    for replica in replicas:
        await replica.close()


def test_each_function_has_its_station() -> None:
    page_of = (False, b"", "", Options())
    pdf, epub = (*page_of, PrintOrder("pdf")), (*page_of, PrintOrder("epub"))
    assert errand(IN_WORKER, (PRINT, *pdf)) == (EXTRACTION, IN_WORKER, (BEGIN, *pdf))
    assert errand(IN_WORKER, (PRINT, *epub)) == (EXTRACTION, IN_WORKER, (PRINT, *epub))
    assert errand(IN_WORKER, (EXTRACT, *page_of)) == (EXTRACTION, IN_WORKER, (EXTRACT, *page_of))
    assert errand(IN_WORKER, (WRITE, False)).station == TYPESETTING
    assert errand(BIND_ZIP, ()).station == HERE


@pytest.mark.parametrize(
    ("name", "least", "calls"), [(HTTP, 2, 8), (EXTRACTION, 2, 1), (TYPESETTING, 2, 1), (RENDERING, 0, 1)]
)
def test_stations_scale_on_load(name: str, least: int, calls: int) -> None:
    config = _deployment(name, ServiceSettings(work=WORK), Scale(2, 9))._deployment_config
    scaling = config.autoscaling_config
    assert (scaling.min_replicas, scaling.max_replicas, scaling.target_ongoing_requests) == (least, 9, calls)
    assert config.max_queued_requests == WORK.queue


@pytest.mark.parametrize(
    ("given", "span"), [("2:8", (2, 8)), ("3", (3, 3)), ("0:2", None), ("4:2", None), ("a:b", None)]
)
def test_replicas_as_arguments(given: str, span: tuple[int, int] | None) -> None:
    if span:
        assert argument_groups.span(given) == span
    else:
        with pytest.raises(argparse.ArgumentTypeError, match="give"):
            argument_groups.span(given)


def test_a_lost_replica_is_no_error() -> None:
    from ray.exceptions import ActorDiedError, ActorUnavailableError, ObjectLostError

    async def echo(question: bytes) -> bytes:
        return question

    tally = PoolCounts()
    lost = (ActorDiedError(), ActorUnavailableError("away", None), ObjectLostError("00" * 28, None, ""))
    handle = Handle(echo, *lost)
    assert asyncio.run(DeploymentClient("a replica", handle, tally).ask(b"q")) == b"q"
    assert (tally.lost, len(handle.asked)) == (3, 4)


def test_a_full_queue_and_a_caller_who_leaves() -> None:
    from ray.serve.exceptions import BackPressureError

    async def stuck(question: bytes) -> bytes:
        await asyncio.Event().wait()
        return question

    async def main() -> None:
        handle = Handle(stuck, BackPressureError(num_queued_requests=4, max_queued_requests=4))
        line = DeploymentClient("a replica", handle, PoolCounts())
        with pytest.raises(BusyError, match="try again later"):
            await line.ask(b"q")
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(line.ask(b"q"), 0.05)
        assert [one.cancelled for one in handle.responses] == [False, True]

    asyncio.run(main())


@pytest.mark.processes
def test_calls_through_the_door() -> None:
    async def main() -> None:
        async with cluster(ServiceSettings(access=UNCOUNTED, work=WORK)) as (client, handles):
            pdf = await client.post("/v1/print", json={"html": STORY, "format": "pdf"}, headers={"X-Request-ID": "a.1"})
            assert (pdf.status_code, pdf.content[:5]) == (200, b"%PDF-")
            assert pdf.headers.get_list("x-request-id") == ["a.1"]
            assert [len(handles[name].asked) for name in (HTTP, EXTRACTION, TYPESETTING)] == [1, 1, 1]
            again = await client.post("/v1/print", json={"html": STORY, "format": "pdf"})
            assert again.headers["etag"] == pdf.headers["etag"]
            assert len(handles[EXTRACTION].asked) == 1, "what a replica made is kept there"
            text = await client.post("/v1/extract", json={"html": STORY}, headers={"Accept": "text/plain"})
            assert TITLE in text.text
            broken = await client.post("/v1/print", content=b"{", headers={"Content-Type": "application/json"})
            assert (broken.status_code, broken.json()["code"]) in ((400, "malformed"), (422, "invalid"))
            none = await client.post("/v1/print", json={"html": "<p>Log in", "format": "pdf"})
            assert (none.status_code, none.json()["code"]) == (422, "no-article")
            assert (await client.get("/readyz")).status_code == 200

    asyncio.run(main())


@pytest.mark.parametrize("url", ["http://127.0.0.1/", "http://10.0.0.1/", "http://[::1]/", "http://169.254.169.254/x"])
def test_the_guard_is_strict(url: str) -> None:
    async def main() -> None:
        async with cluster(ServiceSettings(access=UNCOUNTED, work=WORK)) as (client, _):
            for call in (client.post("/v1/print", json={"url": url}), client.get("/v1/explain", params={"url": url})):
                answer = await call
                assert (answer.status_code, answer.json()["code"]) == (403, "address-refused")

    asyncio.run(main())


@pytest.mark.processes
def test_callers_are_known_and_counted_at_the_door() -> None:
    token = "0123456789abcdef-right"
    access = Access(tokens=(token,), rate=0, quota=3)

    async def main() -> None:
        async with cluster(ServiceSettings(access=access, work=WORK)) as (client, handles):
            asked = {"html": STORY, "format": "text"}
            assert (await client.post("/v1/print", json=asked)).status_code == 401
            assert handles[HTTP].asked == []
            headers = {"Authorization": f"Bearer {token}"}
            several = {"pages": [{"html": STORY}, {"html": page(body(1), title="Other")}]}
            assert (await client.post("/v1/extract", json=several, headers=headers)).status_code == 200
            assert (await client.post("/v1/print", json=asked, headers=headers)).status_code == 200
            over = await client.post("/v1/print", json=asked, headers=headers)
            assert (over.status_code, over.json()["code"]) == (429, "quota")
            assert all(token.encode() not in question for handle in handles.values() for question in handle.asked)

    asyncio.run(main())


@pytest.mark.processes
def test_a_page_that_is_too_slow_ends_its_process_and_not_its_replica() -> None:
    async def main() -> None:
        work = replace(WORK, seconds=0.001)
        async with cluster(ServiceSettings(access=UNCOUNTED, work=work)) as (client, _):
            for number in range(2):
                html = page(body(0, 1) * 5, title=f"Slow {number}")
                slow = await client.post("/v1/extract", json={"html": html})
                assert (slow.status_code, slow.json()["code"]) == (422, "page-too-slow")

    asyncio.run(main())


@pytest.mark.processes
@pytest.mark.skipif(bool(chromium_missing()), reason=f"no browser: {chromium_missing()}")
def test_the_browser_of_a_replica_fetches_under_the_guard(site: Site) -> None:
    script = f"<script>document.querySelector('h1').textContent += ', shown'; fetch('{site.url}/secret')</script>"

    async def main() -> None:
        async with cluster(ServiceSettings(access=UNCOUNTED, work=WORK)) as (client, handles):
            html = page(f"{body(0, 1)}<img src='{site.url}/secret.png'>{script}")
            asked = {"html": html, "format": "text", "options": {"render": "always"}}
            answer = await client.post("/v1/print", json=asked)
            assert answer.status_code == 200, answer.text
            assert "shown" in answer.text
            assert len(handles[RENDERING].asked) == 1

    asyncio.run(main())
    assert site.requests == []
