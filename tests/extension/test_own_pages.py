"""Popup, options and printout: nothing that axe finds fault with, usable by keys, and clear about mistakes."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.extension.kit import TOKEN, Hand, Recorder

pytestmark = pytest.mark.processes

axe = pytest.importorskip("axe_playwright_python.sync_playwright")
PAGES = ["popup/popup.html", "options/options.html", "view/view.html#none"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", PAGES)
def test_axe_finds_nothing(hand: Hand, path: str, scheme: str) -> None:
    hand.set()
    page = hand.context.new_page()
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": 420, "height": 900})
    page.goto(f"chrome-extension://{hand.id}/{path}")
    page.wait_for_function("document.readyState === 'complete'")
    found = axe.Axe().run(page)
    wide = page.evaluate("document.documentElement.scrollWidth > innerWidth")
    page.close()
    assert found.violations_count == 0, found.generate_report()
    assert not wide, "the page scrolls sideways"


def test_options_by_keys(hand: Hand, recorder: Recorder) -> None:
    recorder.answer = lambda path, body: (200, "application/json", b"{}")
    hand.worker.evaluate("chrome.storage.local.clear()")
    page = hand.context.new_page()
    page.goto(f"chrome-extension://{hand.id}/options/options.html")
    expect(page.get_by_label("Address").first).to_have_value("http://127.0.0.1:8000")
    page.get_by_label("Address").first.focus()
    for text in (recorder.address + "/", TOKEN, recorder.address, TOKEN, "Ada"):
        page.keyboard.press("Control+A")
        page.keyboard.type(text)
        page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#found li")).to_have_text(["Printing service: answers.", "Annotation server: answers."])
    kept = hand.worker.evaluate("chrome.storage.local.get('settings')")["settings"]
    assert kept == {
        "service": recorder.address, "serviceToken": TOKEN, "annotations": recorder.address, "annotationsToken": TOKEN,
        "annotator": "Ada", "suggest": True,
    }  # fmt: skip
    assert {path for path, _, _ in recorder.calls} == {"/v1/extract", "/v1/progress"}
    assert {headers["Authorization"] for _, headers, _ in recorder.calls} == {f"Bearer {TOKEN}"}
    page.close()


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("my computer", "Give a whole address, such as http://127.0.0.1:8000."),
        ("file:///etc/passwd", "The address begins with http:// or https://."),
        ("http://me:word@127.0.0.1/", "Leave name and password out of the address: use the token."),
    ],
)
def test_a_wrong_address_is_not_saved(hand: Hand, address: str, told: str) -> None:
    hand.set(service="http://127.0.0.1:1")
    page = hand.context.new_page()
    page.goto(f"chrome-extension://{hand.id}/options/options.html")
    expect(page.get_by_label("Address").first).to_have_value("http://127.0.0.1:1")
    page.get_by_label("Address").first.fill(address)
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("status")).to_have_text(told)
    expect(page.get_by_label("Address").first).to_be_focused()
    assert hand.worker.evaluate("chrome.storage.local.get('settings')")["settings"]["service"] == "http://127.0.0.1:1"
    page.close()


def test_the_next_page_to_label(hand: Hand, recorder: Recorder) -> None:
    hand.set(annotations=recorder.address)
    page = hand.context.new_page()
    page.goto(f"chrome-extension://{hand.id}/popup/popup.html")
    recorder.answer = lambda path, body: (200, "application/json", b'{"page": null, "told": "no pages wait: add some"}')
    page.get_by_role("button", name="Next page to label").click()
    expect(page.get_by_role("status")).to_have_text("no pages wait: add some")
    found = f'{{"page": {{"url": "{hand.site}/story.html", "file": "x.html"}}}}'.encode()
    recorder.answer = lambda path, body: (200, "application/json", found)
    with hand.context.expect_page() as opened:
        page.get_by_role("button", name="Next page to label").click()
    expect(opened.value).to_have_url(f"{hand.site}/story.html")
    assert [path for path, _, _ in recorder.calls] == ["/v1/next", "/v1/next"]
    opened.value.close()


def test_pages_of_the_browser_are_refused_with_a_word(hand: Hand) -> None:
    hand.set()
    page = hand.context.new_page()
    page.goto("chrome://version")
    page.bring_to_front()
    hand.menu("annotate")
    page.wait_for_timeout(0)
    for _ in range(100):
        title = hand.worker.evaluate("chrome.action.getTitle({})")
        if title != "Printworthy":
            break
        page.wait_for_timeout(25)
    assert title.startswith("Printworthy: This page is the browser's own")
    page.close()


def test_without_settings_the_options_open(hand: Hand) -> None:
    hand.worker.evaluate("chrome.storage.local.clear()")
    page = hand.visit("story.html")
    with hand.context.expect_page() as opened:
        hand.popup(page, "annotate")
    expect(opened.value).to_have_url(f"chrome-extension://{hand.id}/options/options.html")
    opened.value.close()
    page.close()


def test_scripts_in_pages_cannot_read_the_tokens(hand: Hand) -> None:
    hand.set(service="http://127.0.0.1:1")
    page = hand.visit("story.html")
    hand.press_toolbar(page)
    found = hand.worker.evaluate("""async () => {
        const [tab] = await chrome.tabs.query({active: true, lastFocusedWindow: true});
        const func = () => chrome.storage.local.get('settings').then(x => 'read', () => 'refused');
        return (await chrome.scripting.executeScript({target: {tabId: tab.id}, func}))[0].result;
    }""")
    assert found == "refused"
    page.close()
