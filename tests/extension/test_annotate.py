"""Annotating in a real Chromium: what the mouse, the keys and the menu do, what is sent, and what a page cannot do."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from printworthy.train.own.labels import read_marked
from tests.extension.kit import TOKEN, Annotating, Hand, Recorder

pytestmark = pytest.mark.processes

STORED = b'{"page": "x", "stored": 2, "revision": 1}'
UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")


@pytest.fixture
def server(hand: Hand, recorder: Recorder) -> Recorder:
    recorder.answer = lambda path, body: (201, "application/json", STORED)
    hand.set(annotations=recorder.address)
    return recorder


def sent(server: Recorder) -> list[tuple[str, str]]:
    """Label and text of the newest submission, in the order of the page."""
    body = server.calls[-1][2]
    places = {id(one): body["html"].find(one["selected"][:9]) for one in body["annotations"]}
    return [(one["label"], one["selected"]) for one in sorted(body["annotations"], key=lambda one: places[id(one)])]


def test_the_wire_format(hand: Hand, server: Recorder) -> None:
    work = hand.annotate("story.html")
    work.click("title")
    work.key("t")
    work.drag(("one", 4), ("one", 16))
    work.key("b")
    work.save()
    [(path, headers, body)] = server.calls
    assert path == "/v1/annotations"
    assert headers["Authorization"] == f"Bearer {TOKEN}"
    assert headers["Origin"] == f"chrome-extension://{hand.id}"
    assert set(body) == {"version", "id", "annotator", "url", "time", "html", "annotations"}
    assert (body["version"], body["annotator"], body["url"]) == (1, "Ada", work.page.url)
    assert UUID.fullmatch(body["id"])
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", body["time"])
    title, text = body["annotations"]
    assert title == {
        "label": "title", "xpath": "/html[1]/body[1]/main[1]/article[1]/h1[1]",
        "text": "The clock that the town forgot", "selected": "The clock that the town forgot",
        "start": 0, "end": 30, "frame": "", "shadow": "",
    }  # fmt: skip
    assert (text["selected"], text["start"], text["end"]) == ("thirty years", 4, 16)
    assert "secret" not in body["html"]
    assert not re.search(r"printworthy-overlay|pw[0-9a-f]{16}", body["html"])
    work.close()


def test_keys_alone_are_enough(hand: Hand, server: Recorder) -> None:
    work = hand.annotate("story.html")
    down, up = "ArrowDown", "ArrowUp"
    for key in (down, "j", down, down, "a", up, "t", down, down, "+", "b", "Control+z"):
        work.key(key)
    work.key("Control+Enter")
    work.wait_status("Saved:")
    assert sent(server) == [
        ("junk", "Home News Sport"), ("title", "The clock that the town forgot"),
        ("author", "By Hanna Weber, 3 May 2023"),
    ]  # fmt: skip
    work.close()


def test_the_panel_by_keys(hand: Hand, server: Recorder) -> None:
    work = hand.annotate("story.html")
    work.click("byline")
    work.key("p")
    work.key("Tab")
    work.key("Enter")  # the second label is the date
    work.wait_status("labelled date")
    assert work.counts() == {"date": 1}
    work.close()


def test_grow_and_shrink(hand: Hand, server: Recorder) -> None:
    work = hand.annotate("story.html")
    work.drag(("two", 4), ("two", 9))
    work.press("grow")
    work.wait_status("1 text chosen")
    work.press("grow")
    work.wait_status("6 texts chosen")
    work.press("shrink")
    work.wait_status("1 text chosen")
    work.key("b")
    work.click("three")
    work.click("three")
    work.wait_status("6 texts chosen")
    work.click("three", shift=True)
    work.wait_status("1 text chosen")
    work.key("m")
    work.save()
    (body, second), (comment, third) = sent(server)
    assert (body, comment) == ("body", "comment")
    assert second.startswith("She asked the mayor")
    assert second.endswith("a tooth.")
    assert third.startswith("It took her")
    work.close()


def test_a_new_label_cuts_the_old_one(hand: Hand, server: Recorder) -> None:
    work = hand.annotate("story.html")
    work.click("byline")
    work.key("b")
    work.drag(("byline", 3), ("byline", 14))
    work.key("a")
    work.drag(("byline", 16), ("byline", -1))
    work.key("d")
    work.drag(("byline", 0), ("byline", 2))
    work.key("x")
    work.save()
    assert sent(server) == [("author", "Hanna Weber"), ("date", "3 May 2023")]
    work.close()


def test_undo_and_redo(hand: Hand, server: Recorder) -> None:
    work = hand.annotate("story.html")
    work.click("one")
    work.key("b")
    work.click("two")
    work.key("j")
    assert work.counts() == {"body": 1, "junk": 1}
    work.press("undo")
    assert work.counts() == {"body": 1}
    work.key("u")
    assert work.counts() == {}
    work.key("u")
    work.wait_status("nothing to undo")
    work.press("redo")
    work.key("Control+Shift+z")
    assert work.counts() == {"body": 1, "junk": 1}
    work.close()


def test_the_menu_labels_what_is_selected(hand: Hand, server: Recorder) -> None:
    page = hand.visit("story.html")
    page.evaluate("getSelection().selectAllChildren(document.getElementById('title'))")
    hand.press_toolbar(page)
    hand.menu("label-title")
    work = Annotating(hand, page)
    work.wait_status("1 text labelled title")
    work.save()
    assert sent(server) == [("title", "The clock that the town forgot")]
    work.close()


def test_keys_of_the_browser_label_too(hand: Hand, server: Recorder) -> None:
    work = hand.annotate("story.html")
    work.click("one")
    hand.worker.evaluate("""async () => {
        const [tab] = await chrome.tabs.query({active: true, lastFocusedWindow: true});
        chrome.commands.onCommand.dispatch('label-caption', tab); }""")
    work.wait_status("labelled caption")
    work.close()


def test_the_real_model_labels_first_and_one_corrects(hand: Hand, annotations: str, folder: Path) -> None:
    hand.set(annotations=annotations, suggest=True)
    work = hand.annotate("story.html")
    work.wait_status("The model labelled")
    counts = work.counts()
    assert counts["title"] == 1
    assert counts["body"] >= 3
    work.click("four")
    work.key("j")
    work.click("foot")
    work.key("x")
    work.save()
    marked = next(one for one in read_marked(folder)[0] if one.submission.url == work.page.url)
    labels = {one.selected[:9]: one.label for one in marked.submission.annotations}
    assert labels["The clock"] == "title"
    assert labels["For thirt"] == labels["It took h"] == "body"
    assert labels["Since the"] == "junk"
    assert "Copyright" not in labels
    work.close()


def test_suggestions_keep_what_a_person_said(hand: Hand, server: Recorder) -> None:
    body, story = "/html[1]/body[1]", "/html[1]/body[1]/main[1]/article[1]"
    rows = [
        (f"{story}/p[1]", "By Hanna  Weber,3 May 2023", "date"), (f"{body}/nav[1]/a[2]/text()[1]", "News", "junk"),
        (f"{body}/p[77]", "Nowhere", "body"), (f"{story}/p[2]", "For thirty", "no such label"),
    ]  # fmt: skip
    segments = [{"xpath": path, "text": text, "label": label, "probability": 0.7} for path, text, label in rows]
    server.answer = lambda path, body: (200, "application/json", json.dumps({"segments": segments}).encode())
    work = hand.annotate("story.html")
    work.drag(("byline", 3), ("byline", 14))
    work.key("a")
    work.key("s")
    work.wait_status("The model labelled 3 texts")
    assert work.counts() == {"author": 1, "date": 2, "junk": 1}
    work.key("u")
    assert work.counts() == {"author": 1}
    assert server.calls[0][0] == "/v1/prelabel"
    assert set(server.calls[0][2]) == {"url", "html"}
    work.close()


def test_a_second_try_has_the_same_number(hand: Hand, server: Recorder) -> None:
    server.answer = lambda path, body: (507, "application/problem+json", b'{"detail": "the disk is full: free it"}')
    work = hand.annotate("story.html")
    work.click("one")
    work.key("b")
    work.press("save")
    work.wait_status("the disk is full: free it")
    server.answer = lambda path, body: (201, "application/json", STORED)
    work.save()
    work.key("u")
    work.click("two")
    work.key("b")
    work.save()
    first, second, third = (body for _, _, body in server.calls)
    assert first == second
    assert third["id"] != first["id"]
    assert third["base"] == 1
    work.close()


def test_a_conflict_is_told_and_can_be_overruled(hand: Hand, annotations: str, folder: Path) -> None:
    hand.set(annotations=annotations)
    first, second = hand.annotate("hostile.html?conflict"), hand.annotate("hostile.html?conflict")
    for work, key in ((first, "b"), (second, "j")):
        work.page.bring_to_front()
        work.click("two")
        work.key(key)
        work.save()
    first.page.bring_to_front()
    first.click("one")
    first.key("t")
    first.press("save")
    first.wait_status("Press Save again to replace that.")
    first.save()
    stored = next(one for one in read_marked(folder)[0] if one.submission.url == first.page.url)
    assert sorted(one.label for one in stored.submission.annotations) == ["body", "title"]
    assert stored.revision == 3
    first.close()
    second.close()


def test_errors_say_what_to_do(hand: Hand, server: Recorder) -> None:
    work = hand.annotate("story.html")
    work.key("b")
    work.wait_status("Nothing is selected: select text or click a block first.")
    work.click("one")
    work.key("b")
    server.answer = lambda path, body: (401, "application/problem+json", b"{}")
    work.press("save")
    work.wait_status("refused the token: copy it anew into the options")
    hand.set(annotations=server.address, annotator="")
    work.press("save")
    work.wait_status("Set your name as annotator in the options.")
    work.close()


def test_labels_that_are_not_saved_are_not_thrown_away(hand: Hand, server: Recorder) -> None:
    work = hand.annotate("story.html")
    work.click("one")
    work.key("b")
    work.press("close")
    work.wait_status("Press Close again")
    work.press("close")
    work.page.wait_for_selector("printworthy-overlay", state="detached")
    hand.popup(work.page, "annotate")
    work.page.wait_for_selector("printworthy-overlay", state="attached")
    assert work.counts() == {"body": 1}
    work.close()


def test_links_are_not_followed_and_fields_can_be_typed_in(hand: Hand, server: Recorder) -> None:
    work = hand.annotate("story.html")
    url = work.page.url
    work.page.locator("nav a").first.click()
    work.wait_status("1 text chosen")
    work.page.locator("input[type=password]").press("b")
    assert work.page.input_value("input[type=password]") == "btyped-secret"
    assert (work.page.url, work.counts()) == (url, {})
    work.close()


def test_text_that_is_gone_is_told(hand: Hand, server: Recorder) -> None:
    work = hand.annotate("story.html")
    for name in ("one", "two"):
        work.click(name)
        work.key("b")
    work.page.evaluate("document.getElementById('one').remove()")
    assert "1 label lost" in work.save()
    assert [text[:9] for _, text in sent(server)] == ["She asked"]
    work.close()


def test_a_page_cannot_drive_it(hand: Hand, server: Recorder) -> None:
    work = hand.annotate("hostile.html")
    work.page.evaluate("attack()")
    loot = work.page.evaluate("new Promise(done => setTimeout(() => done(window.loot), 0))")
    assert (loot["root"], loot["names"]) == ("null", [])
    assert work.counts() == {}
    assert work.text("status").startswith("Select text")
    work.page.evaluate("vandalise()")
    work.click("two")
    work.press("label-junk")
    assert work.counts() == {"junk": 1}
    work.save()
    assert [path for path, _, _ in server.calls] == ["/v1/annotations"]
    work.close()


def test_a_frame_of_another_site_is_told(hand: Hand, server: Recorder) -> None:
    other = hand.site.replace("localhost", "127.0.0.1")
    page = hand.visit("hostile.html")
    page.evaluate("""url => new Promise(done => { const frame = document.createElement('iframe');
        frame.width = 600; frame.height = 300; frame.onload = done; frame.src = url; document.body.append(frame); })""",
                  f"{other}/frames-inner.html")  # fmt: skip
    hand.popup(page, "annotate")
    work = Annotating(hand, page)
    assert "1 frame of another site cannot be reached: open it in a tab of its own." in work.text("status")
    work.click("two")
    work.key("b")
    work.save()
    assert "We listen to the metal" not in server.calls[-1][2]["html"]
    work.close()


def test_the_overlay_has_names_for_everything(hand: Hand, server: Recorder) -> None:
    work = hand.annotate("story.html")
    work.protocol.send("Accessibility.enable")
    nodes = work.protocol.send("Accessibility.getFullAXTree")["nodes"]
    shown = [node for node in nodes if not node.get("ignored")]
    roles = [(node["role"]["value"], node.get("name", {}).get("value", "")) for node in shown]
    assert ("toolbar", "Printworthy: label this page") in roles
    buttons = [name for role, name in roles if role == "button"]
    labels = ("title", "date", "author", "body", "caption", "comment", "junk")
    assert buttons[:7] == [f"{name}, 0 marked" for name in labels]
    assert buttons[7:] == ["Shrink", "Grow", "No label", "Undo", "Redo", "Ask the model", "Save", "Move", "Close"]
    assert "status" in [role for role, _ in roles]
    work.close()
