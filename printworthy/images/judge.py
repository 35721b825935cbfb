"""Judge: candidates → verdicts, each with its reason. Rules first, for what is never an illustration; then the signals.

A judge is one function from a page and its candidates to what it found out, so that another can take its place.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from math import exp
from typing import Final, TypeAlias

from printworthy.images.candidates import Candidate
from printworthy.images.captions import Caption, find_caption
from printworthy.images.furniture_words import is_foreign, is_formula
from printworthy.images.page_context import PageContext
from printworthy.images.signals import Row, read_signals

ENOUGH: Final = 0.5
_TINY: Final = 64
_LINE: Final = 12
_REASONS: Final = 2
_PHRASES: Final = {
    "captioned": "has a caption",
    "alike": "its caption names what the text names most",
    "known": "its caption names what the text names",
    "figure": "marked as a figure",
    "in range": "within the text",
    "below": "below the text",
    "touching": "beside kept text",
    "around": "among kept text",
    "likes around": "its likes stand among kept text",
    "beside title": "beside the title",
    "first above": "the first above the text",
    "close above": "close above the text",
    "linked": "a link to another page",
    "linked elsewhere": "a link to another site",
    "card": "a link beside dropped text",
    "aside": "in a side part",
    "header": "in a header",
    "hidden": "hidden",
    "control": "in a form or button",
    "heading": "inside a heading",
    "small": "small",
    "medium": "rather small",
    "large": "large",
    "thin": "long and thin",
    "drawing": "a drawing, as icons are",
    "furniture": "named as furniture",
    "filed": "its file is named as furniture",
    "furniture around": "in a part named as furniture",
    "alternative": "described",
    "alternative in text": "described in the words of the text",
    "named by page": "named by the page as its picture",
    "again": "shown again and again",
    "large above": "large, above the text",
}


@dataclass(frozen=True, slots=True)
class ImageVerdict:
    """How sure it is that a picture belongs to the article, 0..1, and why; `above` that it stands above the text."""

    candidate: Candidate
    caption: Caption
    relevance: float
    reason: str
    above: bool = False

    @property
    def kept(self) -> bool:
        """Does the picture belong to the article?"""
        return self.relevance >= ENOUGH


Judge: TypeAlias = Callable[[PageContext, Sequence[Candidate]], list[ImageVerdict]]


def judge(page: PageContext, candidates: Sequence[Candidate], weights: Weights | None = None) -> list[ImageVerdict]:
    """By rules, then by the weighted signals."""
    weights = weights or shipped_weights()
    ruled = [(one, never(one)) for one in candidates]
    possible = [one for one, reason in ruled if not reason]
    captions = [find_caption(one, page.place.columns) for one in possible]
    rows = read_signals(page, possible, captions)
    judged = [_verdict(*case, weights) for case in zip(possible, captions, rows, strict=True)]
    return [*judged, *(ImageVerdict(one, Caption(), 0.0, reason) for one, reason in ruled if reason)]


def judge_all(page: PageContext, candidates: Sequence[Candidate]) -> list[ImageVerdict]:
    """Every picture inside the article."""
    place, columns = page.place, page.place.columns
    found = []
    for one in candidates:
        inside = place.first <= one.at <= place.last + 1
        reason = "inside the article" if inside else "outside the article"
        found.append(ImageVerdict(one, find_caption(one, columns), float(inside), reason))
    return found


def never(candidate: Candidate) -> str:
    """Why a picture is no illustration of anything, or ""."""
    width, height = candidate.width, candidate.height
    if 0 < width < _TINY and 0 < height < _TINY:
        return "too small"
    if width and height and max(width, height) > _LINE * min(width, height):
        return "a line"
    if is_foreign(candidate.src):
        return "from a server of advertisements, trackers or smileys"
    return "a formula" if is_formula(candidate.src, candidate.names) else ""


def weigh(row: Row, weights: Weights) -> tuple[float, str]:
    """The probability that the signals give a picture, and what they said most loudly for this verdict."""
    parts = [(weight * row[name], name) for name, weight in weights.signals.items() if row[name]]
    total = weights.bias + sum(value for value, _ in parts)
    parts.sort(reverse=total >= 0)
    loudest = [name for value, name in parts[:_REASONS] if (value > 0) == (total >= 0)]
    reason = "; ".join(map(_PHRASES.__getitem__, loudest))
    return 1 / (1 + exp(-max(-30.0, min(30.0, total)))), reason or "nothing speaks for it or against it"


def _verdict(candidate: Candidate, caption: Caption, row: Row, weights: Weights) -> ImageVerdict:
    value, reason = weigh(row, weights)
    return ImageVerdict(candidate, caption, round(value, 4), reason, row["close above"] > 0)


@dataclass(frozen=True, slots=True)
class Weights:
    """The weight of each signal by name, and of none of them; signals without weight are left out."""

    bias: float
    signals: Mapping[str, float] = field(default_factory=dict)


@cache
def shipped_weights() -> Weights:
    """The weights in the package."""
    return read_weights((resources.files("printworthy.images") / "weights.json").read_text("utf-8"))


def read_weights(text: str) -> Weights:
    """Weights from the content of a file."""
    data = json.loads(text)
    return Weights(float(data["bias"]), {name: float(value) for name, value in data["signals"].items()})


def weights_text(weights: Weights, card: Mapping[str, object]) -> str:
    """The content of a file for weights; `card` says where they come from. The same weights give the same text."""
    signals = {name: round(value, 4) for name, value in weights.signals.items() if round(value, 4)}
    return json.dumps({"card": card, "bias": round(weights.bias, 4), "signals": signals}, indent=1) + "\n"
