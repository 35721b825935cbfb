"""Do the browser's eyes help the default? `python benchmarks/research/looks.py DATA [--pages 300] [--cache FILE]`

A sample of pages is rendered. The model that has not seen a page's site judges its segments; then small trees learn, on
the other folds, what to add to that verdict: once from the features that the model had, and once also from what the
browser saw: size, weight, colours, visibility, and where the text's box stands to the column of the page's long text.
F1 of words against the aligned labels, by folds of registered domains.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from printworthy.base.encoding import to_utf8
from printworthy.data.columns import Columns
from printworthy.data.looks import Box, ElementStyle, Looks
from printworthy.data.tree import page_title
from printworthy.errors import PrintworthyError
from printworthy.features.page_view import view_page
from printworthy.features.segments import segment_features
from printworthy.methods.learned import matrix, second_matrix
from printworthy.model.store import load_model
from printworthy.model.trees import probability, score
from printworthy.parse.lexbor import parse_page
from printworthy.render.browser import Browser
from printworthy.render.join import join
from printworthy.segment.walk import segment
from printworthy.select.choose import choose
from printworthy.train.align import align
from printworthy.train.boost import Recipe, fit
from printworthy.train.dataset import page_weights
from printworthy.train.samples import FOLDS, TrainingSample, read_training

Floats = NDArray[np.floating[Any]]
MODELS = Path(__file__).parents[1] / "folds"
RECIPE = Recipe(trees=60, depth=4, rate=0.06)
_NOWHERE = Box(0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Seen:
    """A rendered page: rows of the model's features and of its looks, the verdicts, the labels and the words."""

    fold: int
    known: Floats
    looks: Floats
    odds: Floats
    label: Floats
    words: Floats
    whole: NDArray[np.uint32]
    texts: NDArray[np.str_]  # one string, because arrays pad each to the longest


def main(arguments: list[str] | None = None) -> int:
    """Render, learn, compare."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("data", type=Path, help="the folder with the development data")
    parser.add_argument("--pages", type=int, default=300)
    parser.add_argument("--cache", type=Path, help="keep what was seen there, and use it if it is there")
    args = parser.parse_args(arguments)
    pages = load(args.data, args.pages, args.cache)
    print(f"{len(pages)} pages rendered, {sum(len(one.label) for one in pages):,} segments")
    plain, same, seen = verdicts(pages)
    for name, odds in (("the model", plain), ("with trees over its features", same), ("… and over the looks", seen)):
        scores = np.array([f1(one, its) for one, its in zip(pages, odds, strict=True)])
        folds = " ".join(f"{scores[[one.fold == fold for one in pages]].mean():.3f}" for fold in range(FOLDS))
        print(f"{name:30} F1 {scores.mean():.4f}   by fold {folds}")
    return 0


def load(data: Path, count: int, cache: Path | None) -> list[Seen]:
    """The pages, rendered once."""
    if cache and cache.is_file():
        with np.load(cache, allow_pickle=False) as kept:
            numbers = range(int(kept["count"]))
            return [Seen(int(kept[f"{n} fold"]), *(kept[f"{n} {part}"] for part in _PARTS)) for n in numbers]
    samples = [one for one in read_training(data) if one.group == "wcxb"]
    chosen = Random(0).sample(samples, min(count, len(samples)))  # noqa: S311 - not for secrets
    pages = list(_rendered(chosen))
    if cache:
        arrays = {f"{n} {part}": getattr(one, part) for n, one in enumerate(pages) for part in ("fold", *_PARTS)}
        np.savez(cache, count=len(pages), **arrays)
    return pages


def _rendered(samples: list[TrainingSample]) -> Iterator[Seen]:
    with Browser() as browser:
        for number, sample in enumerate(samples):
            try:
                found = _seen(browser, sample)
            except PrintworthyError as error:
                print(f"{sample.id}: {error}", file=sys.stderr)
                continue
            if found is not None:
                yield found
            if number % 20 == 19:
                print(f"{number + 1} of {len(samples)}", file=sys.stderr, flush=True)


def _seen(browser: Browser, sample: TrainingSample) -> Seen | None:
    snapshot = browser.render(to_utf8(sample.path.read_bytes()), sample.url)
    tree = join(parse_page(snapshot.html), snapshot)
    columns = segment(tree)
    if not columns.text or tree.looks is None or sample.truth is None:
        return None
    view = view_page(columns, page_title(tree))
    model = load_model(MODELS / f"fold{sample.fold}.npz")
    first = matrix(segment_features(view, model.tables))
    second = second_matrix(view, first, probability(model.first, first))
    label = (align(columns.text, sample.truth) >= 0.5).astype(np.float32)
    looks = look_features(columns, tree.looks, view.long)
    texts = np.array(_BETWEEN.join(columns.text))
    return Seen(sample.fold, second, looks, score(model.second, second), label, view.words, view.text.whole, texts)


def look_features(columns: Columns, looks: Looks, long: Floats) -> Floats:
    """What the browser saw of each segment, as rows."""
    styles, boxes = zip(*(_look(columns, looks, number) for number in range(len(columns.text))), strict=True)
    weight = np.maximum(long, 0.01)
    left, right, top, bottom = (np.array([getattr(box, side) for box in boxes]) for side in _SIDES)
    size = np.array([style.size for style in styles])
    usual = _usual(size, weight)
    rows = [
        size, size / usual, np.array([style.weight for style in styles]),
        [style.visible for style in styles], _as_usual([style.color for style in styles], weight),
        _as_usual([style.background for style in styles], weight),
        left - _usual(left, weight), right - _usual(right, weight), right - left, bottom - top,
        left, top, top / max(looks.height, 1), (right - left) * (bottom - top) / np.maximum(long, 1),
        top - _usual(top, weight), (right <= left) | (bottom <= top),
    ]  # fmt: skip
    return np.array([np.asarray(row, np.float32) for row in rows])


def _look(columns: Columns, looks: Looks, number: int) -> tuple[ElementStyle, Box]:
    """The style and box of a segment's longest text."""
    nodes = columns.text_nodes[columns.node_start[number] : columns.node_start[number + 1]]
    longest = max(nodes, key=lambda node: len(node.text_content or ""), default=columns.node[columns.owner[number]])
    return looks.style(longest), looks.box(longest) or _NOWHERE


def _usual(values: Floats, weight: Floats) -> float:
    """The value that most of the long text has."""
    kinds, place = np.unique(np.round(values), return_inverse=True)
    return float(kinds[np.bincount(place, weight).argmax()]) or 1.0


def _as_usual(values: list[str], weight: Floats) -> NDArray[np.bool_]:
    place = np.unique(values, return_inverse=True)[1]
    found: NDArray[np.bool_] = place == np.bincount(place, weight).argmax()
    return found


def verdicts(pages: list[Seen]) -> tuple[list[Floats], list[Floats], list[Floats]]:
    """Log-odds of all pages: the model's, and with what trees add that have not seen the fold."""
    same, seen = {}, {}
    for fold in range(FOLDS):
        learn = [one for one in pages if one.fold != fold]
        label = np.concatenate([one.label for one in learn])
        weight = np.concatenate([page_weights(one.label, one.words, np.ones_like(one.words)) for one in learn])
        base = np.concatenate([one.odds for one in learn])
        known = np.concatenate([one.known.T for one in learn])
        looks = np.concatenate([one.looks.T for one in learn])
        narrow = fit(known, label, weight, RECIPE, base)
        wide = fit(np.concatenate((known, looks), axis=1), label, weight, RECIPE, base)
        for number, one in enumerate(pages):
            if one.fold == fold:
                same[number] = one.odds + score(narrow, one.known)
                seen[number] = one.odds + score(wide, np.concatenate((one.known, one.looks)))
    return [one.odds for one in pages], [same[n] for n in range(len(pages))], [seen[n] for n in range(len(pages))]


def f1(page: Seen, odds: Floats) -> float:
    """F1 of the words of the chosen segments, copies aside."""
    texts = str(page.texts).split(_BETWEEN)
    apart = [*range(len(texts))]
    columns = Columns(text=texts, owner=apart, parent=apart, flags=[0] * len(texts))
    kept = choose(1 / (1 + np.exp(-np.clip(odds, -30, 30))), page.words, page.whole, columns).kept
    wanted = choose(page.label * 0.98 + 0.01, page.words, page.whole, columns).kept & (page.label > 0)
    total = float(kept @ page.words + wanted @ page.words)
    return 2 * float((kept & (page.label > 0)) @ page.words) / total if total else 0.0


_PARTS = ("known", "looks", "odds", "label", "words", "whole", "texts")
_BETWEEN = "\x1f"  # no text of a page has it
_SIDES = ("left", "right", "top", "bottom")


if __name__ == "__main__":
    sys.exit(main())
