"""Nothing leaves but to the two addresses: the browser's own log of all its requests is read after a session."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import SplitResult, urlsplit

import pytest
from playwright.sync_api import expect

from tests.extension.kit import Hand, Recorder, launched

pytestmark = pytest.mark.processes


def test_requests_go_to_the_set_addresses_only(tmp_path: Path, recorder: Recorder) -> None:
    log = tmp_path / "requests.json"
    recorder.answer = lambda path, body: (200, "application/json", b'{"segments": [], "stored": 1}')
    with launched(tmp_path, f"--log-net-log={log}") as hand:
        _session(hand, recorder)
    asked = _requests(log)
    ours = {f"{url.scheme}://{url.netloc}" for url, initiator in asked if initiator == f"chrome-extension://{hand.id}"}
    assert ours == {recorder.address}
    pages = {url.netloc for url, initiator in asked if initiator == hand.site}
    assert pages == {urlsplit(hand.site).netloc}, "the page asked for more than its own files"
    to_us = [path for path, _, _ in recorder.calls]
    assert to_us == ["/v1/prelabel", "/v1/annotations", "/v1/print"]


def _session(hand: Hand, recorder: Recorder) -> None:
    """All that one can do: have the page labelled, correct, save, print."""
    hand.set(annotations=recorder.address, service=recorder.address, suggest=True)
    work = hand.annotate("story.html")
    work.wait_status("The model has nothing to add")
    work.click("one")
    work.key("b")
    work.save()
    with hand.context.expect_page() as opened:
        hand.popup(work.page, "print-html")
    expect(opened.value.locator("iframe")).to_be_visible()


def _requests(log: Path) -> list[tuple[SplitResult, str]]:
    """Address and initiator of every request over HTTP in the browser's log."""
    text = log.read_text("utf-8").rstrip().rstrip(",")
    content = json.loads(text if text.endswith("}") and text.count("]}") else text + "]}")
    found = []
    for event in content["events"]:
        told = event.get("params", {})
        url = urlsplit(str(told.get("url", "")))
        if "initiator" in told and url.scheme in ("http", "https", "ws", "wss"):
            found.append((url, told["initiator"]))
    return found
