"""What both stages see: `Columns` + page title → `PageView`, the arrays that all features are made of."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from printworthy.base.tags import CODE, HEADING
from printworthy.data.columns import Columns
from printworthy.features.classes import ClassColumns, class_columns
from printworthy.features.text import Floats, Ints, TextColumns, text_columns

LEVELS = 12
_LONG = 15.0
_LINKED = 0.35
_MOST_CODES = 1 << 18


@dataclass(frozen=True, slots=True)
class PageView:
    """Arrays over segments and elements of one page, shared by the features of both stages."""

    text: TextColumns
    classes: ClassColumns
    groups: Ints  # kind of template, segment → its template; all kinds are numbered together
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
    owner, parent, first, last, tag, flags = (
        np.array(values, np.int64)
        for values in (columns.owner, columns.parent, columns.first, columns.last, columns.tag, columns.flags)
    )
    parent[0] = 0
    chain = np.empty((LEVELS, len(owner)), np.int64)
    chain[0] = owner
    for level in range(1, LEVELS):
        parent.take(chain[level - 1], out=chain[level])
    words = text.words + np.float32(0.1)
    classes = class_columns(columns.key)
    density = np.minimum(np.array(columns.link_chars, np.float32) / np.maximum(text.chars, 1), 1)
    linked = density * words
    long = np.where((words > _LONG) & (density < _LINKED), words, 0).astype(np.float32)
    heading = (flags.take(owner) & HEADING > 0).astype(np.float32)
    totals = np.zeros((4, len(owner) + 1))
    np.cumsum(np.array([words, linked, long, text.commas]), axis=1, out=totals[:, 1:])
    return PageView(
        text=text,
        classes=classes,
        groups=_groups(classes, tag, chain),
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
        section=np.cumsum(heading).astype(np.int64),
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
    key = _numbered(classes.key * len(CODE) + tag, len(classes.part_offsets) * len(CODE))
    span = int(key.max()) + 1
    own, parent, grand = key.take(chain[:3])
    pair = _numbered(own * span + parent, span * span)
    three = _numbered(pair * span + grand, (int(pair.max()) + 1) * span)
    found = np.array([_numbered(own, span), pair, three, _numbered(grand, span)])
    found[1:] += np.cumsum(found.max(1) + 1)[:-1, None]
    return found


def _numbered(codes: Ints, span: int) -> Ints:
    """A number for each of the distinct codes, which are below `span`, without gaps."""
    if span > _MOST_CODES:
        return np.unique(codes, return_inverse=True)[1]
    at = np.arange(len(codes))
    last = np.empty(span, np.int64)  # only where a code is, is it written and read
    last[codes] = at
    place = last.take(codes)
    found: Ints = np.cumsum(place == at).take(place) - 1
    return found
