"""The page as a whole: `PageView` + verdicts + choice → features of one value, for confidence and page type."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from printworthy.base.tags import ARTICLE, BODY_PROP, CODE, FOOTER, LIST, NAV, TABLE
from printworthy.features.page import PageView
from printworthy.features.text import Floats

_TAGS = ("p", "li", "article", "form", "button", "td", "h1", "h2", "h3", "pre", "blockquote", "figure", "dd")
_FLAGS = {"list": LIST, "table": TABLE, "article": ARTICLE, "nav": NAV, "footer": FOOTER, "body": BODY_PROP}
_EPS = 1e-6


def page_features(
    view: PageView, early: Floats, late: Floats, kept: NDArray[np.bool_], expected: float
) -> dict[str, Floats]:
    """All that is known of a page after the choice, as features of one value."""
    values = _choice(view, early, late, kept, expected) | _kept(view, kept) | _page(view)
    return {name: np.array([value], np.float32) for name, value in values.items()}


def _choice(
    view: PageView, early: Floats, late: Floats, kept: NDArray[np.bool_], expected: float
) -> dict[str, float]:
    """How sure the verdicts are, in what was kept and over all."""
    inside = kept @ view.words + _EPS
    return {
        "expected": expected,
        "late": kept @ (late * view.words) / inside,
        "early": kept @ (early * view.words) / inside,
        "late_most": late.max(),
        "early_most": early.max(),
        "change": np.abs(late - early).mean(),
        "mass": (late * view.words).sum() / view.words.sum(),
        "likely": (late > 0.5).mean(),
        "open": ((late > 0.2) & (late < 0.8)).mean(),
    }


def _kept(view: PageView, kept: NDArray[np.bool_]) -> dict[str, float]:
    """What the kept text is like, and where it stands."""
    own = kept.astype(np.float32)
    inside, count = own @ view.words + _EPS, own.sum() + _EPS
    places = np.flatnonzero(kept)
    flags = view.flags[view.owner]
    return {
        "kept_words": np.log1p(inside),
        "kept_share": inside / view.words.sum(),
        "kept_segments": np.log1p(count),
        "kept_part": count / len(kept),
        "kept_links": own @ view.linked / inside,
        "kept_long": own @ view.long / inside,
        "kept_words_per": inside / count,
        "kept_stops": own @ view.text.stops / inside,
        "kept_commas": own @ view.text.commas / inside,
        "kept_digits": own @ view.text.digits / inside,
        "kept_headings": own @ view.heading / count,
        "kept_title": (own * view.title).max(),
        "kept_runs": np.diff(own).astype(bool).sum() / (count + 1),
        "kept_first": places[0] / len(kept) if places.size else 1,
        "kept_last": places[-1] / len(kept) if places.size else 0,
        **{f"kept_{name}": (own * (flags & flag > 0)) @ view.words / inside for name, flag in _FLAGS.items()},
    }


def _page(view: PageView) -> dict[str, float]:
    """What the page is like whatever was kept."""
    words = view.words.sum()
    tags = np.bincount(view.tag, minlength=len(CODE))
    return {
        "page_words": np.log1p(words),
        "page_segments": np.log1p(len(view.words)),
        "page_links": view.linked.sum() / words,
        "page_long": view.long.sum() / words,
        "page_title": view.title.max(),
        **{f"page_{tag}": np.log1p(tags[CODE[tag]]) for tag in _TAGS},
    }
