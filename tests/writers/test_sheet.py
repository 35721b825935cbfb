from __future__ import annotations

import pytest

from printworthy.errors import UsageError
from printworthy.writers.sheet import Sheet, local_paper, paper_size


@pytest.mark.parametrize(
    ("paper", "size"), [("a4", (210, 297)), ("A6", (105, 148)), ("120x180", (120, 180)), ("90 x 122 mm", (90, 122))]
)
def test_paper(paper: str, size: tuple[float, float]) -> None:
    assert paper_size(paper) == size


@pytest.mark.parametrize(
    "choices",
    [
        {"paper": "a44"},
        {"paper": "10x10"},
        {"paper": "9999x9999"},
        {"columns": 9},
        {"size": 500},
        {"margin": 200},
        {"links": "x"},
        {"standard": "z"},
        {"size": "20"},
        {"columns": None},
    ],
)
def test_refused(choices: dict[str, object]) -> None:
    with pytest.raises(UsageError, match=r"choose|use one of"):
        Sheet(**choices)


@pytest.mark.parametrize(
    ("environment", "paper"),
    [
        ({}, "a4"),
        ({"LANG": "C.UTF-8"}, "a4"),
        ({"LANG": "de_DE.UTF-8"}, "a4"),
        ({"LANG": "en_US.UTF-8"}, "letter"),
        ({"LANG": "en_US.UTF-8", "LC_PAPER": "en_GB.UTF-8"}, "a4"),
        ({"LANG": "de_DE", "LC_ALL": "es_MX@euro"}, "letter"),
        ({"LANG": "en"}, "a4"),
        ({"LANG": "uz_Latn_US"}, "letter"),
    ],
)
def test_paper_by_place(environment: dict[str, str], paper: str) -> None:
    assert local_paper(environment) == paper
