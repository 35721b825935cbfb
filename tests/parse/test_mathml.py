"""MathML → LaTeX."""

from __future__ import annotations

import pytest

from printworthy.parse.lexbor import parse
from printworthy.parse.mathml import latex_of

CASES = [
    ("<mi>x</mi><mo>=</mo><mn>2</mn>", "x=2"),
    ("<msup><mi>x</mi><mn>2</mn></msup>", "x^{2}"),
    ("<msub><mi>a</mi><mrow><mi>i</mi><mi>j</mi></mrow></msub>", "a_{ij}"),
    ("<msubsup><mo>∫</mo><mn>0</mn><mn>1</mn></msubsup><mi>x</mi>", r"\int_{0}^{1}x"),
    ("<mfrac><mn>1</mn><mn>2</mn></mfrac>", r"\frac{1}{2}"),
    ("<mfrac linethickness='0'><mi>n</mi><mi>k</mi></mfrac>", r"\binom{n}{k}"),
    ("<msqrt><mi>x</mi><mo>+</mo><mn>1</mn></msqrt>", r"\sqrt{x+1}"),
    ("<mroot><mi>x</mi><mn>3</mn></mroot>", r"\sqrt[3]{x}"),
    ("<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><mi>i</mi>",
     r"\sum_{i=1}^{n}i"),
    ("<munder><mi>lim</mi><mrow><mi>n</mi><mo>→</mo><mi>∞</mi></mrow></munder>", r"\lim_{n\to\infty}"),
    ("<mover><mi>v</mi><mo>→</mo></mover>", r"\vec{v}"),
    ("<mi>α</mi><mi>b</mi>", r"\alpha b"),
    ("<mi>sin</mi><mi>x</mi>", r"\sin x"),
    ("<mi>rank</mi>", r"\mathrm{rank}"),
    ("<mtext>if </mtext><mi>x</mi><mo>≤</mo><mi>y</mi>", r"\text{if}x\le y"),
    ("<mfenced open='[' close=')'><mi>a</mi><mi>b</mi></mfenced>", r"\left[a,b\right)"),
    ("<mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr><mtr><mtd><mn>3</mn></mtd><mtd><mn>4</mn></mtd></mtr></mtable>",
     r"\begin{matrix}1 & 2 \\ 3 & 4\end{matrix}"),
    ("<mmultiscripts><mi>C</mi><none/><mn>2</mn><mprescripts/><mn>6</mn><mn>14</mn></mmultiscripts>", "{}_{6}^{14}C^{2}"),  # noqa: E501
    ("<msup><mi>f</mi><mo>′</mo></msup>", "f'"),
    ("<semantics><mi>y</mi><annotation encoding='application/x-tex'> y </annotation></semantics>", "y"),
    ("<semantics><mi>z</mi><annotation encoding='text/plain'>no</annotation></semantics>", "z"),
]  # fmt: skip


@pytest.mark.parametrize(("mathml", "latex"), CASES)
def test_latex(mathml, latex):
    (math,) = parse(f"<p><math>{mathml}</math>".encode()).root.css("math")
    assert latex_of(math) == latex


def test_deep_nesting_ends():
    depth = 300
    source = "<munder>" * depth + "<mi>x</mi>" + "<mi>y</mi></munder>" * depth
    (math,) = parse(f"<p><math>{source}</math>".encode()).root.css("math")
    assert "x" in latex_of(math)
