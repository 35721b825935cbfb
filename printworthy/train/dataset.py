"""Pages as the trainer needs them: sample → segments with labels and weights, small enough to keep all in memory."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from printworthy.base.encoding import to_utf8
from printworthy.data.columns import Columns
from printworthy.errors import InputError
from printworthy.features.page import PageView, view_page
from printworthy.methods.learned import page_title
from printworthy.reading.reading import Reading
from printworthy.train.align import align
from printworthy.train.samples import Sample
from printworthy.train.votes import vote

Floats = NDArray[np.floating[Any]]
# A long page with a short article would outweigh dozens of others.
_MOST = 3.0


@dataclass(slots=True)
class Page:
    """A page to learn from. `weight` of a row is its share in the page's F1, times how far its label is trusted."""

    sample: Sample
    columns: Columns
    title: str
    label: Floats
    weight: Floats
    trust: float

    @property
    def fold(self) -> int:
        """The fold of the page's site."""
        return self.sample.fold

    def view(self) -> PageView:
        """The arrays that features are made of."""
        return view_page(self.columns, self.title)


def read_page(sample: Sample) -> Page | None:
    """The page with its labels, or nothing if it has no text."""
    try:
        html = to_utf8(sample.path.read_bytes())
    except InputError:
        return None
    reading = Reading(html)
    columns = reading.columns
    if not columns.text:
        return None
    columns.node, columns.text_nodes = [], []  # nodes cannot be sent between processes
    title = page_title(reading.tree)
    words = view_page(columns, title).words
    if sample.truth is None:
        label, doubt, trust = vote(html.decode("utf-8", "replace"), columns.text, words)
    else:
        label = (align(columns.text, sample.truth) >= 0.5).astype(np.float32)
        doubt, trust = np.ones(len(label), np.float32), 1.0
    return Page(sample, columns, title, label, page_weights(label, words, doubt * trust), trust)


def page_weights(label: Floats, words: Floats, trust: Floats) -> Floats:
    """The weight of each row: its share in the page's F1, times how far its label is trusted."""
    weight = (words + 2) / max(float(label @ words) + 50, 100) * trust
    weight *= min(1.0, _MOST / max(float(weight.sum()), 1e-6))
    found: Floats = weight.astype(np.float32)
    return found
