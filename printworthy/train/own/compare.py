"""Compare: pages → every method's verdicts on pages it has not seen, and their scores.

All are scored on the same text nodes: F1 of nodes by class, fold by fold, as the paper's tables give it, and F1 of the
words of content, mean over pages.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from printworthy.base.npz import Arrays
from printworthy.methods.node_model import BOILERPLATE, CONTENT, node_classes
from printworthy.select.choose import choose
from printworthy.train.own.checkpoints import Checkpoints
from printworthy.train.own.methods import METHODS, NAMES, CrossValidation, node_scores
from printworthy.train.own.pages import Taught, Tell, word_f1
from printworthy.train.own.stack import Stack
from printworthy.train.samples import FOLDS

Floats = NDArray[np.floating[Any]]
SHIPPED: Final = "the model underneath"
STACKED: Final = "own, stacked on it"
SCRATCH: Final = "own, from scratch"


@dataclass(frozen=True, slots=True)
class MethodResult:
    """One method on all pages: for each page the class of each node, and how likely each is content."""

    name: str
    classes: list[NDArray[np.int64]]
    likely: list[Floats]


@dataclass(frozen=True, slots=True)
class Scored:
    """How good a method is: by class (mean and deviation over folds), in words over all pages, and page by page."""

    name: str
    nodes: dict[str, tuple[float, float]]
    words: float
    pages: list[float]


def judge_nodes_by(pages: Sequence[Taught], work: Checkpoints, tell: Tell) -> list[MethodResult]:
    """The methods of the paper, and boosted trees, on the same text nodes."""
    validation = CrossValidation([one.nodes for one in pages])
    found = []
    for place, method in enumerate(METHODS):
        classes: list[Any] = [None] * len(pages)
        likely: list[Any] = [None] * len(pages)
        for fold in range(FOLDS):
            kept = work.step(f"{method}-{fold}", _Judging(validation, method, fold))
            numbers = [number for number, one in enumerate(pages) if one.page.fold == fold]
            sizes = np.cumsum([len(pages[number].nodes.label) for number in numbers])[:-1]
            parts = np.split(kept["belief"], sizes, axis=1) if numbers else []
            for number, belief in zip(numbers, parts, strict=True):
                classes[number] = node_classes(belief, kept["least"])
                likely[number] = belief[CONTENT]
            tell("compare", place * FOLDS + fold + 1, len(METHODS) * FOLDS)
        found.append(MethodResult(NAMES[method], classes, likely))
    return found


@dataclass(frozen=True, slots=True)
class _Judging:
    """A step: fit one method without a fold, and judge the fold."""

    validation: CrossValidation
    method: str
    fold: int

    def __call__(self) -> Arrays:
        beliefs, least = self.validation.beliefs(self.method, self.fold)
        whole = np.concatenate(beliefs, axis=1) if beliefs else np.zeros((4, 0))
        return {"belief": whole.astype(np.float32), "least": least}


def judge_segments(pages: Sequence[Taught], name: str, likely: Callable[[int], Floats]) -> MethodResult:
    """A method that judges segments, as if it judged the nodes in them."""
    classes, chances = [], []
    for number, one in enumerate(pages):
        segment = node_segments(one)
        chance = likely(number)
        kept = chosen(one, chance)
        classes.append(np.where(kept[segment], CONTENT, BOILERPLATE))
        chances.append(chance[segment])
    return MethodResult(name, classes, chances)


def stacked_out_of_fold(stack: Stack, work: Checkpoints, tell: Tell) -> dict[int, Floats]:
    """For each page the stacked model's verdict, by one that has not seen its fold."""
    found: dict[int, Floats] = {}
    for fold in range(FOLDS):
        numbers = [number for number, page in enumerate(stack.pages) if page.fold == fold]
        kept = work.step(f"stacked-{fold}", partial(_stacked, stack, fold, numbers))
        sizes = np.cumsum([len(stack.pages[number].label) for number in numbers])[:-1]
        found |= dict(zip(numbers, np.split(kept["likely"], sizes) if numbers else [], strict=True))
        tell("stack", fold + 1, FOLDS)
    return found


def _stacked(stack: Stack, fold: int, numbers: Sequence[int]) -> Arrays:
    own = stack.fit(fold)
    each = [stack.judge(own, number) for number in numbers]
    return {"likely": np.concatenate(each) if each else np.zeros(0)}


def scored(pages: Sequence[Taught], verdict: MethodResult, content_only: bool = False) -> Scored:
    """The scores of a method; one that knows content only has no figure for the other classes."""
    by_fold = []
    for fold in range(FOLDS):
        inside = [number for number, one in enumerate(pages) if one.page.fold == fold]
        by_fold.append(node_scores([pages[n].nodes for n in inside], [verdict.classes[n] for n in inside]))
    names = ("content",) if content_only else ("title", "date", "content")
    nodes = {}
    for name in names:
        values = [one[name] for one in by_fold if name in one]
        if values:
            nodes[name] = (float(np.mean(values)), float(np.std(values)))
    words = [
        word_f1(said == CONTENT, one.nodes.label == CONTENT, one.nodes.words)
        for one, said in zip(pages, verdict.classes, strict=True)
    ]
    return Scored(verdict.name, nodes, float(np.mean(words)), words)


def chosen(one: Taught, likely: Floats) -> NDArray[np.bool_]:
    """The segments that would be kept; copies of kept ones count as kept, because the labels have them, too."""
    view = one.page.view()
    choice = choose(likely, view.words, view.text.whole, view.columns)
    kept: NDArray[np.bool_] = choice.kept | choice.copies
    return kept


def node_segments(one: Taught) -> NDArray[np.int64]:
    """For each text node the segment that it is of."""
    starts = np.array(one.page.columns.node_start)
    return np.repeat(np.arange(len(starts) - 1), np.diff(starts))
