"""A page as a voice reads it: one line for each block, with pauses where they are asked for."""

from __future__ import annotations

import pytest

from printworthy.filters.settings import Output
from printworthy.filters.speak import speak
from printworthy.parse.lexbor import parse


def spoken(html: str, pauses: bool = False, alternatives: bool = False) -> list[str]:
    output = Output(pauses=pauses, alternatives=alternatives)
    return speak(parse(f"<body>{html}".encode()), output).splitlines()


@pytest.mark.parametrize(
    ("html", "lines"),
    [
        ("", []),
        ("<p>One <b>two</b>\n three</p>four", ["One two three", "four"]),
        ("<p>One<br>two</p>", ["One", "two"]),
        ("<ul><li>One<li>Two</ul>", ["One", "Two"]),
        ("<table><tr><td>One<td>Two<tr><td>Three</table>", ["One, Two", "Three"]),
        ("<p>One<script>x</script><style>y</style></p>", ["One"]),
        ("<p hidden>One</p><p aria-hidden=true>Two</p><p style='Display: none'>3</p>", []),
        ("<p aria-hidden=false>One</p><p style='display: block'>Two</p>", ["One", "Two"]),
        ("<dialog>One</dialog><dialog open>Two</dialog>", ["Two"]),
        ("<p>One <img src=x alt=lamp> two</p>", ["One two"]),
    ],
)
def test_lines(html: str, lines: list[str]) -> None:
    assert spoken(html) == lines


def test_pictures_in_words() -> None:
    assert spoken("<p>One<img src=x alt='a lamp'>two <img src=y></p>", alternatives=True) == ["One a lamp two"]


@pytest.mark.parametrize(
    ("html", "line"),
    [
        ("<h1>Title</h1>", "Title."),
        ("<li>Item", "Item."),
        ("<h2>Title!</h2>", "Title!"),
        ("<h2>Title:</h2>", "Title:"),
        ("<h2>標題</h2>", "標題。"),
        ("<h2>शीर्षक</h2>", "शीर्षक।"),
        ("<h2>عنوان</h2>", "عنوان."),
        ("<h2>اردو ہے</h2>", "اردو ہے۔"),
        ("<h2>ርዕስ</h2>", "ርዕስ።"),
        ("<h2>標題 2024</h2>", "標題 2024。"),
        ("<h2>2024</h2>", "2024."),
        ("<p>No heading</p>", "No heading"),
    ],
)
def test_pauses(html: str, line: str) -> None:
    assert spoken(html, pauses=True) == [line]
    assert spoken(html) == [line if html.startswith("<p>") or line[-1] in "!:" else line[:-1]]


def test_empty_last_cells_leave_no_comma() -> None:
    html = "<table><tr><td>Bolt</td><td>12</td><td></td><td></td></tr></table>"
    assert spoken(html) == ["Bolt, 12"]
