"""Features are finite and whole on any page, and say what their names say on a small one.

Covers: printworthy.features.classes, printworthy.features.context.
"""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings

from printworthy.features.context import _best_run, context_features
from printworthy.features.page_view import PageView, view_page
from printworthy.features.segments import segment_features
from printworthy.methods.learned import matrix
from printworthy.model.store import load_model
from printworthy.parse.lexbor import parse
from printworthy.segment.walk import segment
from tests.html_strategies import near_html

LONG = "This is a sentence that goes on for a while, because an article has such sentences in it. " * 2
PAGE = f"""<title>The story of a clock</title><body><nav><ul><li><a href=/>Home</a><li><a href=/n>News</a></ul></nav>
<main class=story><h1>The story of a clock</h1><p>{LONG}</p><p>{LONG}</p></main><footer>Imprint</footer>"""


def view_of(html: str) -> PageView | None:
    columns = segment(parse(html.encode()))
    return view_page(columns, "The story of a clock") if columns.text else None


def test_a_small_page() -> None:
    view = view_of(PAGE)
    assert view is not None
    rows = segment_features(view, load_model().tables)
    assert rows["link_density"].round().tolist() == [1, 1, 0, 0, 0, 0]
    assert rows["in_body"].tolist() == [False, False, True, True, True, False]
    assert rows["nav"].tolist() == [True, True, False, False, False, False]
    assert rows["footer"].tolist() == [False] * 5 + [True]
    assert rows["after_title"].tolist() == [-2, -1, 0, 1, 2, 3]
    assert rows["title"][2] == 1


@settings(max_examples=60, deadline=None)
@given(near_html)
def test_any_page_gives_finite_features(html: str) -> None:
    view = view_of(html)
    if view is None:
        return
    model = load_model()
    first = matrix(segment_features(view, model.tables))
    second = matrix(context_features(view, np.linspace(0, 1, len(view.words)).astype(np.float32)))
    assert first.shape[1] == second.shape[1] == len(view.words)
    assert np.isfinite(first).all()
    assert np.isfinite(second).all()
    assert model.first.feature.max() < len(first)
    assert model.second.feature.max() < len(first) + len(second)


def test_the_best_run_is_the_best_of_all_runs() -> None:
    chance = np.random.default_rng(3)
    for _ in range(50):
        gain = chance.normal(size=9)
        low, high = _best_run(gain)
        best = max(gain[a:b].sum() for a in range(9) for b in range(a, 10))
        assert abs(gain[low:high].sum() - best) < 1e-9
