"""Quality: the development data → scores of models that have not seen the pages they are scored on, and the floors.

    python -m printworthy.train.quality DATA --floors tests/floors.json

Every page is extracted as a user would, with the model of the fold that its site was left out of.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Iterable, Sequence
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

from printworthy.errors import InputError
from printworthy.evaluate.corpora import LAYOUTS, Sample, read_samples
from printworthy.evaluate.metrics import MEASURES, Score, Tally
from printworthy.options import Options
from printworthy.reading.extract import extract
from printworthy.train.fit import FOLD_MODELS
from printworthy.train.samples import known_folds, page_digest

# What is scored: folder or file, layout, and where its pages are.
SETS = {
    "wcxb": ("wcxb-dev", "wcxb", None),
    "news": ("news-dev", "articles", None),
    "snippets": ("snippets-dev.json", "snippets", "pages-dev/trafilatura"),
    "zh": ("zh-dev", "texts", None),
}


class QualityTask(NamedTuple):
    """A page to extract, and the fold whose model has not seen it."""

    group: str
    sample: Sample
    fold: int
    measure: str


class Result(NamedTuple):
    """The counts of one page."""

    group: str
    id: str
    page_type: str
    tally: Tally
    confidence: float


def main(arguments: list[str] | None = None) -> int:
    """Score, print, compare."""
    parser = argparse.ArgumentParser(prog="python -m printworthy.train.quality", description=__doc__)
    parser.add_argument("data", type=Path, help="the folder with the development data")
    parser.add_argument("--floors", type=Path, help="a file of the least F1 for each group")
    parser.add_argument("--models", type=Path, default=FOLD_MODELS, help="the folder of the out-of-fold models")
    parser.add_argument("--worst", type=int, default=0, help="also list the worst pages of each set")
    args = parser.parse_args(arguments)
    results = run(tasks(args.data), args.models)
    scores = summarise(results)
    lost = fallen(scores, json.loads(args.floors.read_text("utf-8"))) if args.floors else []
    lines = [
        *(
            f"{name:24} F1 {score.f1:.4f}  P {score.precision:.4f}  R {score.recall:.4f}  {pages:5} pages"
            for name, (score, pages) in scores.items()
        ),
        *reliability(results),
        *_worst(results, args.worst),
        *lost,
        f"{len(scores) - len(lost)} passed, {len(lost)} failed",
    ]
    sys.stdout.write("\n".join(lines) + "\n")
    return 1 if lost else 0


def tasks(data: Path) -> list[QualityTask]:
    """All pages that have a truth, each with its fold."""
    folds = known_folds(data)
    found = []
    for group, (name, layout, pages) in SETS.items():
        if (data / name).exists():
            samples = read_samples(data / name, LAYOUTS[layout], data / pages if pages else None)
            found += [QualityTask(group, one, folds[page_digest(one.path)], LAYOUTS[layout].measure) for one in samples]
    if not found:
        raise InputError(f"{data} holds none of {', '.join(name for name, _, _ in SETS.values())}")
    return found


def run(work: Sequence[QualityTask], models: Path) -> list[Result]:
    """Extract all pages in two processes."""
    with get_context("fork").Pool(2) as pool:
        return pool.map(_Extraction(models), work, chunksize=16)


def summarise(results: Iterable[Result]) -> dict[str, tuple[Score, int]]:
    """The score of each set, and of each page type of the set that has several."""
    groups: dict[str, list[Tally]] = defaultdict(list)
    for one in results:
        groups[one.group].append(one.tally)
        if one.group == "wcxb":
            groups[f"wcxb {one.page_type}"].append(one.tally)
    measures = {group: LAYOUTS[layout].measure for group, (_, layout, _) in SETS.items()}
    return {
        name: (MEASURES[measures[name.split()[0]]].combine(tallies), len(tallies))
        for name, tallies in sorted(groups.items())
    }


def reliability(results: Iterable[Result]) -> list[str]:
    """Confidence against the word F1 that it foretells, by tenths, over the pages whose whole text is known."""
    known = [(one.confidence, MEASURES["word"].combine([one.tally]).f1) for one in results if one.group == "wcxb"]
    lines = []
    for low in range(10):
        inside = [pair for pair in known if low <= pair[0] * 10 < low + 1 or (low == 9 and pair[0] == 1)]
        if inside:
            foretold, real = (sum(column) / len(inside) for column in zip(*inside, strict=True))
            lines.append(f"confidence .{low}-        {foretold:.3f} foretold, {real:.3f} real  {len(inside):5} pages")
    return lines


def fallen(scores: dict[str, tuple[Score, int]], floors: dict[str, float]) -> list[str]:
    """A line for each group below its floor."""
    return [
        f"{name}: F1 {scores[name][0].f1:.4f} is below its floor of {floor}"
        for name, floor in floors.items()
        if name in scores and scores[name][0].f1 < floor
    ]


class _Extraction:
    """Extract one page with the model that has not seen its site."""

    def __init__(self, models: Path) -> None:
        self.models = models

    def __call__(self, task: QualityTask) -> Result:
        options = Options(model=self.models / f"fold{task.fold}.npz", images="none")
        try:
            article = extract(task.sample.read(), task.sample.url, options)
            text, confidence = article.text, article.confidence
        except InputError:
            text, confidence = "", 0.0
        tally = MEASURES[task.measure].tally(text, task.sample.truth)
        return Result(task.group, task.sample.id, task.sample.page_type, tally, confidence)


def _worst(results: Iterable[Result], count: int) -> Iterable[str]:
    def f1(one: Result) -> float:
        return MEASURES["word"].combine([one.tally]).f1

    for group in SETS:
        for one in sorted((one for one in results if one.group == group), key=f1)[:count]:
            yield f"{group} {one.id} {one.page_type} F1 {f1(one):.3f} confidence {one.confidence:.2f}"


if __name__ == "__main__":
    sys.exit(main())
