"""Readers' labels: kept without the page's text, and found again even if the page is cut differently."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from fitting.gold import as_ranges, pack
from printworthy.base.encoding import to_utf8
from printworthy.reading.reading import Reading
from printworthy.train.gold import digest, gold_page, numbers

PAGE = "<h1>Fog</h1><p>By Ada Bell</p><p>It came at night.</p><p>Again.</p><p>Again.</p><p>Read also: Rain</p>"
TEXTS = ["Fog", "By Ada Bell", "It came at night.", "Again.", "Again.", "Read also: Rain"]


def answer(**labels: list[int]) -> dict[str, Any]:
    about = {"url": "", "type": "article", "sure": True, "title": "Fog", "authors": [], "date": "", "note": ""}
    place = {"id": "a", "set": "own", "file": "fog.html", "segments": 6, "digest": digest(TEXTS)}
    return {**about, **place, "labels": labels}


@pytest.fixture
def page(tmp_path: Path) -> Path:
    path = tmp_path / "fog.html"
    path.write_text(PAGE)
    assert Reading(to_utf8(path.read_bytes())).columns.text == TEXTS
    return path


@pytest.mark.parametrize("found", [[], [3], [1, 2, 3], [0, 2, 3, 4, 9]])
def test_ranges(found: list[int]) -> None:
    assert list(numbers(as_ranges(found))) == found


def test_labels_are_kept_without_the_text(page: Path) -> None:
    (record,) = pack([answer(T=[0], M=[1], B=[2, 3, 4])], {"a": page})
    assert record["labels"] == {"T": "0", "M": "1", "B": "2-4"}
    assert "night" not in str(record)
    assert gold_page(record, page.parent).classes(TEXTS) == ["T", "M", "B", "B", "B", "-"]


def test_a_second_reader_stands_beside_the_first(page: Path) -> None:
    (record,) = pack([answer(B=[2, 3]), answer(B=[2, 3, 4])], {"a": page})
    assert record["labels"] == {"B": "2-3"}
    assert record["second"]["labels"] == {"B": "2-4"}


def test_an_answer_to_other_segments_is_refused(page: Path) -> None:
    with pytest.raises(AssertionError, match="cut into other segments"):
        pack([{**answer(B=[2]), "digest": "0" * 16}], {"a": page})
