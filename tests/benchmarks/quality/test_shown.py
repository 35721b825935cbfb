"""The browser as judge: each kind of difference is found, and nothing where there is none."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest

from benchmarks.lib.pages import BenchPage
from benchmarks.lib.showing import Shown, showing
from printworthy.data.columns import Selection
from printworthy.errors import RenderError
from printworthy.reading.reading import Reading
from printworthy.render.chromium import find_chromium

SCRIPT = Path(__file__).parents[3] / "benchmarks" / "quality" / "shown.py"


@pytest.fixture(scope="module")
def benchmark():
    spec = importlib.util.spec_from_file_location("shown_benchmark", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    yield module
    del sys.modules[spec.name]


def row(text, drawn=None, **others):
    plain = {"why": "", "how": "", "gap": 2, "block": 0, "item": -1, "kin": "p"} | others
    return Shown(raw=text, drawn=f"{text}\n" if drawn is None else drawn, **plain)


def judged(benchmark, html, rows, dropped=()):
    reading = Reading(f"<body>{html}</body>".encode())
    reading.selection = Selection(kept=[text not in dropped for text in reading.columns.text])
    return [(one.kind, one.words) for one in benchmark.judge("x", reading, rows).found]


def test_what_is_right(benchmark):
    rows = [row("One", "One "), row("two", "two\n", gap=1), row("three", block=1)]
    assert judged(benchmark, "<p>One <b>two</b></p><p>three</p>", rows) == []


def test_hidden_text(benchmark):
    rows = [row("One two three four"), row("five six", "", why="display", how="inline display:none | p")]
    html = "<p>One two three four</p><p>five six</p>"
    assert judged(benchmark, html, rows) == [(benchmark.UNSEEN, 2)]
    rows[1] = rows[1]._replace(how="inline display:none | div class=faq-answer")
    assert judged(benchmark, html, rows) == [(benchmark.LATER, 2)]
    rows[0] = rows[0]._replace(why="opacity", how="inline opacity:0 | body")
    assert judged(benchmark, html, rows) == [(benchmark.VEILED, 4), (benchmark.VEILED, 2)]


SEAMS = [
    ("<p>one<b>two</b></p>", "one\n", 2, "GLUED"),
    ("<p>one<b>two</b></p>", "one", 1, "GLUED"),
    ("<p>one<b>two</b></p>", "one", 0, ""),
    ("<p>one <b>two</b></p>", "one", 0, "TORN"),
    ("<p><span>one</span><span>Two</span></p>", "one", 0, "GUESSED"),
    ("<p>one <b>two</b></p>", "one\n", 2, "JOINED"),
    ("<p>O<b>two</b></p>", "O\n", 1, ""),
    ("<p>one</p><div>two</div>", "one ", 0, "SPLIT"),
    ("<p>one</p><div>two</div>", "one", 0, "TORN"),
    ("<p>one</p><div>two</div>", "one\n", 2, ""),
]


@pytest.mark.parametrize(("html", "drawn", "gap", "kind"), SEAMS)
def test_seams(benchmark, html, drawn, gap, kind):
    second = "Two" if "Two" in html else "two"
    found = judged(benchmark, html, [row(drawn.strip(), drawn), row(second, gap=gap)])
    assert found == ([(getattr(benchmark, kind), 1)] if kind else [])


def test_lost_words_and_numbers(benchmark):
    rows = [row("1 cup", item=0), row("flour", block=1, item=0)]
    html = "<ul><li><p>1 cup</p><p>flour</p></li></ul>"
    assert judged(benchmark, html, rows, ["1 cup"]) == [(benchmark.NUMBERS, 2)]
    assert judged(benchmark, "<p>a line<br>flour</p>", [row("a line"), row("flour")], ["a line"]) == [
        (benchmark.DROPPED, 2)
    ]


def test_doubled_text(benchmark):
    text = "These are more than eight words of one text"
    rows = [row(text), row(text, "", why="display", how="inline display:none | p", block=1), row("other words " * 9)]
    html = f"<p>{text}</p><p>{text}</p><p>{'other words ' * 9}</p>"
    assert (benchmark.DOUBLED, 9) in judged(benchmark, html, rows)


PAGE = """<style>.off{position:absolute;left:-999em}</style><p>Seen <b>text</b></p><p hidden>one</p><p class=off>two</p>
<p style="opacity:0">three</p><p style="color:#fff;background:#fff">four</p>
<div style="height:0;overflow:hidden">five</div>
<p>a<wbr>b</p><noscript><p>six</p></noscript><details><summary>S</summary>seven</details><ul><li><i>1</i> cup</ul>"""


def test_a_browser_shows_it(tmp_path):
    try:
        find_chromium()
    except RenderError:
        pytest.skip("no Chromium here")
    page = BenchPage("x", "http://a.test/", PAGE.encode())
    with showing(cache=tmp_path) as browser:
        rows = browser.look(page)
        assert browser.look(page) == rows
    assert {one.raw: one.why for one in rows} == {
        "Seen": "", "text": "", "one": "display", "two": "offscreen", "three": "opacity", "four": "ink",
        "five": "clipped", "a": "", "b": "", "six": "", "S": "", "seven": "details", "1": "", "cup": "",
    }  # fmt: skip
    seen = {one.raw: one for one in rows}
    assert (seen["Seen"].drawn, seen["a"].drawn, seen["b"].gap) == ("Seen ", "a", 0)
    assert seen["1"].item == seen["cup"].item >= 0
    assert seen["two"].how.startswith("rule .off{left:-999em}")
