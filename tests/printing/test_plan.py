"""The plan of a reading: defaults that are safe, and a number of parts within its bounds."""

from __future__ import annotations

import pytest

from printworthy.base.guard import PERSONAL, STRICT
from printworthy.errors import UsageError
from printworthy.follow.parts import MOST_PARTS
from printworthy.printing.plan import DEFAULT, Plan


@pytest.mark.parametrize("pages", [1, 2, MOST_PARTS])
def test_parts(pages: int) -> None:
    assert Plan(pages=pages).pages == pages


@pytest.mark.parametrize("pages", [0, -1, MOST_PARTS + 1])
def test_parts_that_are_none(pages: int) -> None:
    with pytest.raises(UsageError, match=f"pages is {pages}: give 1 to {MOST_PARTS}"):
        Plan(pages=pages)


def test_pages_name_pictures_and_people_name_pages() -> None:
    assert (DEFAULT.policy, DEFAULT.strangers) == (PERSONAL, STRICT)
