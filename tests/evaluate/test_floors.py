import json

import pytest

from printworthy.errors import InputError
from printworthy.evaluate.floors import fallen, read_floors
from printworthy.evaluate.metrics import MEASURES, Tally
from printworthy.evaluate.peers import Tool
from printworthy.evaluate.report import Report
from printworthy.evaluate.runner import Outcome, PageOutcome


def report(kinds):
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
    assert fallen(report([("article", 8), ("forum", 6)]), floors) == expected


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
