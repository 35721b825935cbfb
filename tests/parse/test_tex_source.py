"""Attributes and addresses that carry a formula's source."""

from __future__ import annotations

import pytest

from printworthy.parse.tex_source import bare, carried, looks_like_tex, pictured


@pytest.mark.parametrize(
    ("source", "latex", "display"),
    [
        (r"\[a\]", "a", True),
        ("$$a$$", "a", True),
        (r"\(a\)", "a", False),
        ("$a$", "a", False),
        (r"{\displaystyle a^{2}}", "a^{2}", False),
        (r"\begin{align}a\end{align}", r"\begin{align}a\end{align}", True),
    ],
)
def test_bare(source, latex, display):
    assert bare(source) == (latex, display)


@pytest.mark.parametrize("name", ["data-tex", "data-latex", "data-math", "data-formula", "data-equation-content"])
def test_attributes_that_carry_a_source(name):
    assert carried({name: "E=mc^2"}) == "E=mc^2"


@pytest.mark.parametrize("value", ["true", "false", "inline", "12", "", "words of a sentence"])
def test_switches_are_no_source(value):
    assert carried({"data-math": value}) == ""


def test_settings_of_a_newsletter():
    assert carried({"data-attrs": r'{"persistentExpression":"\\frac{a}{b}","id":"X"}'}) == r"\frac{a}{b}"
    assert carried({"data-attrs": "{persistentExpression"}) == ""


@pytest.mark.parametrize(
    ("src", "latex"),
    [
        ("https://s0.wp.com/latex.php?latex=E+%3D+mc%5E2%2B1&bg=ffffff", "E = mc^2+1"),
        (r"https://latex.codecogs.com/svg.latex?\inline&space;\frac{a}{b}&plus;1", r"\frac{a}{b}+1"),
        ("https://latex.codecogs.com/gif.latex?%5Cdpi%7B110%7D%20E%3Dmc%5E2", "E=mc^2"),
        ("https://www.zhihu.com/equation?tex=E%3Dmc%5E2", "E=mc^2"),
        ("https://render.githubusercontent.com/render/math?math=E%3Dmc%5E2", "E=mc^2"),
        ("https://chart.googleapis.com/chart?cht=tx&chl=E%3Dmc%5E2", "E=mc^2"),
        ("https://example.org/photo.jpg?tex=no", ""),
    ],
)
def test_addresses_of_pictures(src, latex):
    assert pictured({"src": src}) == latex


def test_alternative_text_comes_first_if_it_is_a_formula():
    src = "https://s0.wp.com/latex.php?latex=a"
    assert pictured({"src": src, "alt": "a^2", "class": "latex"}) == "a^2"
    assert pictured({"src": src, "alt": "equation", "class": "latex"}) == "a"
    assert pictured({"src": "/photo.jpg", "alt": "a = b"}) == ""


def test_words_are_no_formula():
    assert not looks_like_tex("the first equation of the text")
