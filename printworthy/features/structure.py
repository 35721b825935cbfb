"""Features of structure: `PageView` → rows. Where a segment stands to the title, to comments, and among its like.

A later story has the template of the one with the title, but not the title; a card is one of many siblings; what
readers say stands in a box that is called so, below the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from printworthy.base.tags import CODE
from printworthy.features.page_view import PageView
from printworthy.features.text import Floats, Ints

Row = tuple[str, NDArray[Any]]
_COMMENT: Final = re.compile(
    r"(?<![a-z])(?:re)?comm?ent|kommentar|discuss|disqus|respond|respuesta|yorum|(?<!p)reply|replies"
)
# One of these stands in everything that the pattern finds.
_WORDS: Final = (
    "comment", "coment", "kommentar", "discuss", "disqus", "respond", "respuesta", "yorum", "reply", "replies",
)  # fmt: skip
_LEAST_TITLE: Final = 0.5
_STORY: Final = 40  # words of long text in what may be a story
_CARDS: Final = 4
_REACH: Final = 9  # levels at which cards are looked for
_EPS = np.float32(1e-6)


def structure_features(view: PageView) -> Iterator[Row]:
    """All of them by their names."""
    yield from _titled(view)
    yield from _comments(view)
    yield from _cards(view)


def templates(view: PageView) -> Ints:
    """For each element a number that those of the same tag, class and id share."""
    return view.classes.key * len(CODE) + view.tag


def title_segment(view: PageView) -> int:
    """The heading that has most of the page's title, the first of several; else the first `h1`; -1 for none."""
    share = view.title * view.heading
    if share.size and float(share.max()) >= _LEAST_TITLE:
        return int(share.argmax())
    ones = (view.tag.take(view.owner) == CODE["h1"]).nonzero()[0]
    return int(ones[0]) if ones.size else -1


def _titled(view: PageView) -> Iterator[Row]:
    """How many containers up the title is, and whether this is a later story: of the same template, without it."""
    title = title_segment(view)
    if title < 0:
        none = np.zeros(len(view.words), np.float32)
        yield from (("title_level", none - 1), ("later_story", none), ("after_title", none - 60))
        return
    around = (view.first <= title) & (view.last > title)
    level = around.take(view.chain).argmax(0)
    yield "title_level", level
    later: NDArray[np.bool_] = np.logical_or.reduce(_later_stories(view, title, around)[view.chain])
    yield "later_story", later
    yield "after_title", np.minimum(np.maximum(np.arange(len(view.words)) - title, -60), 200)


def _later_stories(view: PageView, title: int, around: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Elements below the title with much text whose template is that of one around it."""
    long = view.totals[2]
    much = long.take(view.last) - long.take(view.first) >= _STORY
    codes = templates(view)
    named = (view.classes.key != view.classes.key[0]) | (view.tag == CODE["article"])
    own = codes[around & much & named]
    found: NDArray[np.bool_] = np.isin(codes, own) & (view.first > title) & much & named & ~around
    return found


def _comments(view: PageView) -> Iterator[Row]:
    """In a box that is called so; and how much text stands above the first such box."""
    called = comment_keys(view.columns.key).take(view.classes.key)
    inside: NDArray[np.bool_] = np.logical_or.reduce(called.take(view.chain))
    long = view.totals[2]
    first = int(inside.argmax()) if inside.any() else len(inside)
    yield "in_comments", inside
    yield "text_above_comments", np.where(inside, np.log1p(long[first]), -1)
    yield "comments_share", np.where(inside, (view.words @ inside) / view.totals[0][-1], 0)


def comment_keys(keys: list[str]) -> NDArray[np.bool_]:
    """Which of the distinct keys, in their order, name comments. Plain words are found faster than a pattern is."""
    distinct = list(dict.fromkeys(keys))
    found = np.zeros(len(distinct), bool)
    every = "\0".join(distinct).lower()
    words = [word for word in _WORDS if word in every]
    if words:
        for number, key in enumerate(every.split("\0")):
            for word in words:
                if word in key and _COMMENT.search(key):
                    found[number] = True
    return found


def _cards(view: PageView) -> Iterator[Row]:
    """The greatest group of siblings of one template that a segment stands in: its size, links, and words of each."""
    codes = templates(view)
    pair = view.parent * (int(codes.max()) + 1) + codes
    _, group, size = np.unique(pair, return_inverse=True, return_counts=True)
    words, linked = (view.totals[row].take(view.last) - view.totals[row].take(view.first) for row in (0, 1))
    all_words, all_linked = (np.bincount(group, values) for values in (words, linked))
    filled = size.take(group) * (words > 0)
    level = filled.take(view.chain[:_REACH]).argmax(0)
    element = view.chain.ravel().take(level * len(view.owner) + np.arange(len(view.owner)))
    own = group.take(element)
    count: Floats = size.take(own).astype(np.float32)
    many = count >= _CARDS
    yield "cards", np.log1p(count)
    yield "card_words", np.where(many, np.log1p(all_words.take(own) / count), 0)
    yield "card_links", np.where(many, all_linked.take(own) / (all_words.take(own) + _EPS), 0)
    yield "card_share", np.where(many, all_words.take(own) / view.totals[0][-1], 0)
