"""Stage one's features: `PageView` + learned tables → rows, one value a segment.

Only what the trees made use of is here: each row costs as much time as a tree. Counts of the whole page are left out on
purpose: trees know pages by them, learn pages by heart, and do worse on others.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from printworthy.base.tags import ARTICLE, ASIDE, CODE, DETAILS, DIALOG, FOOTER, HEADING, HIDDEN, MAIN, NAV
from printworthy.data.model import Tables
from printworthy.features.classes import key_scores
from printworthy.features.page_view import PageView
from printworthy.features.structure import structure_features
from printworthy.features.text import FIRST_WORDS, Floats, Ints, first_words, sums

Row = tuple[str, NDArray[Any]]
PHRASE_WORDS = 8  # a shorter text is looked up as a whole, too
_EPS = np.float32(1e-6)
_HELD = (0.1, 0.3, 0.5)
_FLAGS = {
    "hidden": HIDDEN, "footer": FOOTER, "nav": NAV, "aside": ASIDE, "main": MAIN, "article": ARTICLE,
    "dialog": DIALOG, "heading": HEADING, "details": DETAILS,
}  # fmt: skip
_FLAG_BITS = np.array(list(_FLAGS.values()))[:, None]
# What is told of an owner's ancestors, and of which levels.
_CONTAINER = {
    "share": (1, 3), "words": (2, 3, 4, 5, 6, 7), "links": (0, 1, 2, 3, 6, 7), "long": (2, 3, 5, 7),
    "commas": (2, 3, 4), "paragraphs": (1,), "start": (3, 4), "words_per": (0, 4), "tag": (0, 1),
}  # fmt: skip
_CONTAINER_NAMES = [f"{label}_{level}" for label, levels in _CONTAINER.items() for level in levels]
_CONTAINER_ROWS = np.array([row for row, levels in enumerate(_CONTAINER.values()) for _ in levels])
_CONTAINER_LEVELS = np.array([level for levels in _CONTAINER.values() for level in levels])


def segment_features(view: PageView, tables: Tables) -> dict[str, NDArray[Any]]:
    """All features of stage one by their names."""
    groups = (_own(view), _place(view), _vocabulary(view, tables), _containers(view), _chain_scores(view, tables),
              _keys(view), _body(view), _sections(view), structure_features(view))  # fmt: skip
    return dict(chain.from_iterable(groups))


def limited(values: NDArray[Any], low: float, high: float) -> NDArray[Any]:
    """The values, none below and none above: `np.clip` in a third of its time."""
    found: NDArray[Any] = np.minimum(np.maximum(values, low), high)
    return found


def shifted(values: Floats, by: int) -> Floats:
    """Each segment's neighbour `by` places on; 0 beyond the ends."""
    out = np.zeros(len(values), values.dtype)
    if abs(by) >= len(values):
        return out
    if by > 0:
        out[:-by] = values[by:]
    else:
        out[-by:] = values[:by]
    return out


def prefix(values: Floats) -> Floats:
    """Prefix sums with a leading zero: the sum over `a:b` is a difference of two."""
    out = np.zeros(len(values) + 1)
    np.add.accumulate(values, 0, np.float64, out[1:])
    return out


def window(count: int, radius: int) -> tuple[Ints, Ints]:
    """The segments around each segment, as ranges."""
    at = np.arange(count)
    return np.maximum(at - radius, 0), np.minimum(at + radius + 1, count)


def holders(view: PageView, part: Floats, least: tuple[float, ...]) -> tuple[Ints, Ints]:
    """For each segment the lowest of its containers that hold at least such parts, and on which levels they stand.

    `part` is level × segment; what is found has a row for each of the least parts.
    """
    below = np.add.reduce((part < np.array(least, np.float32)[:, None, None]).view(np.uint8), 1, np.uint8)
    level = np.minimum(below, len(view.chain) - 1).astype(np.int64)
    count = len(view.owner)
    return view.chain.ravel().take(level * count + np.arange(count)), level


def of_containers(view: PageView, table: Floats, rows: Ints, levels: Ints) -> Floats:
    """Rows of a table over elements, each for the segments' containers on one level."""
    places = view.chain.take(levels, axis=0)
    places += rows[:, None] * table.shape[1]
    return table.ravel().take(places)


def in_groups(view: PageView, values: Floats) -> Floats:
    """For each segment the sums over those of its templates, a row for each kind of them."""
    sums: NDArray[Any] = np.bincount(view.groups.ravel(), np.concatenate([values] * len(view.groups))).take(view.groups)
    return sums


def _own(view: PageView) -> Iterator[Row]:
    text = view.text
    yield "words", np.log1p(view.words)
    yield "link_density", view.linked / view.words
    yield "stops", np.minimum(text.stops, 9)
    yield "ends", text.ends
    yield "title", view.title
    yield from zip(_FLAGS, view.flags.take(view.owner) & _FLAG_BITS > 0, strict=True)
    yield "tag", view.tag.take(view.owner)
    yield "words+1", shifted(view.words, 1)
    ranked = np.sort(text.whole)
    yield "copies", np.minimum(ranked.searchsorted(text.whole, "right") - ranked.searchsorted(text.whole), 9)


def _place(view: PageView) -> Iterator[Row]:
    count = len(view.words)
    at = np.arange(count)
    before, linked, long = view.totals[0], view.totals[1], view.totals[2]
    yield "words_before", before[:-1] / before[-1]
    yield "long_before", long[:-1] / max(long[-1], 1)
    yield "long_words_before", np.log1p(long[:-1])
    for radius in (2, 5):
        low, high = window(count, radius)
        yield f"window{radius}_links", (linked.take(high) - linked.take(low)) / (before.take(high) - before.take(low))
    tag = view.tag.take(view.owner)
    ones = (tag == CODE["h1"]).nonzero()[0]
    if ones.size:
        yield "after_h1", limited(at - ones[0], -50, 200)
        yield "words_after_h1", np.sign(at - ones[0]) * np.log1p(np.abs(before[:-1] - before[ones[0]]))
    else:
        yield "after_h1", np.full(count, -99)
        yield "words_after_h1", np.full(count, -99)
    match = view.title * np.minimum(view.words, 8)
    best = int(match.argmax())
    found = match[best] >= 2
    number = ones.searchsorted(at, "right")
    yield "after_title", limited(at - best, -50, 200) if found else np.full(count, -99)
    yield "h1_before", np.minimum(number, 20)
    yield "h1_since_title", limited(number - number[best], -20, 20) if found else np.full(count, -99)
    yield "after_heading", np.where(view.last_heading >= 0, np.minimum(at - view.last_heading, 60), 99)
    level = np.where(view.heading > 0, tag, 0)
    yield "heading_level", np.where(view.last_heading >= 0, level[view.last_heading], 0)


def _vocabulary(view: PageView, tables: Tables) -> Iterator[Row]:
    text = view.text
    early = first_words(text)
    score = tables.words.take(text.hashes[early] >> np.uint32(32 - (len(tables.words) - 1).bit_length()))
    per_segment = np.minimum(text.offsets[1:] - text.offsets[:-1], FIRST_WORDS)
    offsets = np.zeros(len(text.offsets), np.int64)
    np.add.accumulate(per_segment, out=offsets[1:])
    total = sums(score, offsets)
    counts = np.maximum(per_segment, 1)
    mean = total / counts
    least = np.zeros(len(counts), np.float32)
    filled = per_segment.nonzero()[0]
    if filled.size:
        least[filled] = np.minimum.reduceat(score, offsets[filled])
    phrase = tables.phrases.take(text.whole >> np.uint32(32 - (len(tables.phrases) - 1).bit_length()))
    phrase = np.where(view.words < PHRASE_WORDS, phrase, 0)
    known = view.last_heading >= 0
    yield "word_mean", mean
    yield "word_sum", total
    yield "word_least", least
    yield "phrase", phrase
    yield "word_heading", np.where(known, mean[view.last_heading], 0)
    yield "phrase_heading", np.where(known, phrase[view.last_heading], 0)
    spread, size = prefix(total), prefix(counts)
    low, high = window(len(mean), 4)
    yield "word_window", (spread.take(high) - spread.take(low)) / (size.take(high) - size.take(low))


def _containers(view: PageView) -> Iterator[Row]:
    count, elements = len(view.words), len(view.parent)
    words, linked, long, commas = view.totals.take(view.last, axis=1) - view.totals.take(view.first, axis=1)
    segments = view.last - view.first + _EPS
    some = words + _EPS
    paragraphs = np.bincount(view.parent[1:][view.tag[1:] == CODE["p"]], minlength=elements)
    table = np.array([
        words / some[0], np.log1p(words), linked / some, long / some, commas / some, np.minimum(paragraphs, 50),
        view.first / count, some / segments, view.tag,
    ], np.float32)  # fmt: skip
    yield from zip(_CONTAINER_NAMES, of_containers(view, table, _CONTAINER_ROWS, _CONTAINER_LEVELS), strict=True)
    held = table[0].take(view.chain)
    own, _ = holders(view, held, _HELD)
    links, prose = table[2:4].take(own, axis=1)
    for share, some_links, some_prose in zip(_HELD, links, prose, strict=True):
        yield f"hold{share}_links", some_links
        if share > 0.2:
            yield f"hold{share}_long", some_prose
    yield "hold0.5_within", (np.arange(count) - view.first.take(own[-1])) / segments.take(own[-1])


def _chain_scores(view: PageView, tables: Tables) -> Iterator[Row]:
    """Learned scores of the owner's and its ancestors' class names, one by one and together."""
    keys = view.classes
    above = keys.key.take(view.chain)
    parts = key_scores(tables.parts, keys.parts, keys.part_offsets)
    names = key_scores(tables.names, keys.names, keys.name_offsets)
    for label, scores in (("part", parts), ("name", names)):
        mean, least, greatest = scores.take(above, axis=1)
        for level in range(4):
            yield f"{label}_mean_{level}", mean[level]
        yield f"{label}_mean", np.add.reduce(mean) / len(mean)
        yield f"{label}_least", np.minimum.reduce(least)
        yield f"{label}_greatest", np.maximum.reduce(greatest)
        yield f"{label}_least_near", np.minimum.reduce(least[:4])


def _keys(view: PageView) -> Iterator[Row]:
    """What the segments of one template are like together."""
    groups = view.groups
    size, words = np.log1p(view.in_group).take(groups), view.group_words.take(groups)
    table = zip(size, words / view.in_group.take(groups), in_groups(view, view.long) / words,
                in_groups(view, view.linked) / words, strict=True)  # fmt: skip
    for label, (count, mean, prose, links) in zip(("own", "pair", "three", "grand"), table, strict=True):
        yield f"same_{label}", count
        yield f"same_{label}_words", mean
        yield f"same_{label}_long", prose
        if label in ("pair", "grand"):
            yield f"same_{label}_links", links


def _body(view: PageView) -> Iterator[Row]:
    """Where a segment stands to the container that holds the most long text close below it."""
    near, far = (np.bincount(view.chain[level], view.long, len(view.parent)) for level in (1, 2))
    body = int((near + 0.5 * far).argmax())
    start, stop = int(view.first[body]), int(view.last[body])
    at = np.arange(len(view.words))
    long = start + view.long[start:stop].nonzero()[0]
    low, high = (long[0], long[-1]) if long.size else (start, stop - 1)
    inside = (at >= start) & (at < stop)
    around = ((view.first <= start) & (view.last >= stop)).take(view.chain)
    total = view.totals[0]
    yield "in_body", inside
    yield "body_level", np.where(around.any(0), around.argmax(0), len(around))
    yield "after_body", limited(at - high, -100, 100)
    yield "before_body", limited(low - at, -100, 100)
    yield "words_after_body", np.sign(at - high) * np.log1p(np.abs(total[:-1] - total[high]))
    yield "body_like", (view.classes.key == view.classes.key[body]).take(view.chain[:3]).any(0)
    yield "body_within", np.where(inside, (at - start) / max(stop - start, 1), -1)


def _sections(view: PageView) -> Iterator[Row]:
    """What the section under the last heading is like."""
    section = view.section
    words, linked = np.bincount(section, view.words) + _EPS, np.bincount(section, view.linked)
    yield "section_segments", np.minimum(np.bincount(section), 60).take(section)
    yield "section_words", np.log1p(words).take(section)
    yield "section_links", (linked / words).take(section)
    yield "section_number", np.minimum(section, 60)
