"""A snapshot and the tree that is parsed from it, whatever the parser does to the markup."""

from __future__ import annotations

import json

import pytest

from printworthy.data.looks import Box, ElementStyle, Snapshot
from printworthy.errors import RenderError
from printworthy.parse.lexbor import parse
from printworthy.render.join import join
from printworthy.render.visit import read_snapshot, script

BLOCK, BOLD = ElementStyle("block"), ElementStyle("inline", weight=700)
PAGE, LINE, WORD = Box(0, 0, 800, 600), Box(0, 0, 800, 20), Box(0, 0, 60, 20)


def snapshot(html: str, texts: dict[int, tuple[Box, ...]] | None = None) -> Snapshot:
    elements = ((0, PAGE), (0, PAGE), (0, PAGE), (0, LINE), (1, WORD))
    return Snapshot(html.encode(), "", (BLOCK, BOLD), elements, texts or {}, 800, 600)


HEAD = "<html data-printworthy=0><head data-printworthy=1></head><body data-printworthy=2>"


def test_by_number() -> None:
    inner = "<p data-printworthy=3>One <b data-printworthy=4>two</b> three"
    shot = snapshot(HEAD + inner, {3: (WORD, LINE), 4: (WORD,)})
    tree = join(parse(shot.html), shot)
    looks = tree.looks
    bold, paragraph = tree.root.css_first("b"), tree.root.css_first("p")
    assert looks is not None
    assert bold is not None
    assert paragraph is not None
    assert paragraph.child is not None
    assert (looks.style(bold), looks.style(paragraph.child)) == (BOLD, BLOCK)
    assert (looks.box(paragraph), looks.box(paragraph.child)) == (LINE, WORD)
    assert (looks.source, looks.width, looks.height) == ("browser", 800, 600)
    assert not tree.root.css("[data-printworthy]")


@pytest.mark.parametrize(
    "inner",
    [
        # The parser ends the paragraph at the div; what it makes of the rest has no number of its own.
        "<p data-printworthy=3>One <div>two</div> three",
        # Numbers that no browser gave.
        "<p data-printworthy=3>One <i data-printworthy=99>two</i> <u data-printworthy=x>three</u>",
        "<p data-printworthy=3>One <i data-printworthy=-1>two</i> three",
    ],
)
def test_markup_that_the_parser_changes(inner: str) -> None:
    shot = snapshot(HEAD + inner, {3: (WORD, LINE)})
    tree = join(parse(shot.html), shot)
    assert tree.looks is not None
    assert tree.body is not None
    for node in tree.body.css("p, div, i, u"):
        assert tree.looks.style(node) == BLOCK
        assert node.child is None or tree.looks.box(node.child) in (LINE, WORD, None)
    assert not tree.root.css("[data-printworthy]")


def answer(html: str = "<p data-printworthy=0>x", **changes: object) -> str:
    plain = {
        "url": "http://x.example/", "styles": ["block|visible|16px|400|red|blue"],
        "elements": [0, 0, 10, 25, 30], "texts": [0, 0, 10, 20, 30], "width": 9, "height": 8,
    }  # fmt: skip
    return f"{json.dumps({**plain, **changes})}\n{html}"


def test_the_browser_s_answer() -> None:
    found = read_snapshot(answer(), {"load": 1.0})
    assert found.styles == (ElementStyle("block", True, 16.0, 400, "red", "blue"),)
    assert found.elements == ((0, Box(0, 1, 2.5, 3)),)
    assert found.texts == {0: (Box(0, 1, 2, 3),)}
    hidden = read_snapshot(answer(styles=["none|visible||| |", "block|hidden|0px|700| | "]), {})
    assert [style.visible for style in hidden.styles] == [False, False]


STRANGE = ["", "[]", "{}", "[]\n<p>", "{}\n<p>", answer(styles=["x"]), answer(styles=None), answer(elements=[1, 2])]


@pytest.mark.parametrize("strange", STRANGE)
def test_a_strange_answer(strange: str) -> None:
    with pytest.raises(RenderError, match="strange"):
        read_snapshot(strange, {})


def test_half_a_character_is_no_harm() -> None:
    assert read_snapshot(answer(html=b"<p>\\ud83d".decode("unicode_escape")), {}).html == b"<p>?"


def test_the_script_knows_its_limit() -> None:
    assert "LIMIT = 12" in script(12)
    assert "__LIMIT__" not in script(12)
