"""Tables as rectangles, and text by the columns of a terminal."""

from __future__ import annotations

import pytest

from printworthy.data.blocks import Cell, Paragraph, Table, Text
from printworthy.writers.grid import is_plain, lay_out, pad, width, wrap


def cell(name: str, colspan: int = 1, rowspan: int = 1) -> Cell:
    return Cell((Paragraph((Text(name),)),), colspan=colspan, rowspan=rowspan)


def shown(*rows: tuple[Cell, ...]) -> list[str]:
    """The rectangle, a letter for each cell."""

    def letter(one: Cell | None) -> str:
        if one is None:
            return "."
        (block,) = one.blocks
        assert isinstance(block, Paragraph)
        (text,) = block.children
        assert isinstance(text, Text)
        return text.text

    return ["".join(map(letter, row)) for row in lay_out(Table(rows))]


A, B, C, D = map(cell, "abcd")


@pytest.mark.parametrize(
    ("rows", "grid"),
    [
        ((), []),
        (((A, B), (C, D)), ["ab", "cd"]),
        (((A, B), (C,)), ["ab", "c."]),
        (((cell("a", 2),), (C, D)), ["a.", "cd"]),
        (((cell("a", 1, 2), B), (C,)), ["ab", ".c"]),
        (((cell("a", 2, 2), B), (C,), (A, B, C)), ["a.b", "..c", "abc"]),
        (((cell("a", 500), B), (C, D)), ["a.b", "cd."]),  # columns in which nothing begins are left out
        (((cell("a", 1, 500), B), (C,)), ["ab", ".c"]),
        (((cell("a", 0, 0), B),), ["ab"]),
    ],
)
def test_spans(rows: tuple[tuple[Cell, ...], ...], grid: list[str]) -> None:
    assert shown(*rows) == grid


def test_hostile_spans_are_bounded() -> None:
    rows = tuple((cell("a", 1000, 1000), cell("b", 1000, 1000)) for _ in range(300))
    assert len(lay_out(Table(rows))) == 300


def test_plain() -> None:
    assert is_plain(Table(((A, B),)))
    assert not is_plain(Table(((cell("a", 2),),)))
    assert not is_plain(Table(((cell("a", 1, 2),),)))


@pytest.mark.parametrize(
    ("text", "columns"), [("", 0), ("abc", 3), ("é", 1), ("e\u0301", 1), ("字", 2), ("a\u200bb", 2)]
)
def test_width(text: str, columns: int) -> None:
    assert width(text) == columns
    assert width(pad(text, 10)) == 10


@pytest.mark.parametrize(
    ("line", "columns", "lines"),
    [
        ("", 5, [""]),
        ("one two", 7, ["one two"]),
        ("one two", 6, ["one", "two"]),
        ("one  two", 20, ["one  two"]),
        ("incomprehensible", 5, ["incomprehensible"]),
        ("字字字", 4, ["字字", "字"]),
        ("字字。字", 4, ["字", "字。", "字"]),
    ],
)
def test_wrap(line: str, columns: int, lines: list[str]) -> None:
    assert wrap(line, columns) == lines
