"""Stack: own pages + a model that is there → what is to be added to its verdicts (`Own`).

A few dozen pages are too few to learn what an article is, but enough to learn how these sites differ: their class
names, their standing phrases, what their authors count as text. So the model's verdict stays, and trees learn what to
add to its log-odds, from all that it sees and from tables of the own pages' words and names. The features of a page
come from tables that have not seen its fold.

Every page is learned from once more as a stranger would show it, with words and names that the own tables do not know;
there the right answer is what the model underneath says. So the model stays as it was on other sites.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from printworthy.data.model import Model, Own, Tables
from printworthy.features.page_view import PageView
from printworthy.features.segments import segment_features
from printworthy.methods.learned import matrix, mended, second_matrix
from printworthy.model.net import late_probability
from printworthy.model.trees import probability
from printworthy.train.boost import Recipe, fit
from printworthy.train.dataset import TrainingPage
from printworthy.train.log_odds import BITS, Counts, count, page_shares

Floats = NDArray[np.floating[Any]]
ALL: Final = -1
RECIPE: Final = Recipe(trees=60, depth=4, rate=0.15, soft=True)
NOTHING: Final = Tables(**{name: np.zeros(1 << bits, np.float32) for name, bits in BITS.items()})
# Against the leaves' fixed prior: a page of one's own counts as this many, and as a stranger's as that many.
_WEIGHT: Final = 4.0
_STRANGE: Final = 2.0


@dataclass(slots=True)
class _Known:
    """A page as the model underneath sees it."""

    view: PageView
    second: Floats
    late: Floats


class Stack:
    """Own pages over a model; everything that does not depend on the fold is made once."""

    def __init__(self, pages: Sequence[TrainingPage], base: Model) -> None:
        self.pages = pages
        self.known = [_seen(page, base) for page in pages]
        self.shares = [page_shares(page) for page in pages]

    def fit(self, left: int, taken: Iterable[int] | None = None) -> Own:
        """What all folds but one teach; `taken` are the pages to learn from, by number (all)."""
        chosen = range(len(self.pages)) if taken is None else taken
        learn = [number for number in chosen if self.pages[number].fold != left]
        counts = self._counts(learn)
        rows = [self._rows(number, counts.without({left, self.pages[number].fold})) for number in learn]
        rows += [self._rows(number, NOTHING) for number in learn]
        late = np.concatenate([self.known[number].late for number in learn]).clip(1e-6, 1 - 1e-6)
        label = np.concatenate([*(self.pages[number].label for number in learn), late])
        weight = np.concatenate([self.pages[number].weight for number in learn])
        base = np.tile(np.log(late / (1 - late)), 2)
        weights = np.concatenate((weight * _WEIGHT, weight * _STRANGE))
        trees = fit(np.concatenate([one.T for one in rows]), label, weights, RECIPE, base)
        return Own(counts.without({left}), trees)

    def judge(self, own: Own, number: int) -> Floats:
        """The probabilities of a page's segments by the stacked model."""
        return mended(own, self.known[number].late, self._rows(number, own.tables))

    def _counts(self, numbers: Sequence[int]) -> Counts:
        return count([self.pages[number] for number in numbers], [self.shares[number] for number in numbers])

    def _rows(self, number: int, tables: Tables) -> Floats:
        one = self.known[number]
        return np.concatenate((one.second, matrix(segment_features(one.view, tables))))


def _seen(page: TrainingPage, base: Model) -> _Known:
    view = page.view()
    first = matrix(segment_features(view, base.tables))
    second = second_matrix(view, first, probability(base.first, first))
    late = late_probability(base.second, base.nets, second, view.words)
    if base.own is not None:
        late = mended(base.own, late, np.concatenate((second, matrix(segment_features(view, base.own.tables)))))
    return _Known(view, second, late)
