"""A reading: each step is made once, when it is asked for, and kept; other options share the parsed page."""

from __future__ import annotations

import datetime
import json
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from printworthy.data.blocks import Figure
from printworthy.data.looks import MARK, Box, ElementStyle, Snapshot
from printworthy.errors import UsageError
from printworthy.images.candidates import Candidate
from printworthy.images.judge import ImageVerdict
from printworthy.images.page_context import PageContext
from printworthy.options import Options
from printworthy.reading import reading as module
from printworthy.reading.extract import read_page
from printworthy.reading.reading import Reading, latest_day

URL = "https://upland.example/2026/04/tower-clock.html"
STEPS = ("tree", "columns", "selection", "text", "verdict", "metadata", "kept", "document", "links")


@pytest.fixture
def reading(sample: Path) -> Reading:
    return Reading(sample.read_bytes(), URL)


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often the engine's own steps were taken."""
    counted: Counter[str] = Counter()

    def counting(name: str, original: Callable[..., Any]) -> Callable[..., Any]:
        def call(*given: Any) -> Any:
            counted[name] += 1
            return original(*given)

        return call

    for name in ("parse_page", "segment", "find_method", "join_text"):
        monkeypatch.setattr(module, name, counting(name, getattr(module, name)))
    return counted


@pytest.mark.parametrize("step", STEPS)
def test_each_step_is_kept(reading: Reading, step: str) -> None:
    assert getattr(reading, step) is getattr(reading, step)


@pytest.mark.usefixtures("calls")
def test_each_step_is_made_once(reading: Reading, calls: Counter[str]) -> None:
    for step in (*reversed(STEPS), *STEPS):
        getattr(reading, step)
    assert calls == {"parse_page": 1, "segment": 1, "find_method": 1, "join_text": 1}


@pytest.mark.parametrize(
    ("step", "timings"),
    [
        ("url", set()),
        ("tree", {"parse", "unseen"}),
        ("columns", {"parse", "unseen", "segment"}),
        ("text", {"parse", "unseen", "segment", "select"}),
        ("links", {"parse", "unseen"}),
        ("confidence", {"parse", "unseen", "segment", "select", "verdict"}),
        ("metadata", {"parse", "unseen", "segment", "select", "describe"}),
        ("document", {"parse", "unseen", "segment", "select", "describe", "illustrate", "build"}),
    ],
)
def test_nothing_is_made_that_nobody_asked_for(reading: Reading, step: str, timings: set[str]) -> None:
    getattr(reading, step)
    assert set(reading.trace.timings) == timings
    assert all(seconds >= 0 for seconds in reading.trace.timings.values())


def test_the_page_itself_is_not_held_once_it_is_parsed(reading: Reading) -> None:
    assert reading._page
    reading.tree  # noqa: B018 - made, and kept
    assert reading._page == b""


def test_the_trace_is_that_of_the_choice(reading: Reading) -> None:
    assert (reading.trace.texts, reading.trace.pictures) == ((), ())
    selection = reading.selection
    assert reading.trace.texts is reading.columns.text
    assert reading.trace.kept is selection.kept
    assert reading.trace.why() == selection.why()
    reading.document  # noqa: B018 - made, and kept
    assert reading.trace.pictures


def test_verdict(reading: Reading) -> None:
    confidence, kind = reading.verdict
    assert reading.confidence == confidence > 0.5
    assert kind == "article"


def test_what_the_header_states_is_not_in_the_document() -> None:
    page = "<title>The ferry</title><article><h1>The ferry</h1><p>By Ada Quill</p>"
    reading = Reading((page + "".join(f"<p>{line}</p>" for line in LINES)).encode())
    reading.selection = reading.selection._replace(kept=[True] * len(reading.columns.text))
    assert reading.columns.text[1] == "By Ada Quill"
    assert reading.kept[1] is False
    assert all(reading.kept[2:])


def test_by_other_options_nothing_is_parsed_again(reading: Reading, calls: Counter[str]) -> None:
    text = reading.text
    other = reading.by(Options(method="subtree", images="none"))
    assert (other.url, other.options.method, other.origin) == (URL, "subtree", None)
    assert other.tree is reading.tree
    assert other.columns is reading.columns
    assert other.text
    assert other.selection is not reading.selection
    assert calls["parse_page"] == calls["segment"] == 1
    assert calls["find_method"] == 2
    assert {"parse", "segment"} <= other.trace.timings.keys()
    assert other.trace.timings["parse"] == reading.trace.timings["parse"]
    assert other.trace is not reading.trace
    assert reading.text is text


def test_by_other_options_before_anything_was_asked(reading: Reading) -> None:
    other = reading.by(Options(links=False))
    assert set(other.trace.timings) == {"parse", "unseen", "segment"}
    assert other.text == reading.text


def test_pictures_of_a_choice(reading: Reading) -> None:
    kept = reading.selection.kept
    assert reading.illustrated(kept).figures
    assert reading.by(Options(images="none")).illustrated(kept).figures == {}
    asked: list[Candidate] = []

    def judge(_page: PageContext, candidates: Sequence[Candidate]) -> list[ImageVerdict]:
        asked.extend(candidates)
        return []

    reading.illustrated(kept, judge)
    assert asked


def test_a_document_of_a_choice(reading: Reading) -> None:
    first = next(place for place, text in enumerate(reading.columns.text) if len(text) > 200)
    only = [place == first for place in range(len(reading.columns.text))]
    document = reading.built(only, {})
    assert len(document.blocks) == 1
    assert not any(isinstance(block, Figure) for block in document.blocks)
    assert reading.built([False] * len(only), {}).blocks == ()


SHELL = (
    '<title>The ferry</title><body><div id=root></div><script id="__NEXT_DATA__" type="application/json">'
    '{"props": {"story": {"headline": "The ferry", "body": [%s]}}}</script>'
    '<a href="/ferry/print">Print this article</a>'
)
LINES = [
    f"On the {day} evening the ferry crossed the river late, and behind it the lamps of the town were lit by hand; "
    "nobody on board spoke of the storm that had kept them for so long on the other side of the water."
    for day in "first second third fourth fifth sixth seventh".split()
]


def test_links_are_those_of_the_page_and_not_of_its_data() -> None:
    found = read_page(
        SHELL % ", ".join(json.dumps({"type": "p", "text": line}) for line in LINES), "https://a.example/ferry"
    )
    assert LINES[3] in found.text
    assert found.origin is not None
    assert LINES[3] not in found.origin.text
    assert found.links.printed is not None
    assert found.links.printed.url == "https://a.example/ferry/print"
    assert found.by(Options(links=False)).origin is found.origin


def test_a_snapshot_gives_the_page_its_looks() -> None:
    html = f'<html {MARK}="0"><body {MARK}="1"><p {MARK}="2">Words</p></body></html>'.encode()
    box = Box(0, 0, 100, 20)
    shown = Snapshot(
        html, URL, (ElementStyle(), ElementStyle(size=30.0)), ((0, box), (0, box), (1, box)), width=100, height=20
    )
    looks = Reading(html, URL, snapshot=shown).tree.looks
    assert looks is not None
    assert (looks.source, looks.width) == ("browser", 100)
    assert 30.0 in {style.size for style in looks.styles.values()}
    assert Reading(html, URL).tree.looks is None


def test_an_unknown_method_is_refused_when_the_choice_is_made() -> None:
    reading = Reading(b"<p>Words", options=Options(method="magic"))
    assert list(reading.columns.text) == ["Words"]
    with pytest.raises(UsageError, match="there is no method 'magic'"):
        reading.selection  # noqa: B018 - made, and refused


def test_the_day_may_be_given(monkeypatch: pytest.MonkeyPatch) -> None:
    page = b"<title>A story</title><h1>A story</h1><time datetime=2026-04-18>18 April 2026</time><p>" + b"Words. " * 60

    def never() -> datetime.date:
        raise AssertionError("the clock was asked")

    monkeypatch.setattr(module, "latest_day", never)
    days = (datetime.date(2026, 4, 19), datetime.date(2026, 4, 1))
    dates = [Reading(page, URL, Options(today=day)).metadata.published.value[:10] for day in days]
    assert dates == ["2026-04-18", ""]


def test_the_latest_day_is_that_of_the_zone_ahead_of_all_others() -> None:
    now = datetime.datetime.now(datetime.UTC)
    assert latest_day() - (now + datetime.timedelta(hours=14)).date() <= datetime.timedelta(days=1)
    assert latest_day() >= (now + datetime.timedelta(hours=14)).date()
