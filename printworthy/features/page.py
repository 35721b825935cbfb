"""What both stages see: `Columns` + page title → `PageView`, the arrays that all features are made of."""

from __future__ import annotations

from struct import pack
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from printworthy.base.tags import CODE, HEADING
from printworthy.data.columns import Columns
from printworthy.features.classes import ClassColumns, class_columns
from printworthy.features.text import Floats, Ints, TextColumns, text_columns

LEVELS = 12
_LONG = 15.0
_LINKED = 0.35
_MOST_CODES = 1 << 18


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
