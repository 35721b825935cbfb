"""Select: probabilities → the article's segments, each with a reason.

The set with the highest expected F1 is kept, and repeated text is taken out of it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp
from typing import Final

import numpy as np
from numpy.typing import NDArray

from printworthy.base.expected import best_set
from printworthy.base.languages import either, whole
from printworthy.base.tags import QUOTE, TABLE
from printworthy.data.columns import Columns
from printworthy.data.model import Floats

_COPY_WORDS = 8
# How much more likely than the model says a segment belongs there: odds by kind of page.
_ODDS = {"documentation": 3.0, "listing": 2.0, "service": 2.0, "product": 0.75}
_LEAST = 0.5  # what kind it is must be more likely than not
_ERROR: Final = re.compile(whole("error_page"), re.IGNORECASE)
_CONSENT: Final = re.compile(whole("consent"), re.IGNORECASE)
_LOGIN: Final = re.compile(rf"\s*(?:{either('login')})", re.IGNORECASE)
_SCRIPTS: Final = re.compile(
    rf"\b(?:{either('enable_scripts')})\W+(?:your )?java ?script\b"
    rf"|\bjava ?script\W+(?:(?:{either('scripts_are')}) )?(?:{either('scripts_off')})\b",
    re.IGNORECASE,
)
_SENTENCES: Final = 60  # words of a page that says little more than that
_FEW_WORDS: Final = 250
_DENSE: Final = 0.08
LEFT: Final = 0.2
_LINKED: Final = 0.8  # the part of a portal's words that are links
_LEFT_OF_PORTALS: Final = 0.5


@dataclass(frozen=True, slots=True)
class Choice:
    """The segments kept, those dropped as copies, and the F1 that is expected of it."""

    kept: NDArray[np.bool_]
    copies: NDArray[np.bool_]
    expected: float


def choose(probability: Floats, words: Floats, whole: NDArray[np.uint32], columns: Columns) -> Choice:
    """The article. `whole` is a hash of each text, by which copies are known; to it, all figures are alike."""
    likely, expected = best_set(probability, words)
    copies = _copies(likely & (words >= _COPY_WORDS), whole, columns)
    return Choice(likely & ~copies, copies, expected)


def reasons(choice: Choice) -> list[tuple[str, str]]:
    """For each segment the step that decided about it, and why."""
    pairs = zip(choice.kept.tolist(), choice.copies.tolist(), strict=True)
    return [_COPY if copy else _KEPT if kept else _DROPPED for kept, copy in pairs]


def _copies(longer: NDArray[np.bool_], whole: NDArray[np.uint32], columns: Columns) -> NDArray[np.bool_]:
    """Segments whose words stand in an earlier one: pages carry copies for phones and for no script.

    What is repeated in a quotation, in a table, or beside the first one in the same box (a refrain, a form) is content.
    """
    copies = np.zeros(len(whole), bool)
    places = longer.nonzero()[0]
    ranked = np.sort(whole[places])
    if not np.count_nonzero(ranked[1:] == ranked[:-1]):
        return copies
    kind = np.unique(whole[places], return_inverse=True)[1]
    seen: dict[tuple[int, str], int] = {}
    repeated = np.bincount(kind)[kind] > 1
    for place, one in zip(places[repeated].tolist(), kind[repeated].tolist(), strict=True):
        figures = one, "".join(_FIGURES.findall(columns.text[place]))
        copies[place] = figures in seen and not _is_content(columns, place, seen[figures])
        seen.setdefault(figures, place)
    return copies


def _is_content(columns: Columns, place: int, first: int) -> bool:
    """Is a repeated text no copy, by where it stands?"""
    own, other = columns.owner[place], columns.owner[first]
    if columns.flags[own] & (QUOTE | TABLE):
        return True
    return own != other and columns.parent[own] == columns.parent[other]


_FIGURES = re.compile(r"\d+")
_KEPT = ("select", "likely enough to belong to the article")
_DROPPED = ("select", "not likely enough to belong to the article")
_COPY = ("copies", "repeats text that is already in the article")


def leaned(probability: Floats, kinds: Mapping[str, float]) -> Floats:
    """The probabilities, greater or less if the page seems to be of such a kind. `kinds` are log-odds.

    The model learns most from news, where what stands around the article is not of it. Manuals, pages about a service
    and listings are mostly content; there the same doubt is less often right. Of shops it is right more often.
    """
    likely = {kind: 1 / (1 + exp(-score)) for kind, score in kinds.items()}
    kind = max(likely, key=likely.__getitem__)
    if kind not in _ODDS or likely[kind] < _LEAST * sum(likely.values()):
        return probability
    odds = _ODDS[kind]
    return odds * probability / (1 + (odds - 1) * probability)


def doubt(heads: Sequence[str], text: str, linked: float = 0.0) -> float:
    """The share of the confidence that is left, for the page's title and headline, and the chosen text.

    `linked` is the part of that text that is links. An error page, a login, a wall of consent, a check for robots or a
    page that asks for scripts may look like a short article. It is told by its words, if there are few others.
    """
    words = len(text.split())
    if not words:
        return 0.0
    if linked > _LINKED:
        return _LEFT_OF_PORTALS
    if words > _FEW_WORDS:
        return 1.0
    if any(_ERROR.search(head) or _LOGIN.match(head) for head in heads):
        return LEFT
    if words <= _SENTENCES and _SCRIPTS.search(text):
        return LEFT
    return LEFT if words and len(_CONSENT.findall(text)) > _DENSE * words else 1.0
