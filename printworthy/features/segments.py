"""Stage one's features: `PageView` + learned tables → matrix, one row a feature, one column a segment."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from printworthy.base.tags import (
    ARTICLE,
    ASIDE,
    CODE,
    DETAILS,
    DIALOG,
    FOOTER,
    HEADING,
    HIDDEN,
    MAIN,
    NAV,
    NOSCRIPT,
    QUOTE,
    TABLE,
)
from printworthy.data.model import Tables
from printworthy.features.classes import key_scores
from printworthy.features.page import PageView
from printworthy.features.text import Floats, Ints, first_words, sums

Row = tuple[str, NDArray[Any]]
_FLAGS = {
    "hidden": HIDDEN, "noscript": NOSCRIPT, "footer": FOOTER, "nav": NAV, "aside": ASIDE, "main": MAIN,
    "article": ARTICLE, "table": TABLE, "dialog": DIALOG, "heading": HEADING, "details": DETAILS, "quote": QUOTE,
}  # fmt: skip
# What is told of an owner's ancestors, and of which levels: those that the trees made use of.
_CONTAINER = {
    "share": (1, 2, 3, 4, 5, 7), "words": (1, 2, 3, 4, 5, 6, 7), "links": (0, 1, 2, 3, 4, 5, 6, 7),
    "long": (0, 1, 2, 3, 4, 5, 6, 7), "commas": (0, 1, 2, 3, 4), "stops": (3, 4), "kids": (1, 4),
    "paragraphs": (1,), "start": (0, 1, 2, 3, 4), "words_per": (0, 3, 4), "tag": (0, 1, 4),
}  # fmt: skip
_CONTAINER_NAMES = [f"{label}_{level}" for label, levels in _CONTAINER.items() for level in levels]
_CONTAINER_ROWS = np.array([row for row, levels in enumerate(_CONTAINER.values()) for _ in levels])
_CONTAINER_LEVELS = np.array([level for levels in _CONTAINER.values() for level in levels])
PHRASE_WORDS = 8  # a shorter text is looked up as a whole, too
_EPS = np.float32(1e-6)


def segment_features(view: PageView, tables: Tables) -> dict[str, NDArray[Any]]:
    """All features of stage one by their names."""
    groups = (_own(view), _place(view), _vocabulary(view, tables), _containers(view, tables), _keys(view),
              _body(view), _sections(view), _page(view))  # fmt: skip
    return dict(row for group in groups for row in group)


def shifted(values: Floats, by: int) -> Floats:
    """Each segment's neighbour `by` places on; 0 beyond the ends."""
    out = np.zeros_like(values)
    if abs(by) >= len(values):
        return out
    if by > 0:
        out[:-by] = values[by:]
    else:
        out[-by:] = values[:by]
    return out


def prefix(values: Floats) -> Floats:
    """Prefix sums with a leading zero: the sum over `a:b` is a difference of two."""
    return np.concatenate(([0.0], np.cumsum(values, dtype=np.float64)))


def _own(view: PageView) -> Iterator[Row]:
    text, columns = view.text, view.columns
    chars = np.maximum(text.chars, 1)
    density = view.linked / view.words
    yield "words", np.log1p(view.words)
    yield "chars_per_word", chars / view.words
    yield "link_density", density
    yield "links", np.minimum(np.array(columns.links, np.float32), 20)
    yield "strong", np.minimum(np.array(columns.strong_chars, np.float32) / chars, 1)
    yield "images", np.minimum(np.array(columns.images, np.float32), 9)
    yield "soft", np.array(columns.soft, np.float32)
    yield "digits", text.digits / chars
    yield "stops", np.minimum(text.stops, 9)
    yield "ends", text.ends
    yield "title", view.title
    flags = view.flags[view.owner]
    for label, flag in _FLAGS.items():
        yield label, (flags & flag > 0).astype(np.float32)
    tag = view.tag[view.owner].astype(np.float32)
    yield "tag", tag
    yield "tag_before", shifted(tag, -1)
    yield "tag_after", shifted(tag, 1)
    yield "words+1", shifted(view.words, 1)
    yield "link_density+1", shifted(density, 1)
    yield "ends-1", shifted(text.ends, -1)
    count = np.unique(text.whole, return_inverse=True, return_counts=True)
    yield "copies", np.minimum(count[2][count[1]], 9).astype(np.float32)


def _place(view: PageView) -> Iterator[Row]:
    count = len(view.words)
    at = np.arange(count, dtype=np.float32)
    before = prefix(view.words)
    long_before = prefix(view.long)
    yield "position", at / count
    yield "from_start", np.log1p(at)
    yield "words_before", before[:-1] / before[-1]
    yield "long_before", long_before[:-1] / max(long_before[-1], 1)
    yield "long_words_before", np.log1p(long_before[:-1])
    linked = prefix(view.linked)
    for radius in (2, 5, 12):
        low, high = _window(count, radius)
        yield f"window{radius}_links", (linked[high] - linked[low]) / (before[high] - before[low])
    yield "window12_long", (long_before[high] - long_before[low]) / (before[high] - before[low])
    ones = np.flatnonzero(view.tag[view.owner] == CODE["h1"])
    h1 = ones[0] if ones.size else -1
    if h1 >= 0:
        yield "after_h1", (at - h1).clip(-50, 200)
        yield "words_after_h1", np.sign(at - h1) * np.log1p(np.abs(before[:-1] - before[h1]))
    else:
        yield "after_h1", np.full(count, -99)
        yield "words_after_h1", np.full(count, -99)
    match = view.title * np.minimum(view.words, 8)
    best = int(match.argmax())
    found = match[best] >= 2
    yield "after_title", (at - best).clip(-50, 200) if found else np.full(count, -99)
    yield "title_found", np.full(count, match[best])
    starts = np.flatnonzero((view.tag == CODE["article"]) & (view.flags[view.parent] & ARTICLE == 0))
    for label, places in (("h1", ones), ("articles", view.first[starts])):
        number = np.searchsorted(places, at, "right")
        yield f"{label}_before", np.minimum(number, 20)
        yield f"{label}_since_title", np.clip(number - number[best], -20, 20) if found else np.full(count, -99)
    heading = np.maximum.accumulate(np.where(view.heading > 0, at, -1))
    yield "after_heading", np.where(heading >= 0, np.minimum(at - heading, 60), 99)
    level = np.where(view.heading > 0, view.tag[view.owner], 0)
    yield "heading_level", np.where(heading >= 0, level[heading.astype(int)], 0)


def _window(count: int, radius: int) -> tuple[Ints, Ints]:
    """The segments around each segment, as ranges."""
    at = np.arange(count)
    return np.maximum(at - radius, 0), np.minimum(at + radius + 1, count)


def _vocabulary(view: PageView, tables: Tables) -> Iterator[Row]:
    text = view.text
    early = first_words(text)
    score = tables.words[text.hashes[early] >> np.uint32(32 - (len(tables.words) - 1).bit_length())]
    offsets = np.concatenate(([0], np.cumsum(np.minimum(np.diff(text.offsets), 25))))
    total = sums(score, offsets)
    counts = np.maximum(np.diff(offsets), 1)
    mean = total / counts
    least = np.zeros(len(counts), np.float32)
    filled = np.flatnonzero(np.diff(offsets))
    if filled.size:
        least[filled] = np.minimum.reduceat(score, offsets[filled])
    phrase = tables.phrases[text.whole >> np.uint32(32 - (len(tables.phrases) - 1).bit_length())]
    phrase = np.where(view.words < PHRASE_WORDS, phrase, 0)
    yield "word_mean", mean
    yield "word_sum", total
    yield "word_least", least
    yield "phrase", phrase
    yield "word_mean-1", shifted(mean, -1)
    yield "word_mean+1", shifted(mean, 1)
    heading = np.maximum.accumulate(np.where(view.heading > 0, np.arange(len(mean)), -1))
    known = heading >= 0
    yield "word_heading", np.where(known, mean[heading], 0)
    yield "phrase_heading", np.where(known, phrase[heading], 0)
    spread, size = prefix(total), prefix(counts)
    low, high = _window(len(mean), 4)
    yield "word_window", (spread[high] - spread[low]) / (size[high] - size[low])


def _containers(view: PageView, tables: Tables) -> Iterator[Row]:
    count = len(view.words)
    sums_of = np.array([view.words, view.linked, view.long, view.text.commas, view.text.stops])
    totals = np.zeros((len(sums_of), count + 1))
    np.cumsum(sums_of, axis=1, out=totals[:, 1:])
    words, linked, long, commas, stops = totals.take(view.last, axis=1) - totals.take(view.first, axis=1)
    segments = view.last - view.first
    page = words[0] + _EPS
    some = words + _EPS
    elements = len(view.parent)
    kids = np.bincount(view.parent[1:], minlength=elements)
    paragraphs = np.bincount(view.parent[1:][view.tag[1:] == CODE["p"]], minlength=elements)
    table = np.array([
        words / page, np.log1p(words), linked / some, long / some, commas / some, stops / some, np.minimum(kids, 50),
        np.minimum(paragraphs, 50), view.first / count, some / (segments + _EPS), view.tag,
    ], np.float32)  # fmt: skip
    yield from zip(_CONTAINER_NAMES, table[_CONTAINER_ROWS[:, None], view.chain[_CONTAINER_LEVELS]], strict=True)
    yield from _chain_scores(view, tables)
    held = words[view.chain]
    at = np.arange(count)
    for share in (0.1, 0.3, 0.5):
        level = (held < share * page).sum(0).clip(max=len(view.chain) - 1)
        own = view.chain[level, at]
        yield f"hold{share}_level", level
        yield f"hold{share}_links", table[2][own]
        if share > 0.2:
            yield f"hold{share}_long", table[3][own]
            yield f"hold{share}_within", (at - view.first[own]) / (segments[own] + _EPS)


def _chain_scores(view: PageView, tables: Tables) -> Iterator[Row]:
    """Learned scores of the owner's and its ancestors' class names, one by one and together."""
    keys = view.classes
    chain = keys.key[view.chain]
    parts = key_scores(tables.parts, keys.parts, keys.part_offsets)
    names = key_scores(tables.names, keys.names, keys.name_offsets)
    for label, scores in (("part", parts), ("name", names)):
        mean, least, greatest = np.array(scores).take(chain, axis=1)
        for level in range(4):
            yield f"{label}_mean_{level}", mean[level]
        yield f"{label}_mean", mean.mean(0)
        yield f"{label}_least", least.min(0)
        yield f"{label}_greatest", greatest.max(0)
        yield f"{label}_least_near", least[:4].min(0)


def _keys(view: PageView) -> Iterator[Row]:
    for label, group in zip(("own", "pair", "three", "grand"), view.groups, strict=True):
        size = np.bincount(group)
        words = np.bincount(group, view.words)
        linked = np.bincount(group, view.linked)
        long = np.bincount(group, view.long)
        yield f"same_{label}", np.log1p(size)[group]
        yield f"same_{label}_words", (words / size)[group]
        yield f"same_{label}_links", (linked / words)[group]
        yield f"same_{label}_long", (long / words)[group]


def _body(view: PageView) -> Iterator[Row]:
    """Where a segment stands to the container that holds the most long text close below it."""
    score = np.bincount(view.chain[1], view.long, len(view.parent))
    score += 0.5 * np.bincount(view.chain[2], view.long, len(view.parent))
    body = int(score.argmax())
    start, stop = int(view.first[body]), int(view.last[body])
    at = np.arange(len(view.words))
    long = np.flatnonzero((view.long > 0) & (at >= start) & (at < stop))
    low, high = (long[0], long[-1]) if long.size else (start, stop - 1)
    inside = (at >= start) & (at < stop)
    around = (view.first[view.chain] <= start) & (view.last[view.chain] >= stop)
    yield "in_body", inside.astype(np.float32)
    yield "body_level", np.where(around.any(0), around.argmax(0), len(around)).astype(np.float32)
    yield "after_body", np.clip(at - high, -100, 100).astype(np.float32)
    yield "before_body", np.clip(low - at, -100, 100).astype(np.float32)
    total = prefix(view.words)
    yield "words_after_body", np.sign(at - high) * np.log1p(np.abs(total[at] - total[high])).astype(np.float32)
    yield "body_share", np.full(len(at), (total[stop] - total[start]) / total[-1])
    yield "body_like", (view.classes.key[view.chain[:3]] == view.classes.key[body]).any(0).astype(np.float32)
    yield "body_within", np.where(inside, (at - start) / max(stop - start, 1), -1)


def _sections(view: PageView) -> Iterator[Row]:
    """What the section under the last heading is like, and the one before it."""
    section = np.cumsum(view.heading).astype(np.int64)
    size = np.bincount(section).astype(np.float32)
    words, linked = (np.bincount(section, values) + _EPS for values in (view.words, view.linked))
    yield "section_segments", np.minimum(size, 60)[section]
    yield "section_words", np.log1p(words)[section]
    yield "section_links", (linked / words)[section]
    yield "section_number", np.minimum(section, 60)
    yield "sections_after", np.minimum(section[-1] - section, 60)


def _page(view: PageView) -> Iterator[Row]:
    count = len(view.words)
    total = view.words.sum()
    tags = np.bincount(view.tag, minlength=len(CODE))
    values = {
        "page_words": np.log1p(total), "page_segments": np.log1p(count), "page_links": view.linked.sum() / total,
        "page_long": view.long.sum() / total, "page_long_count": np.log1p((view.long > 0).sum()),
        "page_longest": np.log1p(view.words.max()), "page_stops": view.text.stops.sum() / total,
        "page_h1": tags[CODE["h1"]], "page_elements": np.log1p(len(view.tag)),
    }  # fmt: skip
    for tag in ("p", "li", "article", "form", "button", "h2", "h3"):
        values[f"page_{tag}"] = np.log1p(tags[CODE[tag]])
    for label, value in values.items():
        yield label, np.full(count, value, np.float32)
