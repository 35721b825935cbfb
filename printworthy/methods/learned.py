"""The default method: `Tree` + `Columns` + `Model` → `Selection`.

Stage one sees a segment and what holds it; stage two also sees what stage one thought of its neighbours, its containers
and its likes; then the set of segments with the highest expected F1 is the article.
"""

from __future__ import annotations

from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from printworthy.data.article import PageType
from printworthy.data.columns import Columns
from printworthy.data.model import Floats, Model
from printworthy.data.selection import Selection
from printworthy.data.tree import Tree
from printworthy.features.context import context_features
from printworthy.features.page import PageView, view_page
from printworthy.features.segments import segment_features
from printworthy.features.summary import page_features
from printworthy.model.trees import probability, score
from printworthy.refine.gaps import CODE_REASON, END_REASON, code_between, loose_end
from printworthy.select.choose import choose, reasons

_NO_ARTICLE = 0.2


def select(tree: Tree, columns: Columns, model: Model) -> Selection:
    """The article's segments, how sure that is, and what kind of page it is."""
    if not columns.text:
        return Selection()
    view = view_page(columns, page_title(tree))
    first = matrix(segment_features(view, model.tables))
    early = probability(model.first, first)
    late = probability(model.second, second_matrix(view, first, early))
    choice = choose(late, view.words, view.text.whole)
    flags = view.flags[view.owner]
    code = code_between(choice.kept, flags, late)
    loose = loose_end(choice.kept | code, flags, view.linked / view.words)
    return Selection(
        kept=((choice.kept | code) & ~loose).tolist(),
        probabilities=late,
        why=lambda: [
            CODE_REASON if added else END_REASON if dropped else why
            for added, dropped, why in zip(code.tolist(), loose.tolist(), reasons(choice), strict=True)
        ],
        verdict=lambda: _verdict(model, matrix(page_features(view, early, late, choice.kept, choice.expected))),
    )


def _verdict(model: Model, page: Floats) -> tuple[float, PageType]:
    """How sure the choice is, and the type of page whose trees score highest."""
    confidence = round(float(np.clip(score(model.sure, page)[0], 0, 1)), 4)
    best = int(np.argmax([score(trees, page)[0] for trees in model.kinds]))
    return confidence, cast(PageType, model.names["kinds"][best]) if confidence >= _NO_ARTICLE else "none"


def matrix(features: dict[str, NDArray[Any]]) -> Floats:
    """Features as the rows of a matrix, in their order."""
    return np.array(list(features.values()), np.float32)


def second_matrix(view: PageView, first: Floats, early: Floats) -> Floats:
    """Stage two's features: all of stage one's, and what its verdicts say."""
    return np.concatenate((first, matrix(context_features(view, early))))


def page_title(tree: Tree) -> str:
    """The page's own title, as its head has it."""
    node = tree.head.css_first("title") if tree.head is not None else None
    return node.text() if node is not None else ""
