"""All methods on the same pages, as the tables of docs/methods.md.

    python benchmarks/quality/methods.py DATA [--browser N]

DATA is the folder with the development data. What is learned judges only pages whose sites it has not seen: the models
that left out one fold lie in benchmarks/folds. With a browser, a sample of the pages is rendered first.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter, process_time

from printworthy.data.looks import Renderer, Snapshot
from printworthy.errors import PrintworthyError
from printworthy.evaluate.metrics import MEASURES, Score, Tally
from printworthy.evaluate.report import table
from printworthy.methods.registry import METHODS, VARIANTS
from printworthy.options import Options
from printworthy.reading.extract import extract
from printworthy.train.quality import QualityTask, tasks

FOLDS = Path(__file__).parents[1] / "folds"
LEARNED = {"learned": "fold", "nodes": "nodes", **dict.fromkeys(VARIANTS, "nodes")}
# What the papers say of themselves, on their own pages.
PAPERS = {
    "visual": ("Luo et al. 2009, text segments of 95 news pages", "precision .916, recall .991"),
    "subtree": ("Joshi and Liu 2009", "text over 90 % right, pictures 83 %"),
    "filters": ("Gupta et al. 2003", "no figure"),
    "nodes": ("Rangarajan 2016, text nodes of 269 news pages", "content F .697 (logistic), date F .584 (forest)"),
}


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a method made of a page: counts of words and of segments, and CPU and wall seconds."""

    page_type: str
    words: Tally
    segments: Tally
    cpu: float
    wall: float
    failed: bool


Outcomes = dict[str, list[Outcome]]


def main(arguments: list[str] | None = None) -> int:
    """Run all methods, print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path, help="the folder with the development data")
    parser.add_argument("--limit", type=int, default=0, help="a random sample of so many pages (default: all)")
    parser.add_argument("--browser", type=int, default=0, metavar="N", help="also render so many of the articles")
    parser.add_argument("--methods", default=",".join((*METHODS, *VARIANTS)), help="default: all")
    args = parser.parse_args(arguments)
    names = args.methods.split(",")
    work = sample([task for task in tasks(args.data) if task.group == "wcxb"], args.limit)
    sys.stdout.write("\n".join(plain_tables(run(work, names, None))) + "\n")
    if args.browser:
        articles = sample([task for task in work if task.sample.page_type == "article"], args.browser)
        with ExitStack() as stack:
            sys.stdout.write("\n" + "\n".join(browser_tables(articles, names, stack)) + "\n")
    return 0


def sample(work: Sequence[QualityTask], count: int) -> list[QualityTask]:
    """Some of the pages, the same in every run."""
    return list(work) if not 0 < count < len(work) else Random(0).sample(list(work), count)  # noqa: S311


def run(work: Sequence[QualityTask], names: Sequence[str], renderer: Renderer | None) -> Outcomes:
    """Every method on every page, in turns."""
    found: Outcomes = defaultdict(list)
    for name in names:
        outcome(work[0], name, None)  # what is loaded at the first call is no page's cost
    for number, task in enumerate(work):
        turn = number % len(names)
        for name in (*names[turn:], *names[:turn]):
            found[name].append(outcome(task, name, renderer))
    return {name: found[name] for name in names}


def outcome(task: QualityTask, name: str, renderer: Renderer | None) -> Outcome:
    """One method on one page, with the model that has not seen it."""
    model = FOLDS / f"{LEARNED[name]}{task.fold}.npz" if name in LEARNED else None
    options = Options(method=name, model=model, images="none", render="always" if renderer else "never")
    content = task.sample.read()
    cpu, wall = process_time(), perf_counter()
    try:
        text, failed = extract(content, task.sample.url, options, renderer).text, False
    except PrintworthyError:
        text, failed = "", True
    cpu, wall = process_time() - cpu, perf_counter() - wall
    truth = task.sample.truth
    words, segments = MEASURES["word"].tally(text, truth), MEASURES["segment"].tally(text, truth)
    return Outcome(task.sample.page_type, words, segments, cpu, wall, failed)


def plain_tables(found: Outcomes) -> Iterator[str]:
    """Quality by page type, and time; then segments of articles beside the papers' figures."""
    pages = next(iter(found.values()))
    kinds = [kind for kind, _ in Counter(one.page_type for one in pages).most_common()]
    head = ["method", f"all ({len(pages)})", *(f"{kind} ({_count(pages, kind)})" for kind in kinds), "CPU ms, median"]
    yield "F1 of words, mean over pages, without a browser:\n"
    yield table(head, [[name, *_word_cells(ones, kinds), _ms(one.cpu for one in ones)] for name, ones in found.items()])
    yield "\nSegments of articles, without a browser, beside what the papers say of their own pages:\n"
    rows = [[name, *_segment_cells(_articles(ones)), *PAPERS.get(name, ("–", "–"))] for name, ones in found.items()]
    yield table(["method", "precision", "recall", "paper", "its figures"], rows)
    yield from _failures(found)


def browser_tables(articles: Sequence[QualityTask], names: Sequence[str], stack: ExitStack) -> Iterator[str]:
    """The same articles without a browser and in one: quality, and what it costs."""
    from printworthy.render.browser import Browser

    browser = stack.enter_context(Browser())
    shown = _Shown(browser.render)
    plain, rendered = run(articles, names, None), run(articles, names, shown)
    yield f"{len(articles)} articles without a browser / in one:\n"
    rows = [
        [
            name,
            *(f"{left} / {right}" for left, right in zip(_cells(plain[name]), _cells(rendered[name]), strict=True)),
            f"{_ms(one.wall for one in plain[name])} / {_ms(one.wall for one in rendered[name])}",
        ]
        for name in names
    ]
    yield table(["method", "F1 of words", "segment precision", "segment recall", "ms a page, median"], rows)
    times = [f"{step} {_ms(seconds)}" for step, seconds in shown.times.items()]
    yield f"\nOf the time in a browser, milliseconds by step (median): {', '.join(times)}."
    yield from _failures(rendered)


class _Shown:
    """A renderer that shows a page anew for each method, as a user's call would, and notes the times of its steps."""

    def __init__(self, render: Renderer) -> None:
        self._render = render
        self.times: defaultdict[str, list[float]] = defaultdict(list)

    def __call__(self, html: bytes, url: str) -> Snapshot:
        snapshot = self._render(html, url)
        for step, seconds in snapshot.timings.items():
            self.times[step].append(seconds)
        return snapshot


def _articles(found: Iterable[Outcome]) -> list[Outcome]:
    return [one for one in found if one.page_type == "article"]


def _count(found: Iterable[Outcome], kind: str) -> int:
    return sum(one.page_type == kind for one in found)


def _word_cells(found: Sequence[Outcome], kinds: Sequence[str]) -> list[str]:
    parts = [found, *([one for one in found if one.page_type == kind] for kind in kinds)]
    return [_short(_score("word", part).f1) for part in parts]


def _segment_cells(found: Sequence[Outcome]) -> list[str]:
    score = _score("segment", found)
    return [_short(score.precision), _short(score.recall)]


def _cells(found: Sequence[Outcome]) -> list[str]:
    return [_short(_score("word", found).f1), *_segment_cells(found)]


def _score(measure: str, found: Iterable[Outcome]) -> Score:
    of: Callable[[Outcome], Tally] = (lambda one: one.words) if measure == "word" else (lambda one: one.segments)
    return MEASURES[measure].combine([of(one) for one in found])


def _failures(found: Outcomes) -> Iterator[str]:
    for name, ones in found.items():
        if failed := sum(one.failed for one in ones):
            yield f"\n{name} failed on {failed} of {len(ones)} pages; they count as empty."


def _ms(seconds: Iterable[float]) -> str:
    return f"{1000 * median(seconds):.1f}"


def _short(value: float) -> str:
    return f"{value:.3f}".removeprefix("0")


if __name__ == "__main__":
    sys.exit(main())
