"""Train the choosers of titles, dates and authors: labelled pages → `printworthy/metadata/models.json`.

Run `python -m printworthy.train.metadata DATA OUT`; the same pages give the same file. Needs CatBoost, whose oblivious
trees become plain arrays.
"""

from __future__ import annotations

import argparse
import datetime
import json
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from printworthy.errors import MissingExtraError
from printworthy.evaluate.metadata import LabelledPage, load_pages, page_bytes, page_folds, same_authors, same_title
from printworthy.metadata.candidates import Candidates, find_candidates
from printworthy.metadata.ranker import FIELDS, Row, best_row, ranker
from printworthy.metadata.site import read_site
from printworthy.metadata.sources import read_sources
from printworthy.parse.lexbor import parse
from printworthy.segment.walk import segment

if TYPE_CHECKING:
    from catboost import CatBoost


# The number of a page's best candidate, and its row for the gate.
Best = tuple[int, dict[str, float]]


@dataclass(frozen=True, slots=True)
class Sample:
    """A page's candidates for one field: their rows, which are right, and whether the page has the field at all.

    `has` is `None` where nobody looked. `fold` is the fold of the page's site.
    """

    rows: list[dict[str, float]]
    right: list[bool]
    has: bool | None
    fold: int


@dataclass(frozen=True, slots=True)
class Recipe:
    """How large a field's models are, what the gate tells, and how often pages without the field may be given one.

    The gate tells whether a page has the field; where all pages have it, whether the choice is right.
    """

    order: dict[str, Any]
    gate: dict[str, Any]
    false_share: float
    always: bool = False

    def label(self, page: Sample, index: int) -> bool:
        """What the gate should say of a page when this candidate is chosen."""
        return page.right[index] if self.always else bool(page.has)


def candidates_of(page: LabelledPage, now: datetime.date) -> Candidates:
    """The candidates of a labelled page, as the extraction finds them."""
    tree = parse(page_bytes(page))
    sources = read_sources(tree, segment(tree), page.url)
    return find_candidates(sources, read_site(sources), sources.html_lang[:2], now)


def samples(
    pages: Sequence[LabelledPage], found: Sequence[Candidates], folds: Sequence[int]
) -> dict[str, list[Sample]]:
    """The samples of every field, one a page, in the order of the pages."""
    result: dict[str, list[Sample]] = {field: [] for field in FIELDS}
    for page, offer, fold in zip(pages, found, folds, strict=True):
        title, date, author = page.title, page.date, page.author
        result["title"].append(Sample(
            [one.row for one in offer.titles], [same_title(one.text, title or "") for one in offer.titles],
            None if title is None else bool(title), fold,
        ))
        result["date"].append(Sample(
            [offer.page | one.row for one in offer.dates], [one.day.isoformat() == date for one in offer.dates],
            None if date is None else bool(date), fold,
        ))
        result["author"].append(Sample(
            [offer.page | one.row for one in offer.authors],
            [same_authors(one.names, author or "") for one in offer.authors],
            None if author is None else bool(author), fold,
        ))
    return result


@dataclass(frozen=True, slots=True)
class HeldOut:
    """What models that never saw a page's site chose for it: which candidate, its share, and the gate's log-odds."""

    index: int
    share: float
    score: float

    @property
    def probability(self) -> float:
        """What the gate says, as a probability."""
        return float(1 / (1 + np.exp(-self.score)))


def cross_fit(pages: Sequence[Sample], recipe: Recipe) -> list[HeldOut | None]:
    """The choice for every page by models trained without its fold; nothing where there is no candidate."""
    return _judge(pages, _held_out_best(pages, recipe), recipe)


def _judge(pages: Sequence[Sample], best: dict[int, Best], recipe: Recipe) -> list[HeldOut | None]:
    """What gates that never saw a page's site say of its best candidate."""
    known = [number for number, one in enumerate(pages) if one.has is not None and number in best]
    result: list[HeldOut | None] = [None] * len(pages)
    for fold in _folds(pages):
        learn = [number for number in known if pages[number].fold != fold]
        gate = ranker(_fit_gate(pages, best, learn, recipe))
        for number in (number for number in best if pages[number].fold == fold):
            index, row = best[number]
            result[number] = HeldOut(index, row["share"], float(gate.scores([row])[0]))
    return result


def _held_out_best(pages: Sequence[Sample], recipe: Recipe) -> dict[int, Best]:
    """The best candidate of each page and its row for the gate, by an order that never saw the page's site."""
    best: dict[int, Best] = {}
    for fold in _folds(pages):
        order = ranker(fit_order([one for one in pages if one.fold != fold], recipe))
        for number, one in enumerate(pages):
            if one.fold == fold and one.rows:
                best[number] = best_row(order.scores(one.rows), one.rows)
    return best


def fit_field(pages: Sequence[Sample], recipe: Recipe) -> dict[str, Any]:
    """Both models of a field. The gate learns from choices that the order made on sites it had not seen."""
    best = _held_out_best(pages, recipe)
    known = [number for number in best if pages[number].has is not None]
    gate = _fit_gate(pages, best, known, recipe)
    gate["threshold"] = threshold(pages, _judge(pages, best, recipe), recipe.false_share)
    return {"order": fit_order(pages, recipe), "gate": gate}


def threshold(pages: Sequence[Sample], chosen: Sequence[HeldOut | None], share: float) -> float:
    """The probability that at most this share of the pages without the field reaches."""
    without = [one for page, one in zip(pages, chosen, strict=True) if page.has is False]
    allowed = int(share * len(without))
    scores = sorted((one.probability for one in without if one is not None), reverse=True)
    return scores[allowed] + 1e-9 if allowed < len(scores) else 0.0


def fit_order(pages: Sequence[Sample], recipe: Recipe) -> dict[str, Any]:
    """The model that ranks the candidates of a page; it learns from pages where one of them is right."""
    useful = [one for one in pages if any(one.right)]
    rows = [row for one in useful for row in one.rows]
    labels = [right for one in useful for right in one.right]
    groups = [number for number, one in enumerate(useful) for _ in one.rows]
    return _fit(rows, labels, groups, {"loss_function": "QuerySoftMax", **recipe.order})


def _fit_gate(pages: Sequence[Sample], best: dict[int, Best], learn: Sequence[int], recipe: Recipe) -> dict[str, Any]:
    """The model that tells pages with the field from pages without it, from the best candidates of some pages."""
    labels = [recipe.label(pages[number], best[number][0]) for number in learn]
    return _fit([best[number][1] for number in learn], labels, None, {"loss_function": "Logloss", **recipe.gate})


def _fit(
    rows: Sequence[Row], labels: Sequence[bool], groups: list[int] | None, options: dict[str, Any]
) -> dict[str, Any]:
    """Train oblivious trees and return them as nested lists."""
    try:
        from catboost import CatBoost, Pool
    except ImportError:
        raise MissingExtraError("train", "training the metadata models") from None
    names = sorted({name for row in rows for name in row})
    matrix = np.array([[row.get(name, 0.0) for name in names] for row in rows])
    model = CatBoost({
        "random_seed": 1, "thread_count": 1, "verbose": 0, "border_count": 64, "allow_writing_files": False, **options
    })
    model.fit(Pool(matrix, np.array(labels, int), group_id=groups))
    return _export(model, names)


def _export(model: CatBoost, names: list[str]) -> dict[str, Any]:
    """The trees as arrays, with only the features that some tree asks for."""
    depth = max(1, int(model.get_tree_leaf_counts().max()).bit_length() - 1)
    splits, leaves = _trees(model, depth)
    used = sorted({feature for tree in splits for feature, _ in tree})
    index = {feature: number for number, feature in enumerate(used)}
    return {
        "names": [names[feature] for feature in used],
        "features": [[index[feature] for feature, _ in tree] for tree in splits],
        "borders": [[border for _, border in tree] for tree in splits],
        "leaves": [[round(value, 6) for value in tree] for tree in leaves],
        "bias": float(model.get_scale_and_bias()[1]),
        "threshold": 0.5,
    }


def _trees(model: CatBoost, depth: int) -> tuple[list[list[tuple[int, float]]], list[list[float]]]:
    """The splits and leaves of all trees, shallow ones repeated to the same depth."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "model.json")
        model.save_model(str(path), format="json")
        data = json.loads(path.read_text("utf-8"))
    splits, leaves = [], []
    for tree in data["oblivious_trees"]:
        asked = [(int(split["float_feature_index"]), float(split["border"])) for split in tree["splits"] or []]
        missing = depth - len(asked)
        splits.append(asked + [(0, float("1e30"))] * missing)
        leaves.append([float(value) for value in tree["leaf_values"]] + [0.0] * (2**depth - len(tree["leaf_values"])))
    return splits, leaves


def _folds(pages: Sequence[Sample]) -> list[int]:
    return sorted({one.fold for one in pages})


def train(pages: Sequence[LabelledPage], report: Callable[[str], None] = print) -> dict[str, Any]:
    """The models of all fields, trained on all pages."""
    found = [candidates_of(page, NOW) for page in pages]
    data = samples(pages, found, page_folds(pages))
    result = {}
    for field in FIELDS:
        result[field] = fit_field(data[field], RECIPES[field])
        report(f"{field}: {len(data[field])} pages, threshold {result[field]['gate']['threshold']:.3f}")
    return result


def main() -> None:
    """Train on the data under a folder and write the models."""
    parser = argparse.ArgumentParser(description="train the models of titles, dates and authors")
    parser.add_argument("data", type=Path, help="folder that holds the labelled pages")
    parser.add_argument("out", type=Path, help="file to write, as printworthy/metadata/models.json")
    options = parser.parse_args()
    models = train(load_pages(options.data))
    options.out.write_text(json.dumps(models, separators=(",", ":")) + "\n", "utf-8")


# The pages were saved before this day; a fixed one keeps the training reproducible.
NOW = datetime.date(2026, 11, 15)
# Each tree sees a part of the features only: many of them say nearly the same.
ORDER = {"iterations": 200, "depth": 4, "learning_rate": 0.08, "l2_leaf_reg": 8, "rsm": 0.3}
GATE = {"iterations": 300, "depth": 5, "learning_rate": 0.05, "l2_leaf_reg": 20, "rsm": 0.2}
RECIPES = {
    "title": Recipe(ORDER, {**GATE, "iterations": 100}, 1.0, always=True),
    "date": Recipe(ORDER, GATE, 0.1),
    "author": Recipe(ORDER, GATE, 0.105),
}

if __name__ == "__main__":
    main()
