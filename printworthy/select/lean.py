"""Lean: probabilities + what kind of page it seems → probabilities that take more where little is clutter.

The model learns most from news, where what stands around the article is not of it. Manuals, pages about a service and
listings are mostly content; there the same doubt is less often right.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from printworthy.data.model import Floats

_MOSTLY_CONTENT = ("documentation", "listing", "service")
_LEAST = 0.5  # what kind it is must be more likely than not
_ODDS = 2.0  # how much more likely than the model says a segment is there


def leaned(probability: Floats, kinds: Mapping[str, float]) -> Floats:
    """The probabilities, greater if the page seems to be of a kind that is mostly content. `kinds` are log-odds."""
    likely = {kind: 1 / (1 + np.exp(-score)) for kind, score in kinds.items()}
    kind = max(likely, key=likely.__getitem__)
    if kind not in _MOSTLY_CONTENT or likely[kind] < _LEAST * sum(likely.values()):
        return probability
    return _ODDS * probability / (1 + (_ODDS - 1) * probability)
