"""TeX in running text becomes a formula where the page means it, and prices never do."""

from __future__ import annotations

import pytest

from printworthy.data.blocks import Break, Formula, Math, Paragraph, Text
from tests.building import blocks

RENDERER = '<script src="/js/tex-mml-chtml.js"></script>'


def line(html: str) -> tuple[object, ...]:
    """The inline content of the one paragraph that a page has."""
    (found,) = blocks(html)
    assert isinstance(found, Paragraph)
    return found.children


@pytest.mark.parametrize(
    ("source", "latex"),
    [
        (r"\(x\)", "x"),
        ("$n$", "n"),
        ("$k+1$", "k+1"),
        (r"$O(n \log n)$", r"O(n \log n)"),
        ("$[0, 1]$", "[0, 1]"),
        (r"$x \text{ where it is small}$", r"x \text{ where it is small}"),
    ],
)
def test_page_with_a_renderer_means_its_dollars(source, latex):
    assert line(f"{RENDERER}<p>Sei {source} gegeben.</p>") == (Text("Sei "), Formula(latex), Text(" gegeben."))


@pytest.mark.parametrize("source", [r"\(a^2\)", "$a_i$", r"$\alpha$"])
def test_clear_source_needs_no_renderer(source):
    assert any(isinstance(one, Formula) for one in line(f"<p>Sei {source} gegeben.</p>"))


@pytest.mark.parametrize(
    "text",
    ["$5 und $10", "$5-$10 im Laden", "US$5 oder US$6", "5$ oder 10$", "$PATH:$HOME", "von $1,000 bis $2,000"],
)
@pytest.mark.parametrize("head", ["", RENDERER])
def test_prices_and_variables_are_no_formulas(text, head):
    assert line(f"{head}<p>Es kostet {text} heute.</p>") == (Text(f"Es kostet {text} heute."),)


@pytest.mark.parametrize("source", [r"$$\sum_i i$$", r"\[\sum_i i\]", r"$$<br>\sum_i i<br>$$"])
def test_displayed_source_is_a_block(source):
    found = blocks(f"<p>Es gilt {source} immer.</p>")
    assert found == (Paragraph((Text("Es gilt"),)), Math(r"\sum_i i"), Paragraph((Text("immer."),)))


def test_environment_is_a_block():
    source = r"\begin{align*} a &amp;= b \end{align*}"
    assert blocks(f"<p>{source}</p>") == (Math(r"\begin{align*} a &= b \end{align*}"),)


def test_code_is_left_alone():
    assert not any(
        isinstance(one, Formula) for one in line(rf"{RENDERER}<p>Use <code>\(x\)</code> and <code>$x$</code>.")
    )


def test_several_clear_formulas_give_dollars_their_meaning():
    found = line(r"<p>$a_1$, $a_2$, $a_3$ and $n$</p>")
    assert [one.latex for one in found if isinstance(one, Formula)] == ["a_1", "a_2", "a_3", "n"]


def test_breaks_outside_formulas_stay():
    assert Break() in line(f"{RENDERER}<p>eins $n$<br>zwei</p>")


def test_many_openers_take_linear_time():
    assert blocks("<p>" + r"\[ x " * 20_000)
