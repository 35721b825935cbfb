from __future__ import annotations

import pytest

from printworthy.filters.walk.editors import declarations

CASES = [
    ("styles", '<p style="color: red">a</p>', "<p>a</p>"),
    (
        "colours",
        '<table bgcolor="red"><tbody><tr><td background="x.gif">a</td></tr></tbody></table>',
        "<table><tbody><tr><td>a</td></tr></tbody></table>",
    ),
    ("colours", "<p style=\"background: url('a;b'); margin: 0\">a</p>", '<p style=" margin: 0">a</p>'),
    ("colours", '<p style="background-color: red">a</p>', "<p>a</p>"),
    (
        "widths",
        '<table width="600"><tbody><tr><td width="100" style="width:1px">a</td></tr></tbody></table>',
        "<table><tbody><tr><td>a</td></tr></tbody></table>",
    ),
    ("widths", '<img width="5" src="x">', '<img width="5" src="x">'),
    ("fonts", '<font size="1" color="red">a</font>', '<font color="red">a</font>'),
    ("fonts", '<p style="font-size: 8px; color: red">a</p>', '<p style=" color: red">a</p>'),
    ("handlers", '<p onclick="x()" onpointerup="y()" data-on="z">a</p>', '<p data-on="z">a</p>'),
    ("handlers", '<a href="\tjava\nscript:x()">a</a>', "<a>a</a>"),
    ("handlers", '<a href="/javascript:">a</a>', '<a href="/javascript:">a</a>'),
    ("lazy", '<img src="data:image/gif;base64,R0" data-src="/a.jpg">', '<img src="/a.jpg" data-src="/a.jpg">'),
    ("lazy", '<img src="/i/Spacer.GIF" data-src="/a.jpg">', '<img src="/a.jpg" data-src="/a.jpg">'),
    ("lazy", '<img src="/chart.png" data-src="/a.jpg">', '<img src="/chart.png" data-src="/a.jpg">'),
    ("lazy", '<iframe data-src="javascript:x()"></iframe>', '<iframe data-src="javascript:x()"></iframe>'),
    ("lazy", '<img src="/real.jpg" data-src="/a.jpg">', '<img src="/real.jpg" data-src="/a.jpg">'),
    ("lazy", '<img data-srcset="/a.jpg 2x" loading="lazy">', '<img data-srcset="/a.jpg 2x" srcset="/a.jpg 2x">'),
]


@pytest.mark.parametrize(("switch", "before", "after"), CASES)
def test_each_switch(chain, switch: str, before: str, after: str) -> None:
    assert chain(before, attributes={switch: True}) == after
    assert chain(after, attributes={switch: True}) == after


def test_declarations_are_told_apart() -> None:
    style = "a: url(data:x;y); b: 'x;y'; ; c:\"(;\"; d: e(f(g;h))"
    assert [part.strip() for part in declarations(style)][:3] == ["a: url(data:x;y)", "b: 'x;y'", 'c:"(;"']


def test_drawings_keep_their_styles_whatever_else_is_switched_on(chain) -> None:
    drawing = '<svg><path style="fill:red"></path></svg>'
    page = f'<p style="color: red">a</p>{drawing}'
    assert chain(page, attributes={"styles": True}) == f"<p>a</p>{drawing}"
    assert chain(page, attributes={"styles": True}, tags={"scripts": True}) == f"<p>a</p>{drawing}"
