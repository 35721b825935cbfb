"""What cannot be read in parts is kept as a whole: listings, and terms with their definitions."""

from __future__ import annotations

import numpy as np
import pytest

from printworthy.data.columns import Columns
from printworthy.parse.lexbor import parse
from printworthy.refine.code_and_terms import formulas_beside, rest_of_code_and_terms
from printworthy.segment.walk import segment


def added(html: str, *kept: str) -> list[str]:
    columns = segment(parse(f"<body>{html}</body>".encode()))
    mask = rest_of_code_and_terms(columns, np.array([text in kept for text in columns.text]))
    return [text for text, found in zip(columns.text, mask.tolist(), strict=True) if found]


def test_all_lines_of_a_listing() -> None:
    page = "<p>So:</p><pre><div>def rise():</div><div>}</div></pre><pre><div>x</div><div>y</div></pre>"
    assert added(page, "So:", "def rise():") == ["}"]


@pytest.mark.parametrize(
    ("page", "terms"),
    [
        ("<dl><dt>weir</dt><dd>a low dam</dd></dl>", ["weir"]),
        ("<dl><dt>Wehr</dt><dt>Stauwehr</dt><dd><p>a low dam</p></dd></dl>", ["Wehr", "Stauwehr"]),
        ("<dl><dt>lock</dt><dd>a gate</dd><dt>weir</dt><dd>a low dam</dd></dl>", ["weir"]),
        ("<dl><dt>weir</dt></dl><p>a low dam</p>", []),
        ("<dl><dt>weir</dt><dd><dl><dt>sill</dt><dd>a low dam</dd></dl></dd></dl>", ["weir", "sill"]),
        ("<p>weir</p><p>a low dam</p>", []),
    ],
)
def test_the_term_of_a_kept_definition(page: str, terms: list[str]) -> None:
    assert added(page, "a low dam") == terms


def test_nothing_is_added_to_nothing() -> None:
    assert added("<dl><dt>weir</dt><dd>a low dam</dd></dl><pre><div>a</div><div>b</div></pre>") == []


def beside(formulas: list[int], kept: str) -> str:
    found = formulas_beside(Columns(formulas=formulas), np.array([one == "x" for one in kept]))
    return "".join("x" if one else "." for one in found)


def test_formulas_after_before_and_between_kept_text():
    assert beside([1, 2], "x...") == ".xx."
    assert beside([1, 2], "...x") == ".xx."
    assert beside([1], "x.x") == ".x."


def test_formulas_far_from_kept_text_stay_out():
    assert beside([2], "x...x") == "....."
    assert beside([], "x.") == ".."
