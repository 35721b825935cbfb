"""What stands in the article's column."""

from __future__ import annotations

from printworthy.data.looks import Box
from printworthy.refine.alignment import aligned, column


def box(left: float, right: float) -> Box:
    return Box(left, 0, right, 20)


BODY, INDENTED, CAPTION, ASIDE, WIDE = box(100, 700), box(140, 700), box(100, 380), box(720, 1000), box(0, 1280)


def test_the_column_is_where_most_text_stands() -> None:
    assert column([ASIDE, BODY, CAPTION, BODY, None], [500, 400, 90, 300, 9000]) == (100, 700)
    assert column([None, box(5, 5)], [1, 1]) is None


def test_captions_and_asides_do_not_cover_it() -> None:
    cases = [(BODY, True), (INDENTED, True), (CAPTION, False), (ASIDE, False), (WIDE, True), (None, True)]
    assert aligned([case for case, _ in cases], (100, 700)) == [stays for _, stays in cases]
    assert aligned([CAPTION, None], None) == [True, True]
