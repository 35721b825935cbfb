"""Label a page without a text by the agreement of other extractors: page + segments → labels, doubts, weight."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from printworthy.train.align import align

Floats = NDArray[np.floating[Any]]
# A page on which the voters agree little teaches little; one on which they agree fully counts half a labelled page.
_AGREE_LOW, _AGREE_HIGH, _MOST = 0.4, 0.8, 0.5
_SPLIT_VOTE = 0.3


def vote(html: str, texts: Sequence[str], words: Floats) -> tuple[Floats, Floats, float]:
    """For each segment whether most voters keep it and how far that is to be trusted; and the page's weight."""
    votes = np.array([align(texts, _safely(voter, html)) >= 0.5 for voter in _voters()], np.float32)
    count = votes.sum(0)
    label = (count > len(votes) / 2).astype(np.float32)
    trust = np.where((count == 0) | (count == len(votes)), 1, _SPLIT_VOTE).astype(np.float32)
    agreement = _agreement(votes, words)
    weight = _MOST * float(np.clip((agreement - _AGREE_LOW) / (_AGREE_HIGH - _AGREE_LOW), 0, 1))
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
