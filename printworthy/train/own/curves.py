"""Curves: verdicts on unseen pages → precision against recall, calibration, the learning curve, what the trees ask."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from printworthy.base.npz import Arrays
from printworthy.data.model import Own, Trees
from printworthy.features.context import context_features
from printworthy.features.segments import segment_features
from printworthy.methods.node_model import CONTENT
from printworthy.train.own.checkpoints import Checkpoints
from printworthy.train.own.compare import MethodResult, chosen
from printworthy.train.own.pages import Taught, Tell, word_f1
from printworthy.train.own.stack import Stack
from printworthy.train.samples import FOLDS

Floats = NDArray[np.floating[Any]]
PARTS: Final = (0.1, 0.25, 0.5, 0.75)
_POINTS: Final = 100


@dataclass(frozen=True, slots=True)
class Point:
    """A point of the learning curve: how many pages were learned from, and F1 on unseen ones, with its deviation."""

    pages: float
    f1: float
    spread: float


def precision_recall(pages: Sequence[Taught], verdict: MethodResult) -> tuple[Floats, Floats]:
    """Precision and recall of content by words, for a falling threshold."""
    likely, true, words = _all(pages, verdict)
    order = np.argsort(-likely, kind="stable")
    right, given = np.cumsum((true * words)[order]), np.cumsum(words[order])
    take = np.unique(np.linspace(0, len(order) - 1, _POINTS).astype(int))
    return (right / np.maximum(given, 1e-9))[take], (right / max(float(right[-1]), 1e-9))[take]


def calibration(pages: Sequence[Taught], verdict: MethodResult) -> list[tuple[float, float, float]]:
    """By tenths of the probability: what was foretold, what was so, and the share of all words."""
    likely, true, words = _all(pages, verdict)
    tenth = np.minimum((likely * 10).astype(int), 9)
    found = []
    for number in range(10):
        inside = tenth == number
        total = float(words[inside].sum())
        if total:
            foretold = float(likely[inside] @ words[inside]) / total
            found.append((foretold, float(true[inside] @ words[inside]) / total, total / float(words.sum())))
    return found


def learning_curve(
    stack: Stack, pages: Sequence[Taught], whole: Mapping[int, Floats], work: Checkpoints, tell: Tell
) -> list[Point]:
    """F1 on unseen pages of stacked models that learned from a part of the others; `whole` are those of all others."""
    found = [Point(0, *_spread(dict(enumerate(one.late for one in stack.known)), pages))]
    for place, part in enumerate(PARTS):
        kept = work.step(f"curve-{place}", partial(_part, stack, pages, part))
        learned = part * len(pages) * (FOLDS - 1) / FOLDS
        found.append(Point(learned, float(kept["f1"].mean()), float(kept["f1"].std())))
        tell("learning curve", place + 1, len(PARTS))
    return [*found, Point(len(pages) * (FOLDS - 1) / FOLDS, *_spread(whole, pages))]


def importance(own: Own, stack: Stack, most: int = 20) -> list[tuple[str, float]]:
    """How far each feature moves the verdict on average, in log-odds; the strongest first."""
    names = feature_names(stack, own)
    total = np.zeros(len(names))
    for feature, swing in _swings(own.trees):
        total[feature] += swing
    order = np.argsort(-total, kind="stable")[:most]
    return [(names[number], float(total[number])) for number in order if total[number] > 0]


def feature_names(stack: Stack, own: Own) -> list[str]:
    """The names of what an own model reads, in their order."""
    one = stack.known[0]
    first = list(segment_features(one.view, own.tables))
    return [*first, *context_features(one.view, one.late), *(f"own {name}" for name in first)]


def _swings(trees: Trees) -> list[tuple[int, float]]:
    count, depth = trees.feature.shape
    leaves = trees.leaves.reshape(count, *[2] * depth)
    found = []
    for level in range(depth):
        low, high = np.take(leaves, 0, axis=level + 1), np.take(leaves, 1, axis=level + 1)
        swing = np.abs(high - low).reshape(count, -1).mean(1)
        found += list(zip(trees.feature[:, level].tolist(), swing.tolist(), strict=True))
    return found


def _part(stack: Stack, pages: Sequence[Taught], part: float) -> Arrays:
    """The F1 of each fold, learned from a part of the other folds; which part is drawn once and for all."""
    order = np.random.default_rng(1).permutation(len(pages))
    taken = sorted(order[: max(2, round(part * len(pages)))].tolist())
    scores = []
    for fold in range(FOLDS):
        numbers = [number for number, one in enumerate(pages) if one.page.fold == fold]
        learn = [number for number in taken if pages[number].page.fold != fold]
        labels = {float(value) for number in learn for value in np.unique(pages[number].page.label)}
        if not numbers:
            continue
        if len(labels) < 2:
            each = {number: stack.known[number].late for number in numbers}
        else:
            own = stack.fit(fold, taken)
            each = {number: stack.judge(own, number) for number in numbers}
        scores.append(float(np.mean([_f1(pages[number], each[number]) for number in numbers])))
    return {"f1": np.array(scores)}


def _spread(likely: Mapping[int, Floats], pages: Sequence[Taught]) -> tuple[float, float]:
    numbers = range(len(pages))
    folds = [[_f1(pages[n], likely[n]) for n in numbers if pages[n].page.fold == fold] for fold in range(FOLDS)]
    means = [float(np.mean(one)) for one in folds if one]
    return float(np.mean(means)), float(np.std(means))


def _f1(one: Taught, likely: Floats) -> float:
    return word_f1(chosen(one, likely), one.page.label, one.page.view().words)


def _all(pages: Sequence[Taught], verdict: MethodResult) -> tuple[Floats, Floats, Floats]:
    likely = np.concatenate(verdict.likely).astype(np.float64)
    true = np.concatenate([one.nodes.label == CONTENT for one in pages]).astype(np.float64)
    words = np.concatenate([one.nodes.words for one in pages]).astype(np.float64)
    return likely, true, words
