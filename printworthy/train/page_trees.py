"""Fit what is said of a page as a whole: out-of-fold choices → trees for confidence and for page type.

Confidence learns the F1 that choices really had. It also sees each labelled page with its article taken out: what is
left is a portal, a frame of links, a notice about cookies, and whatever is chosen there is worth nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from printworthy.data.columns import Columns
from printworthy.data.model import Trees
from printworthy.features.page_view import PageView, page_features, view_page
from printworthy.methods.learned import matrix
from printworthy.select.choose import choose
from printworthy.train.boost import Recipe, fit
from printworthy.train.crossfit import ALL, Crossfit, Stages
from printworthy.train.dataset import TrainingPage
from printworthy.train.samples import TrainingSample

Floats = NDArray[np.floating[Any]]
KINDS = ("article", "forum", "product", "collection", "listing", "documentation", "service")
SURE = Recipe(trees=80, depth=4, rate=0.1, regression=True, draws=3)
KIND = Recipe(trees=60, depth=4, rate=0.1, draws=3)
_STRIPPED = 0.2  # weight of a page without its article: as if every sixth page held none


@dataclass(frozen=True, slots=True)
class HeldOutChoice:
    """What was chosen on a page by models that have not seen it, and how good that was."""

    number: int
    features: Floats
    f1: float
    stripped: bool


def outcomes(data: Crossfit, task: tuple[int, Stages]) -> list[HeldOutChoice]:
    """All pages of one fold, as they are and without their articles."""
    fold, stages = task
    found = []
    for number, page in enumerate(data.pages):
        if page.fold == fold and (page.sample.truth is not None or page.sample.gold is not None):
            found.append(_outcome(number, page, stages))
            found += _stripped(number, page, stages)
    return found


def fit_pages(data: Crossfit, known: list[HeldOutChoice], left: int = ALL) -> tuple[Trees, tuple[Trees, ...]]:
    """The trees for confidence and for each page type, from all folds but one."""
    rows = [one for one in known if data.pages[one.number].fold != left]
    features = np.concatenate([one.features.T for one in rows])
    sure = fit_sure(rows)
    typed = [n for n, one in enumerate(rows) if not one.stripped and _typed(data.pages[one.number].sample)]
    kinds = np.array([data.pages[rows[n].number].sample.page_type for n in typed])
    return sure, tuple(
        fit(features[typed], (kinds == kind).astype(np.float32), np.ones(len(typed), np.float32), KIND)
        for kind in KINDS
    )


def _typed(sample: TrainingSample) -> bool:
    """Is the type of the page known, and has it one?"""
    return sample.page_type in KINDS and (sample.gold is not None or sample.group == "wcxb")


def fit_sure(rows: Sequence[HeldOutChoice]) -> Trees:
    """The trees for confidence."""
    features = np.concatenate([one.features.T for one in rows])
    weight = np.array([_STRIPPED if one.stripped else 1.0 for one in rows], np.float32)
    return fit(features, np.array([one.f1 for one in rows], np.float32), weight, SURE)


def _outcome(number: int, page: TrainingPage, stages: Stages) -> HeldOutChoice:
    view = page.view()
    features, kept = _judged(view, stages)
    words = np.where(kept | (page.label > 0), view.words, 0)
    wanted = page.label > 0
    if page.sample.gold is None:  # labels found by words mark all copies of a text
        wanted &= choose(page.label * 0.98 + 0.01, view.words, view.text.whole, view.columns).kept
    right = float((kept & (page.label > 0)) @ words)
    total = float(kept @ words + wanted @ words)
    return HeldOutChoice(number, features, 2 * right / total if total else 0.0, stripped=False)


def _stripped(number: int, page: TrainingPage, stages: Stages) -> list[HeldOutChoice]:
    """The page without its article: nothing that is chosen there is right."""
    columns = without_article(page.columns, page.label > 0)
    if len(columns.text) < 5:  # a rest this small is no page
        return []
    features, _ = _judged(view_page(columns, page.title), stages)
    return [HeldOutChoice(number, features, 0.0, stripped=True)]


def _judged(view: PageView, stages: Stages) -> tuple[Floats, NDArray[np.bool_]]:
    early, late = stages.judge(view)
    choice = choose(late, view.words, view.text.whole, view.columns)
    return matrix(page_features(view, early, late, choice.kept, choice.expected)), choice.kept


def without_article(columns: Columns, article: NDArray[np.bool_]) -> Columns:
    """The same page with some segments taken out; its elements stay."""
    stay = np.flatnonzero(~article)
    place = np.append(0, np.cumsum(~article))
    rest = Columns(parent=columns.parent, tag=columns.tag, key=columns.key, flags=columns.flags)
    rest.first, rest.last = (place[np.array(ends)].tolist() for ends in (columns.first, columns.last))
    for name in ("text", "owner", "link_chars", "links", "strong_chars", "images", "soft"):
        values = getattr(columns, name)
        setattr(rest, name, [values[n] for n in stay])
    return rest
