"""The strongest features of each segment: `Tree` + `Columns` + `Model` → the two looks of the learned method."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from math import factorial
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from printworthy.data.columns import Columns
from printworthy.data.model import Floats, Model, Trees
from printworthy.data.tree import Tree, page_title
from printworthy.features.context import context_features
from printworthy.features.page_view import view_page
from printworthy.features.segments import segment_features
from printworthy.methods.learned import matrix
from printworthy.model.net import late_probability
from printworthy.model.trees import probability

_LEVELS: Final = ("its own element", "the element around it", "two elements up", "three elements up")
_KINDS: Final = {
    "own": "segments of the same kind of element", "pair": "segments of the same kind of element and parent",
    "three": "segments of the same template", "grand": "segments with the same kind of grandparent",
}  # fmt: skip
_PLAIN: Final[dict[str, str]] = {
    "words": "its length in words", "link_density": "how much of it is links", "stops": "full stops in it",
    "ends": "how it ends", "title": "words it shares with the page's title", "hidden": "is hidden",
    "footer": "stands in a footer", "nav": "stands in navigation", "aside": "stands aside", "main": "stands in main",
    "article": "stands in an article element", "dialog": "stands in a dialog", "heading": "is a heading",
    "details": "can be folded away", "tag": "its element", "words+1": "length of the next segment",
    "copies": "how often the page says it", "words_before": "how far down the page it stands",
    "long_before": "long text that stands before it", "long_words_before": "long text that stands before it",
    "window2_links": "links right around it", "window5_links": "links around it",
    "after_h1": "distance to the first heading", "words_after_h1": "words since the first heading",
    "after_title": "distance to the title", "h1_before": "first-level headings above it",
    "h1_since_title": "first-level headings since the title", "after_heading": "distance to the heading above",
    "heading_level": "level of the heading above", "word_mean": "its vocabulary", "word_sum": "its vocabulary, summed",
    "word_least": "its least article-like word", "phrase": "it as a known phrase",
    "word_heading": "vocabulary of the heading above", "phrase_heading": "the heading above as a known phrase",
    "word_window": "vocabulary around it", "part_mean": "class names around it", "name_mean": "class names around it",
    "in_body": "stands in the body of the page", "body_level": "how close to the body it stands",
    "after_body": "distance to the end of the body", "before_body": "distance to the start of the body",
    "words_after_body": "words since the body's end", "body_like": "is made like the body",
    "body_within": "where in the body it stands", "section_segments": "size of its section",
    "section_words": "words in its section", "section_links": "links in its section",
    "section_number": "number of its section", "hold0.5_within": "where in its half of the page it stands",
    "p": "the first look at it", "p-1": "the first look at the one before", "p+1": "the first look at the next one",
    "odds_window8": "the first look at those around it", "p_before8": "the first look at those before",
    "p_after8": "the first look at those after", "mass_before": "article text before it",
    "log_mass_before": "article text before it", "p_rest_after": "how likely the rest of the page is",
    "section_p": "the first look at its section", "section_p-1": "the first look at the section before",
    "section_p+1": "the first look at the next section", "heading_p": "the first look at the heading above",
    "words_until_likely": "words until the next likely segment",
    "after_first_likely": "distance to the first likely one",
    "before_last_likely": "distance to the last likely one", "in_run": "stands in the best run of the page",
    "expected": "how sure the page is as a whole", "threshold": "how sure one must be on this page",
    "page_mean": "the share of article on the page", "page_mass": "the amount of article on the page",
    "page_likely": "the number of likely segments", "page_best": "the likeliest segment",
    "p_over_threshold": "the first look at it, against the page's threshold",
    "title_level": "how many boxes up the title stands", "later_story": "is of another story below",
    "in_comments": "stands among comments", "text_above_comments": "text above the first comment",
    "comments_share": "share of comments on the page", "cards": "cards like the one it stands in",
    "card_words": "words of such a card", "card_links": "links in such cards", "card_share": "share of such cards",
}  # fmt: skip
_CONTAINED: Final[dict[str, str]] = {
    "share": "share of the page in {}", "words": "words in {}", "links": "links in {}", "long": "long text in {}",
    "commas": "commas in {}", "paragraphs": "paragraphs in {}", "start": "where {} begins",
    "words_per": "words a segment in {}", "tag": "tag of {}", "part_mean": "class name of {}",
    "name_mean": "class name of {}",
}  # fmt: skip
_FIRST_LOOK: Final = ("p", "odds", "sure", "mass")
_PATTERN: Final = re.compile(r"(.+?)_(in)?(\d+)$")
_HOLD: Final = re.compile(r"(hold|mass)(0\.\d)_(\w+)$")
_HELD: Final = {"links": "links in", "long": "long text in", "p": "the first look at"}
_SAME: Final = re.compile(r"(same|alike)_(\w+?)(?:_(words|long|links|p|odds|mass))?$")
_SAME_WORDS: Final = {
    None: "number of {}", "words": "length of {}", "long": "long text in {}", "links": "links in {}",
    "p": "the first look at {}", "odds": "the first look at {}", "mass": "article text in {}",
}  # fmt: skip


def in_words(name: str) -> str:
    """What a feature means; a name that nobody has described is shown as it is."""
    if name in _PLAIN:
        return _PLAIN[name]
    if match := _HOLD.fullmatch(name):
        held = f"the smallest element with {float(match[2]):.0%} of the {'page' if match[1] == 'hold' else 'article'}"
        return f"{_HELD.get(match[3], 'size of')} {held}"
    if match := _SAME.fullmatch(name):
        return _SAME_WORDS[match[3]].format(_KINDS.get(match[2], match[2]))
    if (match := _PATTERN.fullmatch(name)) and match[1] in (*_CONTAINED, *_FIRST_LOOK):
        where = _LEVELS[int(match[3])] if int(match[3]) < len(_LEVELS) else f"{match[3]} elements up"
        form = "the first look at {}" if match[2] else _CONTAINED[match[1]]
        return form.format(where)
    if name.startswith(("part_", "name_")):
        return "the {} class name around it".format("least article-like" if "least" in name else "most article-like")
    return name


@dataclass(frozen=True, slots=True)
class Reason:
    """What a feature is in words, its value, and what it adds to the score (in log-odds)."""

    words: str
    value: float
    added: float


@dataclass(frozen=True, slots=True)
class Look:
    """One stage: the probability of each segment, and its strongest features."""

    probability: Floats
    strongest: list[list[Reason]]


def two_looks(tree: Tree, columns: Columns, model: Model, most: int = 5) -> tuple[Look, Look]:
    """What each stage thought of each segment, and by which features; the page has at least one segment.

    In stage two, networks have half the say; the features are what its trees go by.
    """
    view = view_page(columns, page_title(tree))
    features = segment_features(view, model.tables)
    first = _look(model.first, features, most)
    features |= context_features(view, first.probability)
    rows = matrix(features)
    late = late_probability(model.second, model.nets, rows, view.words)
    return first, replace(_look(model.second, features, most), probability=late)


def _look(trees: Trees, features: dict[str, NDArray[Any]], most: int) -> Look:
    rows = matrix(features)
    added, _ = contributions(trees, rows)
    return Look(probability(trees, rows), strongest(list(features), rows, added, most))


def strongest(names: list[str], rows: Floats, added: Floats, most: int) -> list[list[Reason]]:
    """For each column what adds or takes most, the strongest first; features of one meaning are one."""
    meaning = [in_words(name) for name in names]
    words = list(dict.fromkeys(meaning))
    group = np.array([words.index(one) for one in meaning])
    total = np.zeros((len(words), rows.shape[1]), np.float32)
    np.add.at(total, group, added)
    order = np.argsort(-np.abs(total), axis=0, kind="stable")[:most].T
    found = []
    for column, places in enumerate(order.tolist()):
        leads = [_lead(group == place, added[:, column]) for place in places]
        found.append(
            [
                Reason(words[place], float(rows[lead, column]), float(total[place, column]))
                for place, lead in zip(places, leads, strict=True)
            ]
        )
    return found


def _lead(members: NDArray[np.bool_], added: Floats) -> int:
    """The member of a group that adds or takes most."""
    return int(np.where(members, np.abs(added), -1).argmax())


_CHUNK = 256  # columns at a time: memory grows with them


def contributions(trees: Trees, matrix: Floats) -> tuple[Floats, float]:
    """What each row of a matrix (feature × column) adds to each column's score, and the score without any."""
    asked = np.empty((*trees.feature.shape, matrix.shape[1]), bool)
    for level in range(trees.feature.shape[1]):
        asked[:, level] = matrix[trees.feature[:, level]] > trees.threshold[:, level, None]
    tables = _tables(trees, asked.mean(2))
    out = np.zeros((matrix.shape[0], matrix.shape[1]), np.float32)
    for start in range(0, matrix.shape[1], _CHUNK):
        part = slice(start, start + _CHUNK)
        for level, gain in enumerate(_gains(tables, asked[:, :, part].astype(np.int64))):
            np.add.at(out[:, part], trees.feature[:, level], gain)
    return out, float(tables[0].sum()) + trees.bias


def _tables(trees: Trees, usual: Floats) -> list[NDArray[Any]]:
    """For each set of questions that are asked (a bit a level) the leaves, averaged over the others: tree × answers."""
    count, depth = trees.feature.shape
    leaves = trees.leaves.astype(np.float64).reshape(count, *(2,) * depth)
    found = []
    for chosen in range(1 << depth):
        table = leaves
        for level in range(depth):
            if not chosen >> level & 1:
                share = usual[:, level].reshape(-1, *(1,) * depth)
                below, above = np.split(table, 2, axis=level + 1)
                table = below * (1 - share) + above * share
        found.append(table.reshape(count, -1))
    return found


def _gains(tables: list[NDArray[Any]], asked: NDArray[np.int64]) -> list[Floats]:
    """For each level the mean gain of asking its question, over all orders of asking."""
    depth = asked.shape[1]
    values = [_value(table, asked, chosen) for chosen, table in enumerate(tables)]
    gains = []
    for level in range(depth):
        gain = np.zeros_like(values[0])
        for chosen in range(1 << depth):
            if not chosen >> level & 1:
                size = chosen.bit_count()
                share = factorial(size) * factorial(depth - size - 1) / factorial(depth)
                gain += share * (values[chosen | 1 << level] - values[chosen])
        gains.append(gain)
    return gains


def _value(table: NDArray[Any], asked: NDArray[np.int64], chosen: int) -> Floats:
    """What the trees say when only the chosen questions are answered: tree × column."""
    place = np.zeros((asked.shape[0], asked.shape[2]), np.int64)
    for level in range(asked.shape[1]):
        if chosen >> level & 1:
            place = place << 1 | asked[:, level]
    value: Floats = np.take_along_axis(table, place, axis=1)
    return value
