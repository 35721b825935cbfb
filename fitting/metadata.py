"""Train the choosers of titles, dates and authors: labelled pages → `printworthy/metadata/models.json`.

Run `python -m fitting.metadata DATA`; the same pages give the same file, byte for byte. Needs CatBoost, whose
oblivious trees become plain arrays.
"""

from __future__ import annotations

import argparse
import datetime
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import printworthy.metadata
from fitting.choosers import Finder, Fitter, Recipe, samples
from fitting.metadata_scores import Answer, LabelledPage, load_pages, page_folds
from printworthy.metadata.describe import Candidates
from printworthy.metadata.ranker import FIELDS, RankedChoice


def train(folder: Path, report: Callable[[str], None] = print) -> dict[str, Any]:
    """The models of all fields, trained on all labelled pages below a folder."""
    pages, finder = load_pages(folder), Finder(folder, NOW)
    data = samples(pages, list(map(finder.candidates, pages)), page_folds(pages))
    result = {}
    for field in FIELDS:
        result[field] = Fitter(data[field], RECIPES[field]).fit()
        report(f"{field}: {len(data[field])} pages, threshold {result[field]['gate']['threshold']:.3f}")
    return result


def held_out_answers(folder: Path, pages: Sequence[LabelledPage]) -> list[Answer]:
    """Our answers for labelled pages below a folder, each by models and thresholds that never saw the page's site."""
    found = list(map(Finder(folder, NOW).candidates, pages))
    data = samples(pages, found, page_folds(pages))
    chosen = {field: Fitter(data[field], RECIPES[field]).held_out() for field in FIELDS}
    return [_answer(offer, *(chosen[field][number] for field in FIELDS)) for number, offer in enumerate(found)]


def _answer(
    offer: Candidates, title: RankedChoice | None, date: RankedChoice | None, author: RankedChoice | None
) -> Answer:
    return Answer(
        offer.titles[title.index].text if title else "",
        offer.dates[date.index].iso if date and date.accepted else "",
        offer.authors[author.index].names if author and author.accepted else (),
    )


def main() -> None:
    """Train on the data under a folder and write the models."""
    parser = argparse.ArgumentParser(description="train the models of titles, dates and authors")
    parser.add_argument("data", type=Path, help="folder that holds the labelled pages")
    parser.add_argument("out", type=Path, nargs="?", default=SHIPPED, help="file to write instead of the package's")
    options = parser.parse_args()
    models = train(options.data)
    options.out.write_text(json.dumps(models, separators=(",", ":")) + "\n", "utf-8")


SHIPPED = Path(printworthy.metadata.__path__[0], "models.json")
# The pages were saved before this day; a fixed one keeps the training reproducible.
NOW = datetime.date(2026, 11, 15)
# Each tree sees a part of the features only: many of them say nearly the same.
ORDER = {"iterations": 150, "depth": 4, "learning_rate": 0.1, "l2_leaf_reg": 8, "rsm": 0.3}
GATE = {"iterations": 200, "depth": 5, "learning_rate": 0.05, "l2_leaf_reg": 20, "rsm": 0.2}
RECIPES = {
    # Small steps: titles are many and alike, and what one page says should not turn the others.
    "title": Recipe({**ORDER, "iterations": 300, "learning_rate": 0.05}, {**GATE, "iterations": 60}, 1.0, exact=True),
    # Fewer features a tree and more trees: no one sign tells whether a page has a date.
    # The share is that of all pages without one on which a threshold is set; shops and manuals alone are given fewer.
    "date": Recipe(ORDER, {**GATE, "iterations": 300, "l2_leaf_reg": 5, "rsm": 0.1}, 0.12),
    "author": Recipe(ORDER, GATE, 0.09, exact=True),
}

if __name__ == "__main__":
    main()
