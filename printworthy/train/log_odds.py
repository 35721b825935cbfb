"""Learn the tables: pages → log-odds of words and class names, and the same without given folds.

Counts are kept by fold, so that what is learned for a page never holds that page's own site.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from printworthy.data.model import Tables
from printworthy.features.page_view import PageView
from printworthy.features.segments import PHRASE_WORDS
from printworthy.features.text import first_words
from printworthy.train.dataset import TrainingPage
from printworthy.train.samples import FOLDS

Floats = NDArray[np.floating[Any]]
Shares = dict[str, tuple[NDArray[np.int64], NDArray[np.float32]]]
BITS = {"words": 17, "phrases": 16, "parts": 16, "names": 16}
_LEAST = {"words": 6, "phrases": 4, "parts": 4, "names": 4}
_PRIOR, _SMOOTHING = 0.3, 3.0
_TRUSTED, _VOTED = 0.17, 0.7


@dataclass(frozen=True, slots=True)
class Counts:
    """By table, fold and hash: on how many pages it occurs, and the sum over pages of its share inside the article."""

    pages: dict[str, Floats]
    shares: dict[str, Floats]

    def without(self, folds: Collection[int]) -> Tables:
        """The tables learned from all other folds."""
        return Tables(**{name: self._odds(name, folds) for name in BITS})

    def _odds(self, name: str, folds: Collection[int]) -> NDArray[np.float32]:
        others = [fold for fold in range(FOLDS) if fold not in folds]
        pages, share = self.pages[name][others].sum(0), self.shares[name][others].sum(0)
        odds = np.log((share + _SMOOTHING * _PRIOR) / (pages - share + _SMOOTHING * (1 - _PRIOR)))
        odds -= np.log(_PRIOR / (1 - _PRIOR))
        odds[pages < _LEAST[name]] = 0
        # As a model file keeps them: learning sees what extraction will see.
        rounded: NDArray[np.float32] = (np.rint(odds * 16) / 16).astype(np.float32)
        return rounded


def count(pages: Iterable[TrainingPage], shares: Iterable[Shares | None]) -> Counts:
    """Add up the shares of all pages by fold."""
    total = Counts(_empty(), _empty())
    for page, found in zip(pages, shares, strict=True):
        weight = 1.0 if page.sample.truth is not None or page.sample.gold is not None else _VOTED
        for name, (places, share) in (found or {}).items():
            total.pages[name][page.fold][places] += weight
            total.shares[name][page.fold][places] += weight * share
    return total


def _empty() -> dict[str, Floats]:
    return {name: np.zeros((FOLDS, 1 << bits)) for name, bits in BITS.items()}


def page_shares(page: TrainingPage) -> Shares | None:
    """For each hash on a page the share of its text that lies in the article."""
    if page.trust < _TRUSTED:
        return None
    view = page.view()
    text = view.text
    early, short = first_words(text), view.words < PHRASE_WORDS
    return {
        "words": _share(text.hashes[early], "words", page.label[text.segment[early]], np.ones(int(early.sum()))),
        "phrases": _share(text.whole[short], "phrases", page.label[short], np.ones(int(short.sum()))),
        **_class_shares(view, page.label),
    }


def _class_shares(view: PageView, label: NDArray[np.float32]) -> Shares:
    """Class names count by the words in the elements that bear them."""
    total, inside = (np.append(0, np.cumsum(values)) for values in (view.words, view.words * label))
    classes = view.classes
    keys = len(classes.part_offsets) - 1
    words = np.bincount(classes.key, total[view.last] - total[view.first], keys)
    right = np.bincount(classes.key, inside[view.last] - inside[view.first], keys)
    found: Shares = {}
    for name, offsets, hashes in (
        ("parts", classes.part_offsets, classes.parts),
        ("names", classes.name_offsets, classes.names),
    ):
        key = np.repeat(np.arange(keys), np.diff(offsets))
        filled = words[key] > 0
        found[name] = _share(hashes[filled], name, right[key][filled], words[key][filled])
    return found


def _share(
    hashes: NDArray[np.uint32], name: str, right: NDArray[Any], total: NDArray[Any]
) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    places, which = np.unique((hashes >> np.uint32(32 - BITS[name])).astype(np.int64), return_inverse=True)
    share = np.bincount(which, right) / np.maximum(np.bincount(which, total), 1e-9)
    return places, share.astype(np.float32)
