"""Print what I see: the live page goes to the service, and its answer is shown."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.extension.kit import ROOT, TOKEN, Hand, Recorder

pytestmark = pytest.mark.processes

PDF = (
    b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n"
    b"trailer<</Root 1 0 R>>"
)
SERVE = f"""
from printworthy.apps.service.server import serve
from printworthy.apps.service.settings import Access, ServiceSettings, WorkLimits
work, access = WorkLimits(workers=1, browsers=0), Access(tokens=("{TOKEN}",))
serve(ServiceSettings(port=0, work=work, access=access), lambda address: print(address, flush=True))
"""


@pytest.fixture(scope="module")
def service() -> Iterator[str]:
    """The real printing service, in a process of its own."""
    pytest.importorskip("fastapi")
    pytest.importorskip("typst")
    with subprocess.Popen([sys.executable, "-c", SERVE], cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        yield process.stdout.readline().strip().rstrip("/")
        process.terminate()


@pytest.mark.parametrize("way", ["popup", "menu"])
def test_the_live_page_is_sent(hand: Hand, recorder: Recorder, way: str) -> None:
    recorder.answer = lambda path, body: (200, "application/pdf", PDF)
    hand.set(service=recorder.address)
    page = hand.visit("story.html")
    with hand.context.expect_page() as opened:
        if way == "popup":
            hand.popup(page, "print-pdf")
        else:
            hand.press_toolbar(page)
            hand.menu("print-pdf")
    view = opened.value
    expect(view.locator("iframe")).to_be_visible()
    [(path, headers, body)] = recorder.calls
    assert path == "/v1/print"
    assert headers["Authorization"] == f"Bearer {TOKEN}"
    assert headers["Origin"] == f"chrome-extension://{hand.id}"
    assert (body["url"], body["format"]) == (page.url, "pdf")
    assert "For thirty years the clock" in body["html"]
    assert "From a shadow: the wheel" in body["html"]
    assert '<p class="closed" hidden>' in body["html"]
    assert "secret" not in body["html"]
    assert "printworthy-overlay" not in body["html"]
    expect(view).to_have_title("The clock that the town forgot")
    assert view.get_attribute("#file", "download") == "The clock that the town forgot.pdf"
    view.close()
    page.close()


def test_the_real_service_makes_a_reader_page_and_a_printout(hand: Hand, service: str) -> None:
    hand.set(service=service)
    page = hand.visit("story.html")
    with hand.context.expect_page() as opened:
        hand.popup(page, "print-html")
    view = opened.value
    paper = view.frame_locator("iframe")
    # The first call waits for the service's worker to start.
    expect(paper.locator("h1").first).to_have_text("The clock that the town forgot", timeout=30_000)
    expect(paper.get_by_text("It took her two winters")).to_be_visible()
    assert view.get_attribute("iframe", "sandbox") is not None
    view.close()
    with hand.context.expect_page() as opened:
        hand.popup(page, "print-pdf")
    view = opened.value
    expect(view.locator("#file")).to_be_visible()
    start = view.evaluate("fetch(document.querySelector('#file').href).then(r => r.text()).then(t => t.slice(0, 5))")
    assert start == "%PDF-"
    view.close()
    page.close()


def test_a_page_without_article_is_printed_if_one_insists(hand: Hand, recorder: Recorder) -> None:
    problem = b'{"status": 422, "code": "no-article", "detail": "there is no article: say force"}'

    def answer(path: str, body: dict) -> tuple[int, str, bytes]:
        forced = body["options"]["force"]
        return (200, "text/html", b"<h1>All of it</h1>") if forced else (422, "application/problem+json", problem)

    recorder.answer = answer
    hand.set(service=recorder.address)
    page = hand.visit("story.html")
    with hand.context.expect_page() as opened:
        hand.popup(page, "print-html")
    view = opened.value
    expect(view.locator("#status")).to_contain_text("there is no article")
    view.get_by_role("button", name="Print it anyway").click()
    expect(view.frame_locator("iframe").locator("h1")).to_have_text("All of it")
    view.close()
    page.close()


def test_a_printout_cannot_run_scripts_or_fetch(hand: Hand, recorder: Recorder) -> None:
    evil = f"""<h1>Hello</h1><img src="{recorder.address}/spy.png">
        <script>document.querySelector('h1').textContent = 'ran'</script>
        <img src=x onerror="document.querySelector('h1').textContent = 'ran'">""".encode()
    recorder.answer = lambda path, body: (200, "text/html", evil)
    hand.set(service=recorder.address)
    page = hand.visit("story.html")
    with hand.context.expect_page() as opened:
        hand.popup(page, "print-html")
    view = opened.value
    expect(view.frame_locator("iframe").locator("h1")).to_have_text("Hello")
    view.wait_for_load_state("networkidle")
    expect(view.frame_locator("iframe").locator("h1")).to_have_text("Hello")
    assert [path for path, _, _ in recorder.calls] == ["/v1/print"]
    view.close()
    page.close()


def test_a_service_that_is_not_there(hand: Hand) -> None:
    hand.set(service="http://127.0.0.1:9")
    page = hand.visit("story.html")
    with hand.context.expect_page() as opened:
        hand.popup(page, "print-pdf")
    expect(opened.value.locator("#status")).to_contain_text("http://127.0.0.1:9 does not answer: start it there")
    opened.value.close()
    page.close()


def test_a_key_that_nobody_gave(hand: Hand) -> None:
    view = hand.context.new_page()
    view.goto(f"chrome-extension://{hand.id}/view/view.html#somebody-elses")
    expect(view.locator("#status")).to_contain_text("This printout is gone")
    view.close()
