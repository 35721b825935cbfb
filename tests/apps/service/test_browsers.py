"""Pages with scripts, over HTTP, in the warm browser."""

from __future__ import annotations

import pytest

from printworthy.apps.service.settings import ServiceSettings, WorkLimits
from tests.apps.service.conftest import LOOPBACK, STORY, UNCOUNTED, Running
from tests.fetching.conftest import Site
from tests.printing.pages import body
from tests.render.conftest import chromium_missing

pytestmark = pytest.mark.processes

SHELL = '<!doctype html><html lang=en><title>Lamps</title><body><div id=app></div><script src="/app.js"></script>'
needs_browser = pytest.mark.skipif(bool(chromium_missing()), reason=f"no browser: {chromium_missing()}")


@needs_browser
@pytest.mark.parametrize("render", ["auto", "always"])
def test_text_that_comes_by_script(service: Running, site: Site, render: str) -> None:
    text = body(0, 1).replace("`", "'").replace("\n", " ")
    script = f"document.getElementById('app').innerHTML = `<article><h1>The lamps</h1>{text}</article>`"
    site.page("/app.js", script, Content_Type="text/javascript")
    url = site.page(f"/shell-{render}", SHELL)
    asked = {"url": url, "format": "text", "options": {"render": render}}
    answer = service.client.post("/v1/print", json=asked)
    assert answer.status_code == 200, answer.text
    assert "Harbour Street" in answer.text
    handed_in = service.client.post("/v1/print", json={**asked, "html": SHELL})
    assert handed_in.text == answer.text
    without = service.client.post("/v1/print", json={**asked, "options": {}})
    assert without.json()["code"] in ("no-article", "input")


@needs_browser
@pytest.mark.parametrize("path", ["/v1/print", "/v1/extract"])
def test_a_page_without_an_article_is_told_of_the_browser(service: Running, site: Site, path: str) -> None:
    page = "<!doctype html><title>Lamps</title><p>Loading the lamps"
    for source in ({"html": page}, {"url": site.page("/loading", page)}):
        answer = service.client.post(path, json=source).json()
        assert answer["code"] == "no-article"
        assert '"render": "auto"' in answer["detail"]
        tried = service.client.post(path, json={**source, "options": {"render": "auto"}}).json()
        assert tried["code"] == "no-article"
        assert "render" not in tried["detail"]


def test_auto_asks_no_browser_without_need(service: Running) -> None:
    answer = service.client.post("/v1/extract", json={"html": STORY, "options": {"render": "auto"}})
    assert answer.status_code == 200
    assert "render: load" not in answer.text


def test_a_service_without_browsers() -> None:
    running = Running(ServiceSettings(port=0, access=UNCOUNTED, work=WorkLimits(workers=1, browsers=0)))
    try:
        answer = running.client.post("/v1/extract", json={"html": STORY, "options": {"render": "always"}})
        assert (answer.status_code, answer.json()["code"]) == (422, "usage")
    finally:
        running.close()


def test_a_service_whose_browser_is_missing(
    site: Site, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The admin is told why at the start; callers are told what to ask for, and `auto` goes on without."""
    monkeypatch.setenv("PRINTWORTHY_CHROMIUM", "/nowhere/chromium")
    running = Running(ServiceSettings(port=0, policy=LOOPBACK, access=UNCOUNTED, work=WorkLimits(workers=1)))
    try:
        without = running.client.post("/v1/print", json={"html": f"{SHELL}<p>Loading the lamps"}).json()
        assert without["code"] == "no-article"
        assert "render" not in without["detail"]
        assert "/nowhere/chromium" in vars(caplog.records[0])["fields"]["why"]
        url = site.page("/short", f"{SHELL}<p>Loading")
        for source in ({"url": url}, {"html": f"{SHELL}<p>Loading"}):
            asked = {**source, "trace": True, "options": {"render": "auto", "force": True}}
            answer = running.client.post("/v1/extract", json=asked)
            assert answer.status_code == 200, answer.text
            assert "not rendered: no browser is installed" in answer.text
            asked["options"] = {"render": "always"}
            answer = running.client.post("/v1/extract", json=asked)
            assert (answer.status_code, answer.json()["code"]) == (501, "no-browser")
            assert "/nowhere" not in answer.text
        opened = running.client.post("/v1/sheets", content=f"{SHELL}<p>Loading", headers={"Content-Type": "text/html"})
        assert opened.json()["unseen"] is True
    finally:
        running.close()


@needs_browser
def test_a_file_whose_text_comes_by_script(service: Running) -> None:
    text = body(0, 1).replace("`", "'").replace("\n", " ")
    made = f"document.body.innerHTML = `<article><h1>The lamps</h1>{text}</article>`"
    page = f"<!doctype html><title>Lamps</title><body><script>{made}</script>"
    opened = service.client.post("/v1/sheets", content=page, headers={"Content-Type": "text/html"})
    assert opened.status_code == 200, opened.text
    assert opened.json()["confidence"] > 0.5
    assert opened.json()["unseen"] is False


@needs_browser
def test_a_caller_that_gives_up_gets_its_answer_at_once(site: Site) -> None:
    """The browser is still at the page when the call's time is over: the next page waits, the caller does not."""
    work = WorkLimits(workers=1, seconds=6.0)
    running = Running(ServiceSettings(port=0, seconds=2.0, policy=LOOPBACK, access=UNCOUNTED, work=work))
    try:
        busy = "<script>const end = Date.now() + 60000; while (Date.now() < end);</script>"
        asked = {"html": STORY + busy, "options": {"render": "always"}}
        answer = running.client.post("/v1/extract", json=asked)
        assert (answer.status_code, answer.json()["code"]) == (503, "deadline")
        assert running.app.state.browsers._free.empty()
        assert running.client.post("/v1/extract", json={"html": STORY}).status_code == 200
    finally:
        running.close()
