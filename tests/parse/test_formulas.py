"""One `math` element for each formula, whatever a renderer left there."""

from __future__ import annotations

import pytest

from printworthy.parse.formulas import may_have_formulas, with_formulas
from printworthy.parse.lexbor import parse

MATHML = "<math{}><mi>a</mi><mo>+</mo><mi>b</mi></math>"


def formulas(html: str) -> list[tuple[str, str]]:
    tree = with_formulas(parse(f"<p>text</p>{html}".encode()))
    assert tree.body is not None
    return [(node.attributes["alttext"] or "", node.attributes["display"] or "") for node in tree.body.css("math")]


CASES = [
    ("distill", "<d-math block>a+b</d-math>", "block"),
    ("pandoc", r'<span class="math display">\[a+b\]</span>', "block"),
    ("sphinx", r'<div class="math notranslate">\[a+b\]</div>', "block"),
    ("remark", '<code class="language-math math-inline">a+b</code>', "inline"),
    ("github", '<math-renderer class="js-inline-math">$a+b$</math-renderer>', "inline"),
    ("amp", r'<p>x <amp-mathml inline data-formula="\(a+b\)"></amp-mathml></p>', "inline"),
    ("mathjax 2 without script", f'<span class="MathJax"><span class="MJX_Assistive_MathML">{MATHML.format("")}</span></span>', "inline"),  # noqa: E501
    ("mathjax 2 data", '<span class="MathJax_SVG" data-mathml="&lt;math>&lt;mi>a&lt;/mi>&lt;mo>+&lt;/mo>&lt;mi>b&lt;/mi>&lt;/math>"><svg></svg></span>', "inline"),  # noqa: E501
    ("mathjax 4", '<mjx-container display="true"><mjx-math data-latex="a+b"><mjx-mi data-latex="a"></mjx-mi></mjx-math></mjx-container>', "block"),  # noqa: E501
    ("script mml", f'<script type="math/mml">{MATHML.format("")}</script>', "inline"),
    ("katex mathml only", f'<p>x <span class="katex">{MATHML.format("")}</span></p>', "inline"),
    ("picture alone", '<p><img class="latex" alt="a+b" src="/latex.php?latex=a"></p>', "block"),
]  # fmt: skip


@pytest.mark.parametrize(("html", "display"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_each_formula_once(html, display):
    assert formulas(html) == [("a+b", display)]


def test_equation_and_its_number_in_a_table():
    cells = f"<td></td><td>{MATHML.format(' display=block')}</td><td>(1.2)</td>"
    assert formulas(f"<table><tr>{cells}</tr></table>") == [(r"a+b \tag{1.2}", "block")]


def test_table_of_formulas_and_words_stays():
    html = f"<table><tr><td>Sum</td><td>{MATHML.format('')}</td></tr><tr><td>Other</td><td>1</td></tr></table>"
    tree = with_formulas(parse(html.encode()))
    assert tree.body is not None
    assert len(tree.body.css("td")) == 4


def test_switch_on_the_whole_page_is_no_formula():
    assert formulas('<div data-math="true"><p>words</p></div>') == []


def test_gate():
    assert may_have_formulas(b"<math>")
    assert may_have_formulas(b'class="katex"')
    assert not may_have_formulas(b"<p>Math.random()</p>")
