"""The extension in a real Firefox, if there is one: options, keys, popup, annotating by path, and printing."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from printworthy.train.own.labels import place_all, read_marked
from printworthy.train.own.scopes import squeeze
from tests.extension.firefox import POLICY, FoxHand, launched
from tests.extension.kit import TOKEN, Recorder
from tests.extension.marionette import FIREFOX, wait
from tests.extension.test_print import PDF
from tests.extension.test_round_trip import PAGES, do, found

ORIGINS = f"{POLICY} return policy.allowedOrigins.patterns.map((one) => one.pattern)"


@pytest.fixture(scope="module")
def fox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FoxHand]:
    if FIREFOX is None:
        pytest.skip("Firefox (firefox-esr) is not installed")
    if not os.environ.get("PRINTWORTHY_FIREFOX"):
        pytest.skip("clicks in Firefox get lost on a busy machine: set PRINTWORTHY_FIREFOX=1 to drive it")
    with launched(tmp_path_factory.mktemp("firefox")) as hand:
        yield hand


def test_firefox_takes_the_manifest_as_it_is(fox: FoxHand) -> None:
    told = fox.chrome(f"{POLICY} const {{errors, warnings}} = policy.extension; return [...errors, ...warnings]")
    assert told == []
    assert sorted(fox.chrome(f"{POLICY} return policy.permissions")) == [
        "activeTab", "contextMenus", "scripting", "storage",
    ]  # fmt: skip


def test_the_options_ask_for_leave_and_give_it_back(fox: FoxHand) -> None:
    def allowed() -> set[str]:
        return {one for one in fox.chrome(ORIGINS) if one.startswith("http")}

    for host in ("localhost", "127.0.0.1"):  # whatever was allowed before, it is the second no longer, then
        asked = fox.set(service=f"http://{host}:1", annotations=f"http://{host}:1")
        assert host in asked
        assert allowed() == {f"http://{host}/*"}


@pytest.mark.processes
@pytest.mark.parametrize("path", PAGES)
def test_the_exact_texts_are_found_again(fox: FoxHand, annotations: str, folder: Path, path: str) -> None:
    fox.set(annotations=annotations)
    work = fox.annotate(path)
    for gesture in PAGES[path]:
        do(work, gesture)
    work.save()
    fox.close()
    marked = next(one for one in read_marked(folder)[0] if one.submission.url == work.url)
    placed = place_all(marked)
    assert {one.way for one in placed} == {"path"}, [one.why for one in placed]
    wanted = [(gesture.label, name, squeeze(text)) for gesture in PAGES[path] for name, text in gesture.means]
    assert sorted(found(placed)) == sorted(wanted)


@pytest.mark.parametrize("way", ["popup", "key"])
def test_print_what_is_seen(fox: FoxHand, recorder: Recorder, way: str) -> None:
    answer = b"<h1>On paper</h1><script>document.querySelector('h1').textContent = 'ran'</script>"
    recorder.answer = lambda path, body: (200, "text/html", answer)
    fox.set(service=recorder.address)
    fox.visit(f"{fox.site}/story.html")
    fox.opened(lambda: fox.popup("print-html") if way == "popup" else fox.command("r"))
    paper = "return document.querySelector('iframe')?.contentDocument.querySelector('h1')?.textContent"
    assert wait(lambda: fox.session.script(paper), "the printout") == "On paper"
    [(path, headers, body)] = recorder.calls
    assert path == "/v1/print"
    assert headers["Authorization"] == f"Bearer {TOKEN}"
    assert headers["Origin"] == fox.base
    assert "For thirty years the clock" in body["html"]
    assert "secret" not in body["html"]
    fox.close()
    fox.close()


def test_a_printout_is_shown_by_the_browser_itself(fox: FoxHand, recorder: Recorder) -> None:
    recorder.answer = lambda path, body: (200, "application/pdf", PDF)
    fox.set(service=recorder.address)
    fox.visit(f"{fox.site}/story.html")
    fox.opened(lambda: fox.command("p"))
    viewer = "return document.querySelector('iframe')?.contentDocument?.querySelector('#viewerContainer')?.id"
    assert wait(lambda: fox.session.script(viewer), "the browser's viewer") == "viewerContainer"
    fox.close()
    fox.close()


def test_pages_of_the_browser_are_refused_with_a_word(fox: FoxHand) -> None:
    fox.set()
    fox.visit("about:config")
    fox.command("a")
    wait(lambda: fox.title().startswith("Printworthy: This page is the browser's own"), "the word")
    fox.close()
