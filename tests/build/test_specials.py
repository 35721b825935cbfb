"""Formulas become LaTeX, once, whatever a page's renderer left beside their source."""

from __future__ import annotations

import pytest

from printworthy.data.blocks import Formula, Math, Paragraph, Text
from tests.building import blocks

TEX = '<annotation encoding="application/x-tex">E=mc^2</annotation>'
MATHML = f"<semantics><mrow><mi>E</mi><mo>=</mo><mi>m</mi></mrow>{TEX}</semantics>"
INLINE = (Paragraph((Text("Es gilt "), Formula("E=mc^2"), Text(" immer."))),)
SHOWN = (Paragraph((Text("Es gilt"),)), Math("E=mc^2"), Paragraph((Text("immer."),)))

IN_LINE = [
    ("mathml", f"<math>{MATHML}</math>"),
    ("katex", (f'<span class="katex"><span class="katex-mathml"><math>{MATHML}</math></span>'
              '<span class="katex-html" aria-hidden="true"><span class="mord">E</span>=mc<sup>2</sup></span></span>')),
    ("mathjax 2", ('<span class="MathJax_Preview"></span><span class="MathJax"><span>E=mc2</span></span>'
                  '<script type="math/tex">E=mc^2</script>')),
    ("mathjax 3", (f'<mjx-container><mjx-math aria-hidden="true"></mjx-math><mjx-assistive-mml><math>{MATHML}</math>'
                  "</mjx-assistive-mml></mjx-container>")),
    ("wiki", f'<span class="mwe-math-element"><span style="display: none;"><math alttext="x">{MATHML}</math></span></span>'),  # noqa: E501
    ("wiki picture", '<img class="mwe-math-fallback-image-inline" alt="{\\displaystyle E=mc^2}" src="/m.svg">'),
    ("blog picture", '<img class="latex" alt="E=mc^2" src="https://s0.wp.com/latex.php?latex=E">'),
]  # fmt: skip


@pytest.mark.parametrize("formula", [case[1] for case in IN_LINE], ids=[case[0] for case in IN_LINE])
def test_formula_in_the_line(formula):
    assert blocks(f"<p>Es gilt {formula} immer.</p>") == INLINE


DISPLAYED = [
    ("mathml", f'<math display="block">{MATHML}</math>'),
    ("katex", (f'<span class="katex-display"><span class="katex"><span class="katex-mathml"><math>{MATHML}</math></span>'  # noqa: E501
              '<span class="katex-html">E</span></span></span>')),
    ("mathjax 2", ('<div class="MathJax_Display"><span class="MathJax">E</span></div>'
                  '<script type="math/tex; mode=display">E=mc^2</script>')),
    ("mathjax 3", f'<mjx-container display="true"><mjx-assistive-mml><math>{MATHML}</math></mjx-assistive-mml></mjx-container>'),  # noqa: E501
    ("script alone", '<div><script type="math/tex; mode=display">E=mc^2</script></div>'),
]  # fmt: skip


@pytest.mark.parametrize("formula", [case[1] for case in DISPLAYED], ids=[case[0] for case in DISPLAYED])
def test_formula_on_its_own_line(formula):
    assert blocks(f"<div>Es gilt {formula} immer.</div>") == SHOWN


@pytest.mark.parametrize("source", [r"\[sic\]", "$5 und $6", "$$$", "US$5 oder US$6"])
def test_what_only_looks_like_source_is_left_alone(source):
    assert blocks(f"<p>Sei {source} gegeben.</p>") == (Paragraph((Text(f"Sei {source} gegeben."),)),)


def test_dropped_formula_is_not_shown():
    assert blocks("<p>kept</p><p>DROPPED <math><mi>x</mi></math></p>") == (Paragraph((Text("kept"),)),)
