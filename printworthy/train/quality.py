"""Quality: the development data → scores of models that have not seen the pages they are scored on, and the floors.

    python -m printworthy.train.quality DATA --floors tests/floors.json

Every page is extracted as a user would, with the model of the fold that its site was left out of. What readers labelled
(`gold`) counts first; the truths that came with the data stand beside it.
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

from printworthy.base.encoding import to_utf8
from printworthy.errors import InputError
from printworthy.evaluate.corpora import LAYOUTS, Sample, read_samples
from printworthy.evaluate.metrics import MEASURES, Score, Tally, Truth
from printworthy.options import Options
from printworthy.reading.extract import extract
from printworthy.reading.reading import Reading
from printworthy.train.fit import FOLD_MODELS
from printworthy.train.gold import GoldPage, read_gold
from printworthy.train.samples import known_folds, page_digest

# What is scored: folder or file, layout, and where its pages are.
SETS = {
    "wcxb": ("wcxb-dev", "wcxb", None),
    "news": ("news-dev", "articles", None),
    "snippets": ("snippets-dev.json", "snippets", "pages-dev/trafilatura"),
    "zh": ("zh-dev", "texts", None),
}
GOLD = "gold"
GOLD_MEASURE = "script-word"
_MEASURES = {GOLD: GOLD_MEASURE} | {group: LAYOUTS[layout].measure for group, (_, layout, _) in SETS.items()}
_FEWEST = 20  # pages of a language that are scored apart


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
    language: str = ""

    @property
    def f1(self) -> float:
        """The F1 of this page alone."""
        return MEASURES[_MEASURES[self.group]].combine([self.tally]).f1


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
    with get_context("fork").Pool(2) as pool:
        gold = pool.map(gold_sample, read_gold(data), chunksize=16)
    different = {page_digest(one.path): one for one in gold if one.truth.text.strip()}
    return found + [QualityTask(GOLD, one, folds[digest], GOLD_MEASURE) for digest, one in different.items()]


def gold_sample(page: GoldPage) -> Sample:
    """A page with the text that readers want of it."""
    text = page.text(Reading(to_utf8(page.path.read_bytes())).columns.text) if page.places else ""
    return Sample(page.path.name, page.path, Truth(text), page.url, page.page_type)


def run(work: Sequence[QualityTask], models: Path) -> list[Result]:
    """Extract all pages in two processes."""
    with get_context("fork").Pool(2) as pool:
        return pool.map(_Extraction(models), work, chunksize=16)


def summarise(results: Sequence[Result]) -> dict[str, tuple[Score, int]]:
    """The score of each set, and of each page type and language of those that have several."""
    groups: dict[str, list[Tally]] = defaultdict(list)
    for one in results:
        for name in _names(one):
            groups[name].append(one.tally)
    return {
        name: (MEASURES[_MEASURES[name.split()[0]]].combine(tallies), len(tallies))
        for name, tallies in sorted(groups.items())
        if not name.startswith(f"{GOLD} in ") or len(tallies) >= _FEWEST
    }


def _names(one: Result) -> Iterable[str]:
    """The groups that a page counts in."""
    yield one.group
    if one.group in (GOLD, "wcxb"):
        yield f"{one.group} {one.page_type}"
    if one.group == GOLD:
        yield f"{GOLD} in {one.language or '?'}"
        if one.page_type != "article":
            yield f"{GOLD} other types"


def reliability(results: Sequence[Result]) -> list[str]:
    """Confidence against the F1 that it foretells, by tenths: over the articles that readers labelled, and over all."""
    gold = [one for one in results if one.group == GOLD]
    articles = [one for one in gold if one.page_type == "article"]
    return [line for name, known in (("articles", articles), ("all", gold)) if known for line in _reliable(name, known)]


def _reliable(name: str, known: Sequence[Result]) -> Iterable[str]:
    for low in range(10):
        inside = [one for one in known if low == min(int(one.confidence * 10), 9)]
        if inside:
            foretold, real = (
                sum(values) / len(inside) for values in zip(*((o.confidence, o.f1) for o in inside), strict=True)
            )
            yield f"{name}, confidence .{low}-  {foretold:.3f} foretold, {real:.3f} real  {len(inside):5} pages"
    yield f"{name}, mean absolute error  {sum(abs(one.confidence - one.f1) for one in known) / len(known):.4f}"


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
            language = article.language if task.group == GOLD else ""
        except InputError:
            text, confidence, language = "", 0.0, ""
        tally = MEASURES[task.measure].tally(text, task.sample.truth)
        return Result(task.group, task.sample.id, task.sample.page_type, tally, confidence, language[:2])


def _worst(results: Iterable[Result], count: int) -> Iterable[str]:
    for group in _MEASURES:
        for one in sorted((one for one in results if one.group == group), key=lambda one: one.f1)[:count]:
            yield f"{group} {one.id} {one.page_type} F1 {one.f1:.3f} confidence {one.confidence:.2f}"


if __name__ == "__main__":
    sys.exit(main())
