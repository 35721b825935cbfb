"""Lists are kept or dropped as a whole, if most of their words were."""

from __future__ import annotations

import numpy as np

from printworthy.parse.lexbor import parse
from printworthy.refine.lists import lists
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
