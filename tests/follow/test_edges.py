from __future__ import annotations

import pytest

from printworthy.follow.edges import of_part, of_print_page

ONE = "the first paragraph of the article, which is long enough to be told apart from any other."
TWO = "the second paragraph of the article, which is just as long as the first, give or take a word."
LEAD = "a lead that only the print page has, and that says in two sentences what the rest is about. it is a long one."
NEW = "a paragraph of a later part that the first page did not hold, and that ends as paragraphs do."


@pytest.mark.parametrize(
    ("lines", "kept"),
    [
        (["the paper", "the title", "by somebody", ONE, TWO], [ONE, TWO]),
        (["the paper", LEAD, ONE, TWO], [LEAD, ONE, TWO]),
        ([ONE, TWO, NEW, "“yes,” she said.", "© 2026 the paper"], [ONE, TWO, NEW, "“yes,” she said."]),
        ([ONE, "a heading", TWO, "printed from the paper"], [ONE, "a heading", TWO]),
        (["nothing of it is known", "at all"], ["nothing of it is known", "at all"]),
        ([], []),
    ],
)  # fmt: skip
def test_print_page(lines: list[str], kept: list[str]) -> None:
    mask = of_print_page(lines, {ONE, TWO})
    assert [line for line, stays in zip(lines, mask, strict=True) if stays] == kept


@pytest.mark.parametrize(
    ("lines", "kept"),
    [
        (["title", "by somebody", "page 2 of 3", NEW], [NEW]),
        (["by somebody", NEW, "* * *", "by somebody", ONE], [NEW, "* * *", "by somebody"]),
        (["seite 2", "a new heading", NEW], ["a new heading", NEW]),
    ],
)
def test_part(lines: list[str], kept: list[str]) -> None:
    mask = of_part(lines, {"by somebody", "* * *", ONE}, "title")
    assert [line for line, new in zip(lines, mask, strict=True) if new] == kept
