"""Signs for the mouse are no words of the text."""

from __future__ import annotations

import pytest

from printworthy.parse.lexbor import parse
from printworthy.segment.tools import is_heading_tool, is_icon
from printworthy.segment.walk import segment


@pytest.mark.parametrize(
    "tool",
    [
        '<span class="mw-editsection">[<a href="/edit">edit</a>]</span>',
        '<a class="headerlink" href="#x">¶</a>',
        '<a href="#x">#</a>',
        '<a href="#x" class="anchor-link">Link to this heading</a>',
        '<span class="permalink"><a href="/x">link</a></span>',
    ],
)
def test_tools_of_headings(tool):
    assert segment(parse(f"<h2>Methods {tool}</h2>".encode())).text == ["Methods"]


@pytest.mark.parametrize(
    "heading", ['<a href="#x">Methods</a>', '<a class="anchor" href="#x">Methods</a>', "<i>Methods</i>"]
)
def test_words_of_headings(heading):
    assert segment(parse(f"<h2>{heading}</h2>".encode())).text == ["Methods"]


def test_icons():
    html = '<p>Press <i class="material-icons">home</i> or \ue001 now <i>with care</i></p>'
    assert segment(parse(html.encode())).text == ["Press or now with care"]


def test_readings_stand_in_brackets():
    html = (
        "<p><ruby>灯<rp>(</rp><rt>tō</rt><rp>)</rp></ruby> and <ruby>海<rt>umi</rt></ruby><ruby>x<rt></rt></ruby></p>"
    )
    assert segment(parse(html.encode())).text == ["灯(tō) and 海(umi)x"]


def test_one_element():
    body = parse(b'<a class="x">y</a><i class="fa">y</i>').body
    assert body is not None
    link, icon = body.css("a,i")
    assert not is_heading_tool(link)
    assert not is_icon(icon)
