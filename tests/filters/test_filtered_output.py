"""A page as a voice reads it: one line for each block, with pauses where they are asked for."""

from __future__ import annotations

import pytest

from printworthy.filters.filtered_output import append, declare_utf8, serialise, speak
from printworthy.filters.settings import Output
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


OLD = '<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01//EN" "http://www.w3.org/TR/html4/strict.dtd">'
REST = "<html><head></head><body><p>Words</p></body></html>"


@pytest.mark.parametrize("before", ["", "<!DOCTYPE html>", OLD, f"<!-- one -->{OLD}<!-- two -->"])
def test_the_document_type_stays(before: str) -> None:
    assert serialise(parse(f"{before}{REST}".encode())) == before + REST


@pytest.mark.parametrize("html", [REST, "<!DOCTYPE html><html><head></head><body>a &lt; b &amp; c</body></html>"])
def test_twice_is_as_good_as_once(html: str) -> None:
    assert serialise(parse(html.encode())) == html


def test_append() -> None:
    tree = parse(REST.encode())
    append(tree, "")
    assert serialise(tree) == REST
    append(tree, "<aside><a href=/x>More</a></aside>")
    assert serialise(tree).endswith('<p>Words</p><aside><a href="/x">More</a></aside></body></html>')


def test_a_page_of_frames_has_no_end() -> None:
    tree = parse(b"<html><head></head><frameset><frame></frameset></html>")
    before = serialise(tree)
    append(tree, "<p>More</p>")
    assert serialise(tree) == before


@pytest.mark.parametrize(
    ("head", "after"),
    [
        ("", '<meta charset="utf-8">'),
        ("<title>A</title>", '<meta charset="utf-8"><title>A</title>'),
        ('<meta charset="utf-8">', None),
        ('<meta http-equiv="Content-Type" content="text/html; Charset=utf-8">', None),
        ('<meta http-equiv="content-type" content="text/html">', '<meta charset="utf-8"><meta http-equiv'),
    ],
)
def test_utf_8_is_declared_once(head: str, after: str | None) -> None:
    tree = parse(f"<html><head>{head}</head><body></body></html>".encode())
    assert declare_utf8(tree) is (after is not None)
    assert serialise(tree).startswith(f"<html><head>{head if after is None else after}")
    assert not declare_utf8(tree)
