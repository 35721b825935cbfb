"""Pages as the trainer needs them: sample → segments with labels and weights, small enough to keep all in memory.

What readers said of a page's segments is taken as it is. Else its text is looked for in the segments; a page without a
text is labelled by the agreement of other extractors.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from printworthy.base.encoding import to_utf8
from printworthy.data.columns import Columns
from printworthy.data.tree import page_title
from printworthy.errors import InputError
from printworthy.features.page_view import PageView, view_page
from printworthy.reading.reading import Reading
from printworthy.train.align import align
from printworthy.train.gold import TEXT
from printworthy.train.samples import TrainingSample

Floats = NDArray[np.floating[Any]]
# A long page with a short article would outweigh dozens of others.
_MOST = 3.0
# A page on which the voters agree little teaches little; one on which they agree fully, half of one with a text.
_AGREE_LOW, _AGREE_HIGH, _MOST_TRUST = 0.4, 0.8, 0.5
_SPLIT_VOTE = 0.3
# How much a page counts: one that readers labelled, one of which they were not sure, one of a set with texts.
_GOLD, _UNSURE = 1.2, 0.6
_OLD = {"wcxb": 1.0, "news": 1.0, "zh": 1.0}


@dataclass(slots=True)
class TrainingPage:
    """A page to learn from. `weight` of a row is its share in the page's F1, times how far its label is trusted."""

    sample: TrainingSample
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


def open_sample(sample: TrainingSample) -> tuple[bytes, Reading] | None:
    """The page in UTF-8 and its reading, or nothing if it has no text."""
    try:
        html = to_utf8(sample.path.read_bytes())
    except InputError:
        return None
    reading = Reading(html)
    return (html, reading) if reading.columns.text else None


def read_page(sample: TrainingSample) -> TrainingPage | None:
    """The page with its labels, or nothing if it has no text."""
    if (found := open_sample(sample)) is None:
        return None
    html, reading = found
    columns = reading.columns
    columns.node, columns.text_nodes = [], []  # nodes cannot be sent between processes
    title = page_title(reading.tree)
    words = view_page(columns, title).words
    label, doubt, trust = _labels(sample, html, columns.text, words)
    return TrainingPage(sample, columns, title, label, page_weights(label, words, doubt) * np.float32(trust), trust)


def _labels(sample: TrainingSample, html: bytes, texts: list[str], words: Floats) -> tuple[Floats, Floats, float]:
    """For each segment whether it belongs to the article and how far that is to be trusted; and the page's weight."""
    if sample.gold is not None:
        label = np.array([name in TEXT for name in sample.gold.classes(texts)], np.float32)
        return label, np.ones_like(label), _GOLD if sample.gold.sure else _GOLD * _UNSURE
    if sample.truth is None:
        return vote(html.decode("utf-8", "replace"), texts, words)
    label = (align(texts, sample.truth) >= 0.5).astype(np.float32)
    return label, np.ones_like(label), _OLD[sample.group]


def page_weights(label: Floats, words: Floats, doubt: Floats) -> Floats:
    """The weight of each row: its share in the page's F1, times how far its label is trusted."""
    weight = (words + 2) / max(float(label @ words) + 50, 100) * doubt
    weight *= min(1.0, _MOST / max(float(weight.sum()), 1e-6))
    found: Floats = weight.astype(np.float32)
    return found


def vote(html: str, texts: Sequence[str], words: Floats) -> tuple[Floats, Floats, float]:
    """For each segment whether most voters keep it and how far that is to be trusted; and the page's weight."""
    votes = np.array([align(texts, _safely(voter, html)) >= 0.5 for voter in _voters()], np.float32)
    count = votes.sum(0)
    label = (count > len(votes) / 2).astype(np.float32)
    trust = np.where((count == 0) | (count == len(votes)), 1, _SPLIT_VOTE).astype(np.float32)
    agreement = _agreement(votes, words)
    weight = _MOST_TRUST * float(np.clip((agreement - _AGREE_LOW) / (_AGREE_HIGH - _AGREE_LOW), 0, 1))
    return label, trust, weight


def _agreement(votes: Floats, words: Floats) -> float:
    """The mean word F1 between pairs of voters."""
    scores = []
    for one in range(len(votes)):
        for other in range(one):
            total = (votes[one] + votes[other]) @ words
            scores.append(2 * (votes[one] * votes[other]) @ words / total if total else 0.0)
    return float(np.mean(scores))


def _voters() -> tuple[Callable[[str], str], ...]:
    return _trafilatura, _trafilatura_precise, _readability


def _trafilatura(html: str) -> str:
    import trafilatura

    return trafilatura.extract(html, include_comments=False) or ""


def _trafilatura_precise(html: str) -> str:
    import trafilatura

    return trafilatura.extract(html, include_comments=False, favor_precision=True) or ""


def _readability(html: str) -> str:
    import lxml.html
    import readability

    return str(lxml.html.fromstring(readability.Document(html).summary()).text_content())


def _safely(voter: Callable[[str], str], html: str) -> str:
    """A voter that fails votes for nothing."""
    try:
        return voter(html)
    except Exception:  # noqa: BLE001 - extractors raise whatever they like on odd pages
        return ""
