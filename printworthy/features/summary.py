"""The page as a whole: `PageView` + verdicts + choice → features of one value, for confidence and page type."""

from __future__ import annotations

from math import log1p

import numpy as np
from numpy.typing import NDArray

from printworthy.base.tags import ARTICLE, BODY_PROP, CODE, FOOTER, LIST, NAV, TABLE
from printworthy.features.page import PageView
from printworthy.features.text import Floats

_TAGS = ("p", "li", "article", "form", "button", "td", "h1", "h2", "h3", "pre", "blockquote", "figure", "dd")
_TAG_CODES = np.array([CODE[tag] for tag in _TAGS])
_TAG_NAMES = [f"page_{tag}" for tag in _TAGS]
_FLAGS = {"list": LIST, "table": TABLE, "article": ARTICLE, "nav": NAV, "footer": FOOTER, "body": BODY_PROP}
_FLAG_BITS = np.array(list(_FLAGS.values()))[:, None]
_LIKELY = np.array([[0.5], [0.2], [0.8]], np.float32)
_EPS = 1e-6


def page_features(
    view: PageView, early: Floats, late: Floats, kept: NDArray[np.bool_], expected: float
) -> dict[str, Floats]:
    """All that is known of a page after the choice, as features of one value."""
    values = page_values(view, early, late, kept, expected)
    return dict(zip(values, np.array(list(values.values()), np.float32)[:, None], strict=True))


def page_values(
    view: PageView, early: Floats, late: Floats, kept: NDArray[np.bool_], expected: float
) -> dict[str, float]:
    """The same as plain numbers: numpy is slow with single ones."""
    own, text, count = kept.astype(np.float32), view.text, len(kept)
    counts = (view.linked, view.long, text.stops, text.commas, text.digits, view.heading, view.words)
    rows = np.array([late, early, *counts])
    weight = own * view.words
    # What the kept segments have of each, what their words have of it, and what all words have.
    sums = rows @ np.array([own, weight, view.words]).T
    (late_words, early_words), late_all = sums[:2, 1].tolist(), float(sums[0, 2])
    kept_words = float(sums[-1, 0])
    words, linked, long = view.totals[:3, -1].tolist()
    likely, open_, sure = np.count_nonzero(late > _LIKELY, axis=1).tolist()
    return {
        "expected": expected,
        "late": late_words / (kept_words + _EPS),
        "early": early_words / (kept_words + _EPS),
        "late_most": float(late.max()),
        "early_most": float(early.max()),
        "change": float(np.abs(late - early).sum()) / count,
        "mass": late_all / words,
        "likely": likely / count,
        "open": (open_ - sure) / count,
        **_kept(view, kept, weight, sums[2:, 0].tolist(), words),
        "page_words": log1p(words),
        "page_segments": log1p(count),
        "page_links": linked / words,
        "page_long": long / words,
        "page_title": float(view.title.max()),
        **_tags(view),
    }


def _kept(
    view: PageView, kept: NDArray[np.bool_], weight: Floats, sums: list[float], all_words: float
) -> dict[str, float]:
    """What the kept text is like, and where it stands."""
    linked, long, stops, commas, digits, headings, words = sums
    every, some = len(kept), int(np.count_nonzero(kept))
    inside, count = words + _EPS, some + _EPS
    flagged = (view.flags.take(view.owner) & _FLAG_BITS > 0) @ weight / inside
    return {
        "kept_words": log1p(inside),
        "kept_share": inside / all_words,
        "kept_segments": log1p(count),
        "kept_part": count / every,
        "kept_links": linked / inside,
        "kept_long": long / inside,
        "kept_words_per": inside / count,
        "kept_stops": stops / inside,
        "kept_commas": commas / inside,
        "kept_digits": digits / inside,
        "kept_headings": headings / count,
        "kept_title": float((kept * view.title).max()),
        "kept_runs": int(np.count_nonzero(kept[1:] != kept[:-1])) / (count + 1),
        "kept_first": int(kept.argmax()) / every if some else 1,
        "kept_last": (every - 1 - int(kept[::-1].argmax())) / every if some else 0,
        **{f"kept_{name}": part for name, part in zip(_FLAGS, flagged.tolist(), strict=True)},
    }


def _tags(view: PageView) -> dict[str, float]:
    """How many elements there are of some tags."""
    tags = np.bincount(view.tag, minlength=len(CODE))
    return dict(zip(_TAG_NAMES, np.log1p(tags.take(_TAG_CODES)).tolist(), strict=True))
