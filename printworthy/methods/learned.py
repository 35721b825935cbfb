"""The default method: `Tree` + `Columns` + `Model` → `Selection`.

Stage one sees a segment and what holds it; stage two also sees what stage one thought of its neighbours, its containers
and its likes; then the set of segments with the highest expected F1 is the article.
"""

from __future__ import annotations

from functools import cache
from itertools import compress
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from printworthy.base.tags import CODE
from printworthy.data.article import PageType
from printworthy.data.columns import Columns, Selection
from printworthy.data.model import Floats, Model, Own, Tables
from printworthy.data.tree import Tree, page_title
from printworthy.features.context import context_features
from printworthy.features.page_view import PageView, page_values, view_page
from printworthy.features.segments import segment_features
from printworthy.model.net import late_probability
from printworthy.model.trees import probability, score, totals
from printworthy.refine.refine import Chosen, Reason, Refined, refine
from printworthy.select.choose import Choice, choose, doubt, leaned, reasons

_NO_ARTICLE = 0.2
_HANDED_ON = ("expected", "kept_words", "kept_share")


def select(tree: Tree, columns: Columns, model: Model) -> Selection:
    """The article's segments, how sure that is, and what kind of page it is."""
    if not columns.text:
        return Selection()
    view = view_page(columns, page_title(tree))
    first = matrix(segment_features(view, model.tables))
    early = probability(model.first, first)
    second = second_matrix(view, first, early)
    late = late_probability(model.second, model.nets, second, view.words)
    if model.own is not None:
        late = mended(model.own, late, own_matrix(view, second, model.own.tables))
    choice = choose(late, view.words, view.text.whole, view.columns)
    page = page_values(view, early, late, choice.kept, choice.expected)
    numbers = np.array(list(page.values()), np.float32)
    kinds = dict(zip(model.names["kinds"], totals(model.all_kinds, numbers), strict=True))
    if model.own is None and (more := leaned(late, kinds)) is not late:
        late, choice = more, choose(more, view.words, view.text.whole, view.columns)
    chosen = Chosen(choice.kept, late, view.words, view.linked, view.flags[view.owner])
    refined = refine(columns, chosen)

    @cache
    def signs() -> dict[str, float]:
        found = {
            "sure": float(np.clip(score(model.sure, numbers[:, None])[0], 0, 1)),
            **{f"kind_{name}": likely for name, likely in kinds.items()},
            **{name: page[name] for name in _HANDED_ON},
        }
        chosen_text = " ".join(compress(columns.text, refined.kept.tolist()))
        heads = (page_title(tree), headline(columns))
        return found | {"sure": found["sure"] * doubt(heads, chosen_text, page["kept_links"])}

    return Selection(
        kept=refined.kept.tolist(),
        probabilities=late,
        why=lambda: _why(choice, refined),
        verdict=lambda: _verdict(signs()),
        signs=signs,
    )


def _why(choice: Choice, refined: Refined) -> list[Reason]:
    """The reason for each segment: the last refinement that touched it, or the choice."""
    why = reasons(choice)
    for reason, touched in refined.touched.items():
        for place in np.flatnonzero(touched).tolist():
            why[place] = reason
    return why


def _verdict(signs: dict[str, float]) -> tuple[float, PageType]:
    """How sure the choice is, and the type of page whose trees score highest."""
    kinds = [name for name in signs if name.startswith("kind_")]
    best = max(kinds, key=signs.__getitem__).removeprefix("kind_")
    confidence = round(signs["sure"], 4)
    return confidence, cast(PageType, best) if confidence >= _NO_ARTICLE else "none"


def matrix(features: dict[str, NDArray[Any]]) -> Floats:
    """Features as the rows of a matrix, in their order."""
    return np.array(list(features.values()), np.float32)


def second_matrix(view: PageView, first: Floats, early: Floats) -> Floats:
    """Stage two's features: all of stage one's, and what its verdicts say."""
    return np.concatenate((first, matrix(context_features(view, early))))


def own_matrix(view: PageView, second: Floats, own: Tables) -> Floats:
    """What an own model reads: all of stage two's features, and stage one's by the own tables."""
    return np.concatenate((second, matrix(segment_features(view, own))))


def mended(own: Own, late: Floats, rows: Floats) -> Floats:
    """The last verdict with what own pages taught, added up in log-odds."""
    sure = np.clip(late, 1e-6, 1 - 1e-6)
    odds = np.log(sure / (1 - sure)) + score(own.trees, rows)
    found: Floats = 1 / (1 + np.exp(-np.clip(odds, -30, 30)))
    return found


def headline(columns: Columns) -> str:
    """The text of the page's first `h1`."""
    return next(
        (text for text, owner in zip(columns.text, columns.owner, strict=True) if columns.tag[owner] == _H1), ""
    )


_H1 = CODE["h1"]
