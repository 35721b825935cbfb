"""The columns that the walk fills, on small pages and on any near-HTML."""

from __future__ import annotations

import pytest
from hypothesis import given

from printworthy.base.tags import HIDDEN, NOSCRIPT
from printworthy.data.columns import Columns
from printworthy.parse.lexbor import parse
from printworthy.segment.walk import segment
from tests.html_strategies import near_html


def columns_of(html: str) -> Columns:
    return segment(parse(html.encode()))


@pytest.mark.parametrize(
    ("html", "texts"),
    [
        ("<p>One <b>two</b> three</p><p>four</p>", ["One two three", "four"]),
        ("one<br>two", ["one", "two"]),
        ("<div>a<span>b</span>c<div>d</div>e</div>", ["abc", "d", "e"]),
        ("<p> \n </p>", []),
        ("<pre>a\n  b</pre>", ["a\n  b"]),
        ("<script>x</script><style>y</style><template>z</template>w", ["w"]),
        ("<noscript>n</noscript>", ["n"]),
        ("<table><tr><td>a<td>b</table>", ["a", "b"]),
        ("", []),
        ("<p>A <x-source>large</x-source> study</p>", ["A large study"]),
        ("<div>A <x-box><p>large</p></x-box> study</div>", ["A", "large", "study"]),
        ("<p><span>One</span><span>Two</span></p>", ["One Two"]),
        ("<p>\u83b7<b>\u5f97</b><font>\u4e86</font><span>9</span>\u9879</p>", ["\u83b7\u5f97\u4e869\u9879"]),
    ],
)
def test_texts_between_line_breaks(html: str, texts: list[str]) -> None:
    assert columns_of(html).text == texts


def test_links_and_strong_text_are_counted() -> None:
    columns = columns_of("<p>ab<a href=x>cde</a><b>fg</b></p>")
    assert (columns.link_chars, columns.links, columns.strong_chars) == ([3], [1], [2])


def test_a_soft_break_is_marked() -> None:
    assert columns_of("<p>a<br>b</p><p>c</p>").soft == [False, True, False]


def test_flags_are_handed_down() -> None:
    columns = columns_of("<div hidden><p>a</p></div><noscript><p>b</p></noscript><p>c</p>")
    flags = [columns.flags[owner] for owner in columns.owner]
    assert [bool(flag & HIDDEN) for flag in flags] == [True, False, False]
    assert [bool(flag & NOSCRIPT) for flag in flags] == [False, True, False]


def check(columns: Columns) -> None:
    """What every later stage relies on."""
    elements, segments = len(columns.tag), len(columns.text)
    for column in (columns.parent, columns.key, columns.flags, columns.first, columns.last, columns.node):
        assert len(column) == elements
    counts = (columns.links, columns.link_chars, columns.strong_chars, columns.images)
    for other in (columns.owner, columns.soft, *counts):
        assert len(other) == segments
    assert all(parent < child for child, parent in enumerate(columns.parent))
    assert all(0 <= first <= last <= segments for first, last in zip(columns.first, columns.last, strict=True))
    assert columns.node_start == sorted(columns.node_start)
    assert len(columns.node_start) == segments + 1
    assert columns.node_start[-1] == len(columns.text_nodes)
    for number, owner in enumerate(columns.owner):
        assert 0 <= owner < elements
        assert columns.first[owner] <= number < columns.last[owner]
        assert columns.text[number].strip()


@given(near_html)
def test_columns_are_consistent(page: str) -> None:
    check(columns_of(page))


def test_an_amount_is_parted_from_its_unit_and_chinese_is_not() -> None:
    html = (
        "<p>今年<span>1</span><span>月至</span><span>5</span><span>月</span></p><p><span>1</span><span>cup</span></p>"
    )
    assert columns_of(html).text == ["今年1月至5月", "1 cup"]
