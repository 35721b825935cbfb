"""The page as a whole: `PageView` + verdicts + choice → features of one value, for confidence and page type."""

from __future__ import annotations

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
_EPS = 1e-6


def page_features(
    view: PageView, early: Floats, late: Floats, kept: NDArray[np.bool_], expected: float
) -> dict[str, Floats]:
    """All that is known of a page after the choice, as features of one value."""
    own = kept.astype(np.float32)
    values = _choice(view, early, late, own, expected) | _kept(view, own) | _page(view)
    return dict(zip(values, np.array(list(values.values()), np.float32)[:, None], strict=True))


def _choice(view: PageView, early: Floats, late: Floats, own: Floats, expected: float) -> dict[str, float]:
    """How sure the verdicts are, in what was kept and over all."""
    count = len(own)
    kept_late, kept_early, inside = np.array([late, early, np.ones(count)]) @ (own * view.words)
    likely, open_, sure = (np.count_nonzero(late > limit) for limit in (0.5, 0.2, 0.8))
    return {
        "expected": expected,
        "late": kept_late / (inside + _EPS),
        "early": kept_early / (inside + _EPS),
        "late_most": late.max(),
        "early_most": early.max(),
        "change": np.abs(late - early).sum() / count,
        "mass": late @ view.words / view.words.sum(),
        "likely": likely / count,
        "open": (open_ - sure) / count,
    }


def _kept(view: PageView, own: Floats) -> dict[str, float]:
    """What the kept text is like, and where it stands."""
    text = view.text
    words, linked, long, stops, commas, digits, headings, count = (
        np.array([view.words, view.linked, view.long, text.stops, text.commas, text.digits, view.heading, own]) @ own
    )
    inside, count = words + _EPS, count + _EPS
    places = own.nonzero()[0]
    flagged = (view.flags.take(view.owner) & _FLAG_BITS > 0) @ (own * view.words) / inside
    return {
        "kept_words": np.log1p(inside),
        "kept_share": inside / view.words.sum(),
        "kept_segments": np.log1p(count),
        "kept_part": count / len(own),
        "kept_links": linked / inside,
        "kept_long": long / inside,
        "kept_words_per": inside / count,
        "kept_stops": stops / inside,
        "kept_commas": commas / inside,
        "kept_digits": digits / inside,
        "kept_headings": headings / count,
        "kept_title": (own * view.title).max(),
        "kept_runs": np.count_nonzero(own[1:] != own[:-1]) / (count + 1),
        "kept_first": places[0] / len(own) if places.size else 1,
        "kept_last": places[-1] / len(own) if places.size else 0,
        **{f"kept_{name}": part for name, part in zip(_FLAGS, flagged.tolist(), strict=True)},
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
        **dict(zip(_TAG_NAMES, np.log1p(tags.take(_TAG_CODES)).tolist(), strict=True)),
    }
