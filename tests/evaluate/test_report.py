import json

import pytest

from printworthy.errors import InputError
from printworthy.evaluate.metrics import MEASURES, Tally
from printworthy.evaluate.peers import Tool
from printworthy.evaluate.report import (
    Report,
    as_json,
    fallen,
    measures_for,
    milliseconds,
    read_floors,
    render,
    render_worst,
    table,
    write_json,
)
from printworthy.evaluate.runner import Outcome, PageOutcome

RIGHT, HALF, WRONG = Tally(4, 4, 4, 4), Tally(2, 4, 2, 4), Tally(0, 4, 0, 4)
TOOLS = [Tool("printworthy", "0.1", lambda page, url: ""), Tool("trafilatura", "2", lambda page, url: "")]


def page(number, tally, kind="article", language="en"):
    ours = Outcome({"word": tally, "script-word": tally}, 0.001 * (number + 1))
    other = Outcome({"word": HALF, "script-word": WRONG}, 0.010, "ValueError: x" if number == 0 else "")
    return PageOutcome(
        f"p{number}", f"https://example.com/{number}", kind, language, {"printworthy": ours, "trafilatura": other}
    )


def report():
    pages = [page(n, RIGHT) for n in range(6)] + [page(n, HALF, "forum", "zh") for n in range(6, 12)]
    return Report("corpus", "wcxb", MEASURES["word"], TOOLS, [*pages, page(12, WRONG, "listing", "de")])


def cells(text):
    lines = [line for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_tables_by_page_type_language_and_time():
    rows = cells(render(report()))
    assert rows == [
        ["page type", "pages", "printworthy", "trafilatura"],
        *[rows[1]],
        ["all", "13", ".692 (.692/.692)", ".500 (.500/.500)"],
        ["article", "6", "1.000 (1.000/1.000)", ".500 (.500/.500)"],
        ["forum", "6", ".500 (.500/.500)", ".500 (.500/.500)"],
        ["others", "1", ".000 (.000/.000)", ".500 (.500/.500)"],
        ["language", "pages", "printworthy", "trafilatura"],
        *[rows[1 + 6]],
        ["all", "13", ".692 (.692/.692)", ".000 (.000/.000)"],
        ["en", "6", "1.000 (1.000/1.000)", ".000 (.000/.000)"],
        ["zh", "6", ".500 (.500/.500)", ".000 (.000/.000)"],
        ["others", "1", ".000 (.000/.000)", ".000 (.000/.000)"],
        ["tool", "version", "CPU ms/page mean", "p50", "p99", "× trafilatura", "errors"],
        *[rows[13]],
        ["printworthy", "0.1", "7.00", "7.00", "13.00", "0.700", "0"],
        ["trafilatura", "2", "10.00", "10.00", "10.00", "1.000", "1"],
    ]
    assert "trafilatura failed on 1 pages: ValueError: x" in render(report())


def test_the_worst_pages_come_first():
    rows = cells(render_worst(report(), 2))
    assert [row[0] for row in rows] == ["page", rows[1][0], "p12", "p10"]
    assert rows[2][-1] == "https://example.com/12"


def test_json_holds_every_figure(tmp_path):
    value = as_json(report())
    ours = value["tools"]["printworthy"]
    assert ours["all"]["f1"] == pytest.approx(9 / 13)
    assert ours["by_type"]["forum"] == {"precision": 0.5, "recall": 0.5, "f1": 0.5}
    assert value["tools"]["trafilatura"]["by_language"]["zh"]["f1"] == 0
    assert value["tools"]["trafilatura"]["errors"] == 1
    assert value["pages"][0]["tools"]["printworthy"] == {
        "precision": 1, "recall": 1, "f1": 1, "cpu_ms": pytest.approx(1), "error": ""
    }  # fmt: skip
    write_json(report(), tmp_path / "out.json")
    assert json.loads((tmp_path / "out.json").read_text("utf-8")) == json.loads(json.dumps(value))


@pytest.mark.parametrize(("name", "expected"), [("word", ["word", "script-word"]), ("snippet", ["snippet"])])
def test_the_table_by_language_counts_characters_where_words_are_counted(name, expected):
    assert [measure.name for measure in measures_for(MEASURES[name])] == expected


def test_percentiles():
    pages = [PageOutcome(str(n), "", "", "", {"tool": Outcome({}, n / 1000)}) for n in range(1, 201)]
    times = milliseconds(pages, "tool")
    assert (times["mean"], times["p50"], times["p99"]) == pytest.approx((100.5, 100.5, 199))


def test_table_is_aligned():
    assert table(["a", "long"], [["wide cell", "x"]]) == (
        "| a         | long |\n| --------- | ---- |\n| wide cell | x    |"
    )


def report_of(kinds):
    tool = Tool("printworthy", "1", lambda page, url: "")
    pages = [
        PageOutcome(str(number), "", kind, "en", {tool.name: Outcome({"word": Tally(right, 10, right, 10)}, 0.0)})
        for number, (kind, right) in enumerate(kinds)
    ]
    return Report("corpus", "wcxb", MEASURES["word"], [tool], pages)


@pytest.mark.parametrize(
    ("floors", "expected"),
    [
        ({}, []),
        ({"all": 0.7, "forum": 0.6}, []),
        ({"all": 0.71}, ["all: F1 0.7000 is below the floor of 0.7100"]),
        ({"article": 0.9, "forum": 0.5}, ["article: F1 0.8000 is below the floor of 0.9000"]),
        ({"listing": 0.1}, ["listing: no pages"]),
    ],
)
def test_what_is_below_its_floor_is_named(floors, expected):
    assert fallen(report_of([("article", 8), ("forum", 6)]), floors) == expected


def test_floors_are_read_by_layout(tmp_path):
    path = tmp_path / "floors.json"
    path.write_text(json.dumps({"wcxb": {"all": 0.87}, "articles": {"all": 1}}))
    assert read_floors(path, "wcxb") == {"all": 0.87}
    assert read_floors(path, "articles") == {"all": 1.0}


@pytest.mark.parametrize("content", ["{", "{}", "[]", '{"wcxb": 1}', '{"wcxb": {"all": "high"}}'])
def test_a_file_without_floors_is_an_error(tmp_path, content):
    path = tmp_path / "floors.json"
    path.write_text(content)
    with pytest.raises(InputError, match="--floors"):
        read_floors(path, "wcxb")
