"""Train: the development data → the model of the package, its card, and the out-of-fold models that `quality` scores.

python -m printworthy.train.fit DATA [--out FOLDER]
"""

from __future__ import annotations

import argparse
import hashlib
import sys
from multiprocessing import get_context
from pathlib import Path

from printworthy.data.model import Model
from printworthy.model.store import model_bytes
from printworthy.train.crossfit import ALL, Crossfit, Stages
from printworthy.train.dataset import TrainingPage, read_page
from printworthy.train.log_odds import count, page_shares
from printworthy.train.page_trees import KINDS, HeldOutChoice, fit_pages, outcomes
from printworthy.train.samples import FOLDS, TrainingSample, read_training

ROOT = Path(__file__).resolve().parent.parent.parent
SHIPPED = ROOT / "printworthy" / "model" / "article.npz"
FOLD_MODELS = ROOT / "benchmarks" / "folds"


def main(arguments: list[str] | None = None) -> int:
    """Read, fit, write."""
    parser = argparse.ArgumentParser(prog="python -m printworthy.train.fit", description=__doc__)
    parser.add_argument("data", type=Path, help="the folder with the development data")
    parser.add_argument("--out", type=Path, default=None, help="write there instead of into the package")
    args = parser.parse_args(arguments)
    pages = read_pages(read_training(args.data))
    models = fit_all(pages)
    shipped, folds = (args.out / "article.npz", args.out) if args.out else (SHIPPED, FOLD_MODELS)
    folds.mkdir(parents=True, exist_ok=True)
    for fold, model in models.items():
        path = shipped if fold == ALL else folds / f"fold{fold}.npz"
        path.write_bytes(model_bytes(model))
        _say(f"{path.relative_to(ROOT) if path.is_relative_to(ROOT) else path}: {path.stat().st_size:,} bytes")
    return 0


def read_pages(samples: list[TrainingSample]) -> list[TrainingPage]:
    """All pages with text, read and labelled by two processes."""
    with get_context("fork").Pool(2) as pool:
        found = [page for page in pool.imap(read_page, samples, chunksize=16) if page is not None]
    _say(f"{len(found)} of {len(samples)} pages have text")
    return found


def fit_all(pages: list[TrainingPage]) -> dict[int, Model]:
    """A model for each fold left out and one of all pages."""
    with get_context("fork").Pool(2) as pool:
        shares = pool.map(page_shares, pages, chunksize=32)
    data = Crossfit(pages, count(pages, shares))
    first = data.first_models(_say)
    second, nets = data.second_models(_say), data.nets(_say)
    stages = {left: Stages(data.tables[frozenset({left})], first[left], second[left], nets[left]) for left in first}
    tasks = [(fold, stages[fold]) for fold in range(FOLDS)]
    known = [one for found in data.run(outcomes, tasks, _say) for one in found]
    card = _card(pages)
    return {left: _model(data, left, stages[left], known, card) for left in range(ALL, FOLDS)}


def _model(data: Crossfit, left: int, stages: Stages, known: list[HeldOutChoice], card: dict[str, object]) -> Model:
    sure, kinds = fit_pages(data, known, left)
    return Model(stages.tables, stages.first, stages.second, stages.nets, sure, kinds, {"kinds": KINDS}, card)


def _card(pages: list[TrainingPage]) -> dict[str, object]:
    """What the model has seen, by a digest that changes with any page or label."""
    digest = hashlib.sha256()
    for page in pages:
        digest.update(page.sample.id.encode())
        digest.update(page.label.tobytes())
    groups = {page.sample.group for page in pages}
    counted = {group: sum(page.sample.group == group for page in pages) for group in sorted(groups)}
    return {"pages": counted, "digest": digest.hexdigest(), "trainer": "catboost, oblivious trees; numpy, networks"}


def _say(text: str) -> None:
    sys.stderr.write(f"{text}\n")


if __name__ == "__main__":
    sys.exit(main())
