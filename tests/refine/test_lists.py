"""Lists are kept or dropped as a whole, if most of their words were."""

from __future__ import annotations

import numpy as np

from printworthy.parse.lexbor import parse
from printworthy.refine.lists import lists, rows
from printworthy.segment.walk import segment

PROSE = "".join(
    f"<p>In the year {year} the river rose again and took a field with it.</p>" for year in range(1820, 1830)
)
ITEMS = ["a rope of hemp", "an oar of ash", "a keg of tar", "a net of flax", "a box of nails", "a lamp of tin"]
LIST = "<ul>" + "".join(f"<li>{item}</li>" for item in ITEMS) + "</ul>"


def changed(page: str, dropped: list[str], likely: float = 0.4) -> tuple[list[str], list[str]]:
    columns = segment(parse(f"<body>{page}</body>".encode()))
    kept = np.array([text not in dropped for text in columns.text])
    words = np.array([len(text.split()) for text in columns.text])
    masks = lists(columns, words, kept, np.where(kept, 0.9, likely).astype(np.float32))
    added, taken = ([text for text, found in zip(columns.text, mask.tolist(), strict=True) if found] for mask in masks)
    return added, taken


def test_the_rest_of_a_list() -> None:
    assert changed(PROSE + LIST, ITEMS[1:3]) == (ITEMS[1:3], [])


def test_what_is_most_unlikely_is_not_added() -> None:
    assert changed(PROSE + LIST, ITEMS[1:3], likely=0.1) == ([], [])


def test_strays_of_a_list() -> None:
    assert changed(PROSE + LIST, ITEMS[1:]) == ([], ITEMS[:1])


def test_a_list_kept_in_part() -> None:
    assert changed(PROSE + LIST, ITEMS[2:]) == ([], [])


def test_a_list_that_is_the_page_is_not_filled() -> None:
    assert changed(f"<p>What we took.</p>{LIST}", ITEMS[1:3]) == ([], [])


def test_other_elements_are_no_list() -> None:
    assert changed(PROSE + LIST.replace("ul>", "div>").replace("li>", "p>"), ITEMS[1:3]) == ([], [])


ROW = "<table><tr><td>Saturday</td><td>7th</td><td>Low water</td><td>Heron Point</td></tr></table>"


def filled(page: str, dropped: list[str], likely: float = 0.4) -> list[str]:
    columns = segment(parse(f"<body>{page}</body>".encode()))
    kept = np.array([text not in dropped for text in columns.text])
    words = np.array([len(text.split()) for text in columns.text])
    mask = rows(columns, words, kept, np.where(kept, 0.9, likely).astype(np.float32))
    return [text for text, found in zip(columns.text, mask.tolist(), strict=True) if found]


def test_the_rest_of_a_row() -> None:
    assert filled(PROSE + ROW, ["7th"]) == ["7th"]
    assert filled(PROSE + ROW, ["7th", "Saturday"]) == ["Saturday", "7th"]


def test_a_row_that_was_mostly_dropped_or_is_unlikely() -> None:
    assert filled(PROSE + ROW, ["7th", "Saturday", "Low water"]) == []
    assert filled(PROSE + ROW, ["7th"], likely=0.1) == []
    assert filled(PROSE + ROW, []) == []


def test_a_row_of_a_layout_is_not_filled() -> None:
    assert filled(f"<table><tr><td>Menu</td><td>{PROSE * 2}</td></tr></table>", ["Menu"]) == []
    assert filled("<table><tr>" + "<td>cell</td>" * 20 + "<td>last</td></tr></table>", ["last"]) == []
