"""What both stages see: `Columns` + page title → `PageView`, the arrays that all features are made of."""

from __future__ import annotations

from math import log1p
from struct import pack
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from printworthy.base.tags import ARTICLE, BODY_PROP, CODE, FOOTER, HEADING, LIST, NAV, TABLE
from printworthy.data.columns import Columns
from printworthy.features.classes import ClassColumns, class_columns
from printworthy.features.text import Floats, Ints, TextColumns, text_columns

LEVELS = 12
_LONG = 15.0
_LINKED = 0.35
_MOST_CODES = 1 << 18
_TAGS = ("p", "li", "article", "form", "button", "td", "h1", "h2", "h3", "pre", "blockquote", "figure", "dd")
_TAG_CODES = np.array([CODE[tag] for tag in _TAGS])
_TAG_NAMES = [f"page_{tag}" for tag in _TAGS]
_FLAGS = {"list": LIST, "table": TABLE, "article": ARTICLE, "nav": NAV, "footer": FOOTER, "body": BODY_PROP}
_FLAG_BITS = np.array(list(_FLAGS.values()))[:, None]
_LIKELY = np.array([[0.5], [0.2], [0.8]], np.float32)
_EPS = 1e-6


class PageView(NamedTuple):
    """Arrays over segments and elements of one page, shared by the features of both stages."""

    text: TextColumns
    classes: ClassColumns
    groups: Ints  # kind of template, segment → its template; all kinds are numbered together, with gaps
    in_group: NDArray[Any]  # template → how many segments it has
    group_words: NDArray[Any]
    title: Floats  # share of a segment's words that stand in the page's title
    owner: Ints
    parent: Ints
    first: Ints
    last: Ints
    tag: Ints
    flags: Ints
    chain: Ints  # level, segment → ancestor at that level above the owner; the body repeats itself
    words: Floats
    linked: Floats  # words of a segment inside links
    long: Floats  # words of long segments with few links, else 0
    heading: Floats
    last_heading: Ints  # segment → the heading above it, itself included; -1 for none
    section: Ints  # segment → how many headings stand above it
    totals: Floats  # prefix sums of words, linked words, long words and commas, with a leading zero
    columns: Columns


def view_page(columns: Columns, title: str) -> PageView:
    """Gather the arrays; the page has at least one segment."""
    text = text_columns(columns.text, title)
    owner, first, last, tag, flags = map(
        _whole_numbers, (columns.owner, columns.first, columns.last, columns.tag, columns.flags)
    )
    parent = _whole_numbers([0, *columns.parent[1:]])
    chain = np.empty((LEVELS, len(owner)), np.int64)
    above = chain[0] = owner
    for level in range(1, LEVELS):
        above = chain[level] = parent.take(above)
    words = text.words + np.float32(0.1)
    classes = class_columns(columns.key)
    density = np.minimum(_whole_numbers(columns.link_chars).astype(np.float32) / np.maximum(text.chars, 1), 1)
    linked = density * words
    long = np.where((words > _LONG) & (density < _LINKED), words, 0).astype(np.float32)
    heading = (flags.take(owner) & HEADING > 0).astype(np.float32)
    totals = np.zeros((4, len(owner) + 1))
    np.add.accumulate(np.array([words, linked, long, text.commas]), 1, np.float64, totals[:, 1:])
    groups = _groups(classes, tag, chain)
    every = groups.ravel()
    return PageView(
        text=text,
        classes=classes,
        groups=groups,
        in_group=np.bincount(every),
        group_words=np.bincount(every, np.concatenate([words] * len(groups))),
        title=_title_share(text),
        owner=owner,
        parent=parent,
        first=first,
        last=last,
        tag=tag,
        flags=flags,
        chain=chain,
        words=words,
        linked=linked,
        long=long,
        heading=heading,
        last_heading=np.maximum.accumulate(np.where(heading > 0, np.arange(len(owner)), -1)),
        section=np.add.accumulate(heading).astype(np.int64),
        totals=totals,
        columns=columns,
    )


def _title_share(text: TextColumns) -> Floats:
    if not text.title.size:
        return np.zeros(len(text.words), np.float32)
    known = np.zeros(1 << 16, np.bool_)
    known[text.title >> np.uint32(16)] = True
    total = np.zeros(len(text.hashes) + 1, np.int64)
    known.take(text.hashes >> np.uint32(16)).cumsum(out=total[1:])
    at = total.take(text.offsets)
    size = np.maximum(text.offsets[1:] - text.offsets[:-1], 1)
    share: Floats = ((at[1:] - at[:-1]) / size).astype(np.float32)
    return share


def _groups(classes: ClassColumns, tag: Ints, chain: Ints) -> Ints:
    """Segments of one template: by the owner's key, with its parent's, with its grandparent's, by the latter alone."""
    place = _last_places(classes.key * len(CODE) + tag, len(classes.part_offsets) * len(CODE))
    # Numbers without gaps, so that those of two together are not too high.
    key = np.add.accumulate(place == np.arange(len(place)), dtype=np.int64).take(place)
    span, count = int(key[-1]) + 1, chain.shape[1]
    found = np.empty((4, count), np.int64)
    own, parent, grand = key.take(chain[:3])
    found[0], found[3] = own, grand
    found[1] = pair = _last_places(own * span + parent, span * span)
    found[2] = _last_places(pair * span + grand, count * span)
    found += np.array([[0], [span], [span + count], [span + 2 * count]])
    return found


def _last_places(codes: Ints, span: int) -> Ints:
    """For each of some codes, which are below `span`, the last place where it stands: equal codes, equal numbers."""
    if span > max(_MOST_CODES, len(codes)):
        codes, span = np.unique(codes, return_inverse=True)[1], len(codes)
    last = np.empty(span, np.int64)  # only where a code is, is it written and read
    last[codes] = np.arange(len(codes))
    return last.take(codes)


def _whole_numbers(values: list[int]) -> Ints:
    """An array of a list, in half the time that `np.array` takes."""
    return np.frombuffer(pack(f"{len(values)}q", *values), np.int64)


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
