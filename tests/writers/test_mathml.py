from __future__ import annotations

from html import unescape
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printworthy.data.blocks import Math
from printworthy.writers.html.sanitise import clean
from printworthy.writers.mathml import cut, mathml
from tests.writers.pdf.specimens import load

FORMULAS = [
    (r"x_1^2", "<msubsup><mi>x</mi><mn>1</mn><mn>2</mn></msubsup>"),
    (r"\frac{a}{b}", "<mfrac><mi>a</mi><mi>b</mi></mfrac>"),
    (r"\sqrt[3]{x}", "<mroot><mi>x</mi><mn>3</mn></mroot>"),
    (r"\sum_{k}^n", "<munderover><mo>∑</mo><mi>k</mi><mi>n</mi></munderover>"),
    (r"\int_0^1", "<msubsup><mo>∫</mo><mn>0</mn><mn>1</mn></msubsup>"),
    (r"\int\limits_0", "<munder><mo>∫</mo><mn>0</mn></munder>"),
    (r"\lim_x", '<munder><mi mathvariant="normal">lim</mi><mi>x</mi></munder>'),
    (r"\hat n", '<mover accent="true"><mi>n</mi><mo>^</mo></mover>'),
    (r"\mathbb{R}", "<mi>ℝ</mi>"),
    (r"\mathrm{kg}", '<mi mathvariant="normal">kg</mi>'),
    (r"\overline{z}", '<mover><mi>z</mi><mo stretchy="true">‾</mo></mover>'),
    (r"\left(x\right)", '<mrow><mo stretchy="true">(</mo><mi>x</mi><mo stretchy="true">)</mo></mrow>'),
    (r"(", '<mo stretchy="false">(</mo>'),
    (r"\text{ if }", "<mtext>\u00a0if\u00a0</mtext>"),
    (r"a\quad", '<mrow><mi>a</mi><mspace width="1em"></mspace></mrow>'),
    (
        r"\begin{vmatrix}a&b\end{vmatrix}",
        '<mrow><mo stretchy="true">|</mo><mtable class="matrix"><mtr><mtd><mi>a</mi></mtd><mtd><mi>b</mi></mtd></mtr>'
        '</mtable><mo stretchy="true">|</mo></mrow>',
    ),
]


@pytest.mark.parametrize(("latex", "inner"), FORMULAS)
def test_formula(latex: str, inner: str) -> None:
    found = mathml(latex)
    assert found.partition(">")[2].removesuffix("</math>") == inner
    assert found.startswith('<math display="inline" alttext="')


def test_on_a_line_of_its_own() -> None:
    assert mathml("a<b", block=True).startswith('<math display="block" alttext="a&lt;b">')


@pytest.mark.parametrize("latex", ["", r"\weird{x}", "{", "x" * 5000])
def test_what_cannot_be_read(latex: str) -> None:
    assert mathml(latex) == ""


@pytest.mark.parametrize(
    ("letter", "name", "found"),
    [("a", "mathbf", "𝐚"), ("R", "mathbb", "ℝ"), ("1", "mathbb", "𝟙"), ("α", "mathbf", "𝛂"), ("B", "mathcal", "ℬ"),
     ("+", "mathbf", "+"), ("é", "mathfrak", "é")],
)  # fmt: skip
def test_letters(letter: str, name: str, found: str) -> None:
    assert cut(letter, name) == found


LATEX = st.text(alphabet="ab12+-=^_{}()[]<>&\\ '\"|", max_size=30) | st.lists(
    st.sampled_from([r"\frac", r"\sqrt", "{", "}", "x", "^", "_", r"\left(", r"\right)", r"\text{<b>}", "&", r"\\"]),
    max_size=12,
).map("".join)


@given(LATEX)
def test_any_formula_is_xml_and_passes_the_boundary(latex: str) -> None:
    found = mathml(latex)
    if found:
        ElementTree.fromstring(found)
        assert unescape(clean(found)) == unescape(found)


def test_the_sample_article() -> None:
    formulas = [block.latex for block in load("formulas").blocks if isinstance(block, Math)]
    assert formulas
    assert all(mathml(latex, block=True) for latex in formulas)
