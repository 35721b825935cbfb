"""Readers' labels: found again even if the page is cut differently, and counted in `make quality`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from printworthy.train.gold import CLASSES, digest, gold_page, numbers, read_gold, segment_hash

TEXTS = ["Fog", "By Ada Bell", "It came at night.", "Again.", "Again.", "Read also: Rain"]


def record(**labels: list[int]) -> dict[str, Any]:
    texts = {name: [TEXTS[place] for place in places] for name, places in labels.items()}
    about = {"set": "zh-dev", "file": "fog.html", "url": "", "type": "article", "sure": True, "digest": digest(TEXTS)}
    return {**about, "labels": labels, "texts": texts}


def test_labels_are_found_by_their_numbers() -> None:
    page = gold_page(record(T=[0], M=[1], L=[2], B=[3, 4]), Path())
    assert page.classes(TEXTS) == ["T", "M", "L", "B", "B", "-"]
    assert page.text([]) == "It came at night.\nAgain.\nAgain."  # the file has it, whatever the page is cut into


def test_labels_are_found_by_their_words() -> None:
    other = ["Menu", "FOG", "It came – at night", "Again.", "An advertisement", "again", "Again."]
    assert gold_page(record(T=[0], B=[2, 3, 4]), Path()).classes(other) == ["-", "T", "B", "B", "-", "B", "-"]


def test_of_copies_the_one_in_place_is_meant() -> None:
    other = ["It came at night.", "Menu", "Menu", "Fog", "By Ada Bell", "It came at night."]
    assert gold_page(record(T=[0], B=[2]), Path()).classes(other) == ["-", "-", "-", "T", "-", "B"]


def test_only_pages_that_are_there_are_read(tmp_path: Path) -> None:
    (tmp_path / "labels").mkdir()
    (tmp_path / "labels" / "gold-dev.jsonl").write_text(json.dumps(record(B=[2])), "utf-8")
    assert read_gold(tmp_path) == []
    (tmp_path / "zh-dev" / "html").mkdir(parents=True)
    (tmp_path / "zh-dev" / "html" / "fog.html").write_text("<p>It came at night.</p>")
    assert [page.page_type for page in read_gold(tmp_path)] == ["article"]


def test_hashes_go_by_words() -> None:
    assert segment_hash("It came – at night!") == segment_hash("it came at\nnight")
    assert segment_hash("It came") != segment_hash("It went")
    assert len(set(CLASSES)) == len(CLASSES)


@pytest.mark.parametrize(("ranges", "found"), [("", []), ("3", [3]), ("1-3,9", [1, 2, 3, 9])])
def test_ranges(ranges: str, found: list[int]) -> None:
    assert list(numbers(ranges)) == found
