"""Describe text nodes: `Tree` + `Columns` → `Nodes`, a row of values for each thing that section 4 of 2016 asks.

Where is the node (location), how does it look (appearance), what does it say (language)? Appearance and language of the
node before and the node after are rows of their own, as in the paper.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from printworthy.base.tags import (
    ARTICLE,
    ASIDE,
    BLOCKS,
    BODY_PROP,
    BUTTON,
    FIGURE,
    FOOTER,
    FORM,
    HEADER,
    HEADING,
    HIDDEN,
    INLINE,
    KINDS,
    LINK,
    LIST,
    MAIN,
    NAV,
    QUOTE,
    STRONG,
    TABLE,
)
from printworthy.base.words import ratio, words
from printworthy.data.columns import Columns
from printworthy.data.tree import Node, Tree, page_title
from printworthy.features.text import TextColumns, sums, text_columns
from printworthy.methods.node_words import CUES, cue_bits, known, looks_dated, month_words, small_words

Floats = NDArray[np.floating[Any]]
Ints = NDArray[np.int64]
Row = tuple[str, NDArray[Any]]

_FLAGS: Final = {
    "header": HEADER, "footer": FOOTER, "nav": NAV, "aside": ASIDE, "main": MAIN, "article": ARTICLE, "form": FORM,
    "list": LIST, "table": TABLE, "figure": FIGURE, "quote": QUOTE, "hidden": HIDDEN, "heading": HEADING,
    "button": BUTTON, "body": BODY_PROP,
}  # fmt: skip
_FLAG_BITS: Final = np.array(list(_FLAGS.values()))[:, None]
_CUE_BITS: Final = np.array([1 << bit for bit in range(len(CUES))])[:, None]
# Tags that look alike; whatever is not named here is "other".
_LOOKS: Final = {
    "h1": "h1", "h2": "h2", "h3": "h3", "h4": "h4", "h5": "h4", "h6": "h4", "p": "p", "a": "a", "b": "strong",
    "strong": "strong", "em": "em", "i": "em", "span": "span", "time": "time", "li": "item", "dt": "item", "dd": "item",
    "td": "cell", "th": "cell", "div": "div", "button": "button", "label": "button", "summary": "button",
    "figcaption": "caption", "caption": "caption", "pre": "code", "code": "code", "small": "small",
    "blockquote": "quote",
}  # fmt: skip
LOOKS: Final = (*dict.fromkeys(_LOOKS.values()), "other")
_LOOK_NUMBER: Final = {tag: LOOKS.index(look) for tag, look in _LOOKS.items()}
_OTHER: Final = len(LOOKS) - 1
_INLINE: Final = (INLINE, LINK, STRONG)
_MOST_TITLES: Final = 8
_FAR: Final = 200


@dataclass(frozen=True, slots=True)
class Nodes:
    """The text nodes of a page: `segment` is the one that each belongs to, `rows` feature × node, in `NAMES`' order."""

    texts: list[str]
    segment: Ints
    rows: Floats


def describe_nodes(tree: Tree, columns: Columns) -> Nodes:
    """All text nodes with their own features; the page has at least one."""
    texts = [" ".join((node.text_content or "").split()) for node in columns.text_nodes]
    segment = np.repeat(np.arange(len(columns.text)), np.diff(np.array(columns.node_start)))
    headlines = _headlines(tree)
    counted = text_columns(texts, headlines[0] if headlines else "")
    owner = np.array(columns.owner, np.int64)[segment]
    look, promised = _surroundings(columns.text_nodes)
    likeness = _likeness(texts, counted, headlines)
    looks = _appearance(columns, segment, look, _cues(columns)[owner] | promised)
    groups = (_location(likeness), looks, _language(texts, counted))
    rows = [row for group in groups for _, row in group]
    return Nodes(texts, segment, np.array(rows, np.float32))


def with_neighbours(rows: Floats) -> Floats:
    """The rows of each node, and the appearance and language of the node before it and after it."""
    own = rows[len(LOCATION) :]
    before, after = np.zeros_like(own), np.zeros_like(own)
    before[:, 1:], after[:, :-1] = own[:, :-1], own[:, 1:]
    return np.concatenate((rows, before, after))


def _headlines(tree: Tree) -> list[str]:
    """What the head calls the page: its title, the longest part of that, and what it tells other sites (4.1)."""
    if tree.head is None:
        return []
    title = " ".join(page_title(tree).split())
    shared = tree.head.css_first('meta[property="og:title"]')
    parts = [title]
    for mark in (" | ", " - ", " – ", " — ", " :: ", " » ", " · "):
        parts = [piece for part in parts for piece in part.split(mark)]
    told = (shared.attributes.get("content") or "") if shared is not None else ""
    return [text for text in dict.fromkeys((title, max(parts, key=len), " ".join(told.split()))) if text]


def _likeness(texts: list[str], counted: TextColumns, headlines: Sequence[str]) -> Floats:
    """One less the edit distance to the nearest headline, in words, for the nodes that share most words with it."""
    out = np.zeros(len(texts), np.float32)
    if not headlines or not counted.title.size:
        return out
    shared = sums(known(counted.hashes, np.unique(counted.title)).astype(np.float32), counted.offsets)
    total = np.maximum(counted.words, counted.title.size) + 1
    closeness = shared / total * (counted.words < 3 * counted.title.size + 5)
    wanted = [[word.casefold() for word in words(headline)] for headline in headlines]
    for place in np.argsort(-closeness, kind="stable")[:_MOST_TITLES].tolist():
        if closeness[place] > 0:
            own = [word.casefold() for word in words(texts[place])]
            out[place] = max(ratio(own, headline) for headline in wanted)
    return out


def _location(likeness: Floats) -> Iterator[Row]:
    """4.1: the place in the page, and the distance to the node that seems to be the title."""
    count = len(likeness)
    at = np.arange(count)
    best = int(likeness.argmax())
    found = bool(likeness[best] > 0)
    after = np.clip(at - best, -_FAR, _FAR) if found else np.full(count, -_FAR)
    yield "place", np.log1p(at)
    yield "part", at / count
    yield "likeness", likeness
    yield "likest", (at == best) & found
    yield "after_title", np.sign(after) * np.log1p(np.abs(after))
    yield "near_title", np.where(found, np.exp(-np.abs(after) / 5), 0)


def _appearance(columns: Columns, segment: Ints, look: Ints, cues: Ints) -> Iterator[Row]:
    """4.2: the tag around the text, the block around that, landmarks, and what their names promise."""
    owner = np.array(columns.owner, np.int64)[segment]
    for number, name in enumerate(LOOKS):
        yield f"tag_{name}", look == number
    block = _block_looks()[np.array(columns.tag, np.int64)][owner]
    for number, name in enumerate(LOOKS):
        if name in _BLOCK_LOOKS:
            yield f"block_{name}", block == number
    flags = np.array(columns.flags, np.int64)[owner]
    yield from zip((f"in_{name}" for name in _FLAGS), flags & _FLAG_BITS > 0, strict=True)
    yield from zip((f"named_{name}" for name in CUES), cues & _CUE_BITS > 0, strict=True)
    chars = np.array([len(text) for text in columns.text], np.float32)
    linked = np.minimum(np.array(columns.link_chars, np.float32) / np.maximum(chars, 1), 1)
    yield "linked", linked[segment]


def _language(texts: list[str], counted: TextColumns) -> Iterator[Row]:
    """4.3: how many words, which kind of words, which signs; is it a date?"""
    total = np.maximum(counted.offsets[1:] - counted.offsets[:-1], 1).astype(np.float32)
    month = sums(known(counted.hashes, month_words()).astype(np.float32), counted.offsets)
    dated = np.array([looks_dated(text) if digits else (False, False)
                      for text, digits in zip(texts, counted.digits.tolist(), strict=True)])  # fmt: skip
    yield "words", np.log1p(counted.words)
    yield "chars", np.log1p(counted.chars)
    yield "word_length", np.minimum(counted.chars / total, 20)
    yield "small_words", sums(known(counted.hashes, small_words()).astype(np.float32), counted.offsets) / total
    yield "digits", counted.digits / np.maximum(counted.chars, 1)
    yield "commas", np.minimum(counted.commas, 9)
    yield "stops", np.minimum(counted.stops, 9)
    yield "ends", counted.ends
    yield "upper", np.array([text[:1].isupper() for text in texts])
    yield "month", month > 0
    yield "month_day", (month > 0) & (counted.digits > 0) & (counted.words < 20)
    yield "date", dated[:, 0]
    yield "year", dated[:, 1]


def _surroundings(nodes: Sequence[Node]) -> tuple[Ints, Ints]:
    """The look of the tag right around each text; and, if it is inline, what its names promise."""
    looks, promises = [], []
    known: dict[str, int] = {"": 0}
    for node in nodes:
        parent = node.parent
        tag = (parent.tag if parent is not None else None) or ""
        looks.append(_LOOK_NUMBER.get(tag, _OTHER))
        name = _name(parent) if parent is not None and KINDS.get(tag) in _INLINE else ""
        if name not in known:
            known[name] = cue_bits(name)
        promises.append(known[name])
    return np.array(looks, np.int64), np.array(promises, np.int64)


def _name(element: Node) -> str:
    attributes = element.attributes
    return f"{attributes.get('class') or ''} {attributes.get('id') or ''}".strip() if attributes else ""


def _cues(columns: Columns) -> Ints:
    """What the names of each element and of the two around it promise."""
    bits = {name: cue_bits(name) for name in set(columns.key)}
    own = np.array([bits[name] for name in columns.key], np.int64)
    parent = np.array(columns.parent, np.int64)
    parent[0] = 0
    return own | own[parent] | own[parent[parent]]


@cache
def _block_looks() -> Ints:
    """Which look each block tag has, by its code."""
    return np.array([_LOOK_NUMBER.get(name, _OTHER) for name in BLOCKS], np.int64)


_BLOCK_LOOKS: Final = ("h1", "h2", "h3", "h4", "p", "item", "cell", "div", "caption", "quote", "code", "button")
LOCATION: Final = ("place", "part", "likeness", "likest", "after_title", "near_title")
APPEARANCE: Final = (
    *(f"tag_{look}" for look in LOOKS), *(f"block_{look}" for look in LOOKS if look in _BLOCK_LOOKS),
    *(f"in_{flag}" for flag in _FLAGS), *(f"named_{cue}" for cue in CUES), "linked",
)  # fmt: skip
LANGUAGE: Final = (
    "words", "chars", "word_length", "small_words", "digits", "commas", "stops", "ends", "upper", "month", "month_day",
    "date", "year",
)  # fmt: skip
OWN: Final = (*LOCATION, *APPEARANCE, *LANGUAGE)
NAMES: Final = (*OWN, *(f"{name}-1" for name in OWN[len(LOCATION) :]), *(f"{name}+1" for name in OWN[len(LOCATION) :]))
