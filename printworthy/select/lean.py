"""Lean: probabilities + what kind of page it seems → probabilities that take more where little is clutter.

The model learns most from news, where what stands around the article is not of it. Manuals, pages about a service and
listings are mostly content; there the same doubt is less often right. Of shops it is right more often.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import exp

from printworthy.data.model import Floats

# How much more likely than the model says a segment belongs there: odds by kind of page.
_ODDS = {"documentation": 3.0, "listing": 2.0, "service": 2.0, "product": 0.75}
_LEAST = 0.5  # what kind it is must be more likely than not


def leaned(probability: Floats, kinds: Mapping[str, float]) -> Floats:
    """The probabilities, greater or less if the page seems to be of such a kind. `kinds` are log-odds."""
    likely = {kind: 1 / (1 + exp(-score)) for kind, score in kinds.items()}
    kind = max(likely, key=likely.__getitem__)
    if kind not in _ODDS or likely[kind] < _LEAST * sum(likely.values()):
        return probability
    odds = _ODDS[kind]
    return odds * probability / (1 + (odds - 1) * probability)
