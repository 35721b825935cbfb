"""Jobs over real HTTP: progress, results, cancelling, keys, owners, expiry."""

from __future__ import annotations

import io
import json
import threading
import time
import zipfile
from pathlib import Path

import pikepdf
import pytest
from aiohttp import web

from printworthy.apps.service.settings import Access, Jobs, ServiceSettings, WorkLimits
from tests.apps.service.conftest import LOOPBACK, STORY, UNCOUNTED, Running, follow_job
from tests.fetching.conftest import Site
from tests.printing.pages import TITLE, body, page

pytestmark = pytest.mark.processes

ONE = {"html": STORY, "url": "https://example.org/1"}
TWO = {"html": page(body(2), title="Another story")}


def add(running: Running, pages: list[dict[str, str]], headers: dict[str, str] | None = None, **more: object) -> str:
    answer = running.client.post("/v1/jobs", json={"pages": pages, **more}, headers=headers)
    assert answer.status_code == 202, answer.text
    assert answer.headers["location"] == answer.json()["links"]["self"]
    return answer.headers["location"]


def test_one_document_with_progress(service: Running, site: Site) -> None:
    fetched = site.page("/fetched", page(body(1), title="Fetched"))
    place = add(service, [ONE, {"url": fetched}, {"url": "http://10.0.0.1/"}], title="To read", format="pdf")
    told = [json.loads(line.removeprefix("data: ")) for line in follow_job(service.client, place)]
    counts = [one["done"] + one["failed"] for one in told]
    assert counts == sorted(counts)
    assert (told[-1]["state"], told[-1]["done"], told[-1]["failed"]) == ("done", 2, 1)
    pages = service.client.get(place).json()["pages"]
    assert [(one["state"], one["title"]) for one in pages] == [("done", TITLE), ("done", "Fetched"), ("failed", "")]
    result = service.client.get(f"{place}/result")
    assert result.headers["content-type"] == "application/pdf"
    with pikepdf.open(io.BytesIO(result.content)) as document:
        assert str(document.docinfo["/Title"]) == "To read"


@pytest.mark.parametrize(("format", "suffix"), [("markdown", "md"), ("epub", "epub"), ("json", "json"), ("pdf", "pdf")])
def test_a_zip(service: Running, format: str, suffix: str) -> None:
    place = add(service, [ONE, {"url": "http://10.0.0.1/"}, TWO], bundle="zip", format=format)
    follow_job(service.client, place)
    with zipfile.ZipFile(io.BytesIO(service.client.get(f"{place}/result").content)) as bundle:
        first = f"001-{TITLE.replace(' ', '-')}.{suffix}"
        assert bundle.namelist() == [first, f"003-Another-story.{suffix}", "left out.txt"]
        assert bundle.testzip() is None


def test_results_are_not_given_early_nor_to_others(service: Running, site: Site) -> None:
    held = threading.Event()

    async def slow(_: web.Request) -> web.StreamResponse:
        import asyncio

        await asyncio.to_thread(held.wait, 60)
        return web.Response(text=STORY, content_type="text/html")

    place = add(service, [{"url": site.handle("/slow", slow)}], format="epub")
    try:
        early = service.client.get(f"{place}/result")
        assert (early.status_code, early.json()["code"]) == (409, "conflict")
    finally:
        held.set()
    follow_job(service.client, place)
    assert service.client.get(f"{place}/result").status_code == 200
    assert service.client.get(f"/v1/jobs/{'0' * 32}").status_code == 404
    assert service.client.get("/v1/jobs/nonsense").status_code == 404


def test_cancelling(service: Running, site: Site) -> None:
    held = threading.Event()

    async def stuck(_: web.Request) -> web.StreamResponse:
        import asyncio

        await asyncio.to_thread(held.wait, 60)
        return web.Response(text=STORY, content_type="text/html")

    place = add(service, [ONE, {"url": site.handle("/stuck", stuck)}], format="epub")
    try:
        assert service.client.delete(place).status_code == 204
        assert service.client.get(place).json()["state"] == "cancelled"
        last = json.loads(follow_job(service.client, place)[-1].removeprefix("data: "))
        assert last["state"] == "cancelled"
        assert service.client.get(f"{place}/result").status_code == 409
        folder: Path = service.app.state.settings.jobs.folder / place.rpartition("/")[2]
        assert not folder.exists()
        assert service.client.delete(place).status_code == 204
        assert service.client.get(place).status_code == 404
    finally:
        held.set()


def test_a_key_makes_one_job(service: Running) -> None:
    key = {"Idempotency-Key": "once-and-only-once"}
    first, second = (add(service, [ONE], key, format="epub") for _ in range(2))
    assert first == second
    assert add(service, [ONE], {"Idempotency-Key": "another"}, format="epub") != first
    wrong = service.client.post("/v1/jobs", json={"pages": [ONE]}, headers={"Idempotency-Key": "no spaces"})
    assert wrong.json()["code"] == "usage"


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"pages": []}, "invalid"),
        ({"pages": [{}]}, "usage"),
        ({"pages": [ONE], "format": "html"}, "usage"),
        ({"pages": [ONE], "sheet": {"paper": "nonsense"}}, "usage"),
        ({"pages": [{"html": "x"}] * 501}, "usage"),
        ({"pages": [{"url": "x", "path": "/etc"}]}, "invalid"),
    ],
)
def test_jobs_that_are_not_accepted(service: Running, asked: dict[str, object], code: str) -> None:
    answer = service.client.post("/v1/jobs", json=asked)
    assert (answer.status_code, answer.json()["code"]) == (422, code)


def test_owners_bounds_and_expiry(tmp_path: Path, site: Site) -> None:
    """A service with tokens, of which each sees its own jobs only; one job at a time; results kept for no time."""
    held = threading.Event()

    async def stuck(_: web.Request) -> web.StreamResponse:
        import asyncio

        await asyncio.to_thread(held.wait, 60)
        return web.Response(text=STORY, content_type="text/html")

    one, other = ({"Authorization": f"Bearer {word * 4}"} for word in ("alpha", "gamma"))
    access = Access(tokens=("alpha" * 4, "gamma" * 4), rate=0)
    jobs = Jobs(folder=tmp_path, waiting=1, keep=0.0)
    running = Running(ServiceSettings(port=0, access=access, jobs=jobs, work=WorkLimits(workers=1), policy=LOOPBACK))
    try:
        place = add(running, [{"url": site.handle("/stuck2", stuck)}], one, format="epub")
        full = running.client.post("/v1/jobs", json={"pages": [ONE]}, headers=one)
        assert (full.status_code, full.json()["code"]) == (429, "busy")
        for call in (running.client.get, running.client.delete):
            assert call(place, headers=other).status_code == 404
            assert call(place).status_code == 401
        assert running.client.get(place, headers=one).status_code == 200
        held.set()
        store = running.app.state.jobs.store
        number = place.rpartition("/")[2]
        follow_job(running.client, place, one)
        assert store.expired(time.time() + 1) == [number]
    finally:
        held.set()
        running.close()
    again = Running(ServiceSettings(port=0, access=access, jobs=jobs, work=WorkLimits(workers=1)))
    try:
        deadline = time.monotonic() + 60  # what has expired is deleted some time after the start: there is no event
        while again.app.state.jobs.store.job(number) is not None and time.monotonic() < deadline:
            time.sleep(0.02)
        assert again.client.get(place, headers=one).status_code == 404
        assert not (tmp_path / number).exists()
    finally:
        again.close()


def test_a_service_without_a_folder() -> None:
    running = Running(ServiceSettings(port=0, access=UNCOUNTED, work=WorkLimits(workers=1)))
    try:
        answer = running.client.post("/v1/jobs", json={"pages": [ONE]})
        assert (answer.status_code, answer.json()["code"]) == (404, "not-found")
    finally:
        running.close()
