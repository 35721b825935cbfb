"""Signals: a candidate, its caption and the page → the numbers from which the judge decides.

Each signal lies within 0..1, so that its weight says how much it matters. `GROUPS` has them by what they look at: the
caption, as in the paper; the place in the page; and everything else. A signal speaks for a picture or against it, and
which of the two is written down here, not learned: sixty pages are too few to learn that from.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log1p, sqrt
from typing import Final

from printworthy.base.tags import ASIDE, BUTTON, CODE, FORM, HEADER, HIDDEN, NOSCRIPT
from printworthy.base.urls import host_of, registered_domain
from printworthy.images.candidates import Candidate
from printworthy.images.captions import Caption
from printworthy.images.entities import terms
from printworthy.images.files import ending_of, file_key, file_words
from printworthy.images.furniture_words import is_filed_furniture
from printworthy.images.page_context import KeptRange, PageContext

# By group, what speaks for a picture (+1) and what against it (-1).
GROUPS: Final[dict[str, dict[str, int]]] = {
    "caption": {"captioned": 1, "alike": 1, "known": 1, "figure": 1},
    "place": {
        "in range": 1, "below": -1, "touching": 1, "around": 1, "likes around": 1, "beside title": 1,
        "first above": 1, "close above": 1,
    },
    "all": {
        "linked": -1, "linked elsewhere": -1, "card": -1, "aside": -1, "header": -1, "hidden": -1, "control": -1,
        "heading": -1, "small": -1, "medium": -1, "large": 1, "thin": -1, "drawing": -1, "furniture": -1, "filed": -1,
        "furniture around": -1, "alternative": 1, "alternative in text": 1, "named by page": 1, "again": -1,
        "large above": 1,
    },
}  # fmt: skip
SIGNS: Final = {name: sign for group in GROUPS.values() for name, sign in group.items()}
NAMES: Final = tuple(SIGNS)

_NO_LEAD: Final = ("small", "drawing", "furniture", "filed", "heading")
_TERMS: Final = 8
_HEADINGS: Final = frozenset(CODE[name] for name in ("h1", "h2", "h3", "h4", "h5", "h6"))
_CLIMB: Final = 6
_SMALL: Final = 100
_MEDIUM: Final = 220
_LARGE: Final = 500
_THIN: Final = 4
_FARTHEST: Final = 3.5
_TITLE_REACH: Final = 8
# What buttons and counters may add to a caption.
_SLACK: Final = 60

Row = dict[str, float]
# A caption is long that names as many as this, one of them more than once.
_MANY: Final = 5
# How many of a text's names stand for it, and how often such a name comes.
_REPRESENTATIVE: Final = 12
_OFTEN: Final = 2


def read_signals(page: PageContext, candidates: Sequence[Candidate], captions: Sequence[Caption]) -> list[Row]:
    """The signals of each candidate by name."""
    rows = [_signals(page, candidate, caption) for candidate, caption in zip(candidates, captions, strict=True)]
    _add_likes(rows, page.place, candidates)
    return rows


def _signals(page: PageContext, candidate: Candidate, caption: Caption) -> Row:
    row = dict.fromkeys(NAMES, 0.0)
    _add_place(row, page.place, candidate, caption)
    _add_caption(row, page, caption)
    if candidate.href:
        _add_link(row, page, candidate)
    _add_element(row, page, candidate)
    _add_size(row, candidate)
    _add_words(row, page, candidate)
    return row


def _add_place(row: Row, place: KeptRange, candidate: Candidate, caption: Caption) -> None:
    """Where a picture stands, with its caption, to the kept text."""
    columns, hull = place.columns, caption.hull
    start, end = columns.first[hull], columns.last[hull]
    around = columns.parent[hull]
    if place.chars[end] - place.chars[start] > len(caption.text) + len(caption.credit) + _SLACK:
        # It stands among text, so that its own block is what is around it.
        start = end = candidate.at
        around = hull
    row["around"] = place.share(max(0, around))
    before, after = place.gap(start, end)
    row["in range"], row["below"] = float(before >= 0 and after >= 0), float(after < 0)
    row["touching"] = ((before == 0) + (after == 0)) / 2
    row["beside title"] = float(any(start - _TITLE_REACH <= at <= end + _TITLE_REACH for at in place.titles))
    if before < 0 <= after:
        row["close above"] = 1 - min(1.0, log1p(after) / _FARTHEST)


def _add_caption(row: Row, page: PageContext, caption: Caption) -> None:
    """What the caption names, against what the text names."""
    row["figure"] = float(caption.figure)
    if caption.text:
        row["captioned"] = 1.0
        named = page.recognise(f"{caption.text} {caption.credit}")
        found = likeness(named, page.names) if named else None
        if found:
            row["alike"], row["known"] = found.value, found.known


def _add_link(row: Row, page: PageContext, candidate: Candidate) -> None:
    """Does a click lead to another page, or to the same picture?"""
    href = candidate.href.strip()
    if not href or href.startswith(("#", "javascript:")) or ending_of(href) or file_key(href) == candidate.key:
        return
    host = host_of(href) if "//" in href[:8] else ""
    elsewhere = bool(host and page.site) and registered_domain(host) != page.site
    if elsewhere and host == host_of(candidate.src):
        return
    row["linked"], row["linked elsewhere"] = 1.0, float(elsewhere)
    row["card"] = 1 - row["around"]


def _add_element(row: Row, page: PageContext, candidate: Candidate) -> None:
    """What the elements around a picture are, and are named, up to the article's body."""
    place, element = page.place, candidate.block
    columns = place.columns
    flags = columns.flags[element] & ~columns.flags[place.body]
    row["aside"] = float(bool(flags & ASIDE)) * (1 - row["around"])
    row["header"] = float(bool(flags & HEADER))
    row["hidden"] = float(bool(flags & HIDDEN and not flags & NOSCRIPT))
    row["control"] = float(bool(flags & (FORM | BUTTON)))
    row["heading"] = float(columns.tag[element] in _HEADINGS)
    furniture = 0
    for _ in range(_CLIMB):
        if element <= place.body:
            break
        furniture += page.is_furniture(columns.key[element])
        element = columns.parent[element]
    row["furniture around"] = min(furniture, 3) / 3


def _add_size(row: Row, candidate: Candidate) -> None:
    width, height = candidate.width, candidate.height
    longest = max(width, height)
    if not longest:
        return
    small = longest < _SMALL or 0 < min(width, height) < _SMALL // 2
    row["small"] = float(small)
    row["medium"] = float(not small and longest < _MEDIUM)
    row["large"] = float(longest >= _LARGE)
    row["thin"] = float(0 < _THIN * min(width, height) <= longest)


def _add_words(row: Row, page: PageContext, candidate: Candidate) -> None:
    """What names, address and alternative text say."""
    row["drawing"] = float(candidate.inner.partition("?")[0].endswith((".svg", ".ico")))
    row["furniture"] = float(page.is_furniture(candidate.names))
    row["filed"] = float(is_filed_furniture(file_words(candidate.inner)))
    row["named by page"] = float(candidate.key in page.named)
    alt = terms((candidate.attributes.get("alt") or "")[:300])[:_TERMS]
    if alt:
        row["alternative"] = min(len(alt), 6) / 6
        row["alternative in text"] = sum(word in page.lower for word in alt) / len(alt)


def _add_likes(rows: Sequence[Row], place: KeptRange, candidates: Sequence[Candidate]) -> None:
    """What candidates have in common: cards come in rows, icons again and again; the first above may be the lead."""
    columns = place.columns
    groups: dict[tuple[object, ...], list[Row]] = {}
    files: Counter[str] = Counter()
    first = True
    for row, candidate in zip(rows, candidates, strict=True):
        block = candidate.block
        up = max(0, columns.parent[block])
        key = (columns.tag[block], columns.key[block], columns.key[up], candidate.names[:40])
        groups.setdefault(key, []).append(row)
        files[candidate.key] += not columns.flags[block] & NOSCRIPT
        if row["close above"] and not any(row[name] for name in _NO_LEAD):
            row["first above"], row["large above"] = float(first), row["large"]
            first = False
    for members in groups.values():
        around = sum(row["around"] for row in members) / len(members)
        for row in members:
            row["likes around"] = around
    for row, candidate in zip(rows, candidates, strict=True):
        row["again"] = float(files[candidate.key] > 2)


@dataclass(frozen=True, slots=True)
class Likeness:
    """How alike caption and text are, 0..1, and whether that is a cosine. `known` is the share of names they share."""

    value: float
    cosine: bool = False
    known: float = 0.0


def likeness(caption: Counter[str], text: Counter[str]) -> Likeness:
    """The likeness of a caption's names and a text's (Joshi & Liu 2009, section 4.4).

    A short caption is compared by representative names: does it hold one of those that the text names often? A long one
    by the cosine of the two distributions of names, each normalised.
    """
    if not caption or not text:
        return Likeness(0.0)
    known = sum(name in text for name in caption) / len(caption)
    if len(caption) >= _MANY and max(caption.values()) > 1:
        return Likeness(cosine(normalised(caption), normalised(text)), cosine=True, known=known)
    chosen = representative(text)
    return Likeness(sum(name in chosen for name in caption) / len(caption), known=known)


def representative(text: Counter[str]) -> frozenset[str]:
    """The names that come most often in a text."""
    return frozenset(name for name, count in text.most_common(_REPRESENTATIVE) if count >= _OFTEN)


def normalised(counts: Mapping[str, int]) -> dict[str, float]:
    """Frequencies as shares of their sum."""
    total = sum(counts.values())
    return {name: count / total for name, count in counts.items()} if total else {}


def cosine(one: Mapping[str, float], other: Mapping[str, float]) -> float:
    """The cosine of the angle between two vectors: 0 if they share nothing, 1 if they have one direction."""
    product = sum(value * other[name] for name, value in one.items() if name in other)
    lengths = sqrt(sum(value * value for value in one.values()) * sum(value * value for value in other.values()))
    return product / lengths if lengths else 0.0
