"""How many labels active learning saves: `python benchmarks/research/active.py DATA [--cache FILE] [--plot FILE]`.

DATA is the folder with the development data; the pages are WCXB's. A label is one answer of a person about one segment
(a text between two line breaks): does it belong to the article? Both orders begin with the same 40 random segments and
grow by half at a time; "random" asks about random segments, "doubtful" draws those near the decision boundary of what
was learned so far, as `printworthy annotate --next` does, out of 10,000 random candidates. After each step trees are
fitted anew and judge the segments of other sites: F1 of segments at a probability of one half.

Features are the package's, without its learned tables, because those have seen the labels. Needed are the labels at
which F1 reaches 95 % of what all labels give. Curves shake; so each is first made monotone, by least squares, and read
between two steps on the scale of logarithms. A curve that never gets there counts with its last step.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from printworthy.apps.annotate.queue import ask
from printworthy.data.model import Tables, Trees
from printworthy.features.segments import segment_features
from printworthy.methods.learned import matrix
from printworthy.model.trees import probability
from printworthy.train.boost import Recipe, fit
from printworthy.train.dataset import read_page
from printworthy.train.log_odds import BITS
from printworthy.train.samples import TrainingSample, read_training

Array = NDArray[Any]
SEEDS, FIRST = 5, 5  # how to draw was chosen with seeds 0 to 4; others are reported
START, GROWTH, LAST = 40, 1.5, 5000
POOL_PAGES, TEST_PAGES, CANDIDATES = 400, 120, 10_000
SHARE = 0.95
RECIPE = Recipe(trees=150, depth=4, rate=0.08)
NOTHING = Tables(**{name: np.zeros(1 << bits, np.float32) for name, bits in BITS.items()})


@dataclass(frozen=True, slots=True)
class Data:
    """Segments as rows; and which of them may be asked about, and which are judged."""

    rows: Array
    label: Array
    pool: Array
    test: Array


def main(arguments: list[str] | None = None) -> int:
    """Simulate, print the table, draw."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("data", type=Path, help="the folder with the development data")
    parser.add_argument("--cache", type=Path, help="keep the features there, and use them if they are there")
    parser.add_argument("--plot", type=Path, help="draw the curves as PNG")
    parser.add_argument("--seeds", type=int, default=SEEDS)
    parser.add_argument("--first", type=int, default=FIRST, help="the first seed")
    parser.add_argument("--last", type=int, default=LAST, help="stop at so many labels")
    args = parser.parse_args(arguments)
    data = load(args.data, args.cache)
    whole = f1(train(data, data.pool), data)
    sizes = steps(args.last)
    print(f"{len(data.pool):,} segments to ask about, {len(data.test):,} to judge; F1 of all labels {whole:.3f}")
    seeds = range(args.first, args.first + args.seeds)
    curves = {order: np.array([simulate(data, order, seed, sizes) for seed in seeds]) for order in ORDERS}
    print("\n".join(report(sizes, curves, whole)))
    if args.plot:
        args.plot.write_bytes(draw(sizes, curves, whole))
    return 0


def load(folder: Path, cache: Path | None) -> Data:
    """The features of all pages, made once."""
    if cache and cache.is_file():
        with np.load(cache) as file:
            kept = {name: file[name] for name in file.files}
    else:
        kept = describe([one for one in read_training(folder) if one.group == "wcxb"])
        if cache:
            np.savez(cache, allow_pickle=False, **kept)
    random = np.random.default_rng(0)
    pages = np.unique(kept["page"])
    # Fold 0 is judged, the others are asked about: no site stands on both sides.
    test = random.permutation(pages[kept["fold"] == 0])[:TEST_PAGES]
    pool = random.permutation(pages[kept["fold"] != 0])[:POOL_PAGES]
    inside = [np.flatnonzero(np.isin(kept["page"], some)) for some in (pool, test)]
    return Data(kept["rows"], kept["label"], *inside)


def describe(samples: Sequence[TrainingSample]) -> dict[str, Array]:
    """Rows, labels and pages of all segments; features that never change are left out."""
    with get_context("fork").Pool(2) as pool:
        found = [one for one in pool.imap(_page, samples, chunksize=16) if one is not None]
    rows = np.concatenate([one[0] for one in found])
    return {
        "rows": rows[:, rows.std(0) > 0],
        "label": np.concatenate([one[1] for one in found]),
        "page": np.repeat(np.arange(len(found)), [len(one[1]) for one in found]),
        "fold": np.array([one[2] for one in found]),
    }


def _page(sample: TrainingSample) -> tuple[Array, Array, int] | None:
    page = read_page(sample)
    return None if page is None else (matrix(segment_features(page.view(), NOTHING)).T, page.label, sample.fold)


def steps(last: int) -> list[int]:
    """After how many labels is learned anew."""
    sizes = [START]
    while sizes[-1] < last:
        sizes.append(int(sizes[-1] * GROWTH) + 1)
    return sizes


def simulate(data: Data, order: str, seed: int, sizes: Sequence[int]) -> list[float]:
    """F1 after each step."""
    random = np.random.default_rng(seed)
    have = random.permutation(data.pool)[: sizes[0]]
    scores = []
    for now, then in zip(sizes, [*sizes[1:], 0], strict=True):
        trees = train(data, have)
        scores.append(f1(trees, data))
        if then:
            left = random.permutation(np.setdiff1d(data.pool, have))
            have = np.concatenate((have, ORDERS[order](data, trees, left, then - now)))
    print(f"{order}, seed {seed}: F1 {scores[-1]:.3f} at last", file=sys.stderr, flush=True)
    return scores


def at_random(data: Data, trees: Trees, left: Array, count: int) -> Array:
    """The next ones as they come."""
    return left[:count]


def in_doubt(data: Data, trees: Trees, left: Array, count: int) -> Array:
    """The ones near the boundary."""
    some = left[:CANDIDATES]
    likely = probability(trees, np.ascontiguousarray(data.rows[some].T))
    return some[ask(likely, count, seed=count)]


ORDERS = {"random": at_random, "doubtful": in_doubt}


def train(data: Data, numbers: Array) -> Trees:
    """Trees of some segments; of one class only, there is nothing to learn."""
    label = data.label[numbers]
    return fit(data.rows[numbers], label, np.ones(len(label), np.float32), RECIPE)


def f1(trees: Trees, data: Data) -> float:
    """F1 of segments on the sites to be judged."""
    kept = probability(trees, np.ascontiguousarray(data.rows[data.test].T)) > 0.5
    true = data.label[data.test] > 0
    return 2 * float((kept & true).sum()) / float(kept.sum() + true.sum())


def needed(sizes: Sequence[int], scores: Sequence[float], whole: float) -> int:
    """At how many labels the monotone curve reaches its share of the full F1."""
    curve, wanted = monotone(scores), SHARE * whole
    place = next((number for number, one in enumerate(curve) if one >= wanted), len(sizes) - 1)
    if not place or curve[place] < wanted:
        return sizes[place]
    part = (wanted - curve[place - 1]) / (curve[place] - curve[place - 1])
    return round(sizes[place - 1] * math.pow(sizes[place] / sizes[place - 1], part))


def monotone(scores: Sequence[float]) -> list[float]:
    """The nearest curve that never falls: neighbours in the wrong order are given their mean."""
    blocks: list[list[float]] = []
    for one in scores:
        blocks.append([float(one), 1.0])
        while len(blocks) > 1 and blocks[-2][0] > blocks[-1][0]:
            (low, many), (high, more) = blocks.pop(), blocks.pop()
            blocks.append([(low * many + high * more) / (many + more), many + more])
    return [value for value, count in blocks for _ in range(int(count))]


def report(sizes: Sequence[int], curves: dict[str, Array], whole: float) -> list[str]:
    """The curves and the labels needed, as tables."""
    lines = ["", "| labels | random: share of the full F1 | doubtful |", "|---|---|---|"]
    for place, size in enumerate(sizes):
        cells = [f"{one[:, place].mean() / whole:.3f} ±{one[:, place].std() / whole:.3f}" for one in curves.values()]
        lines.append(f"| {size:,} | {' | '.join(cells)} |")
    lines += ["", f"| order | labels for {SHARE:.0%} of the full F1, by seed | mean | of the mean curve |"]
    lines += ["|---|---|---|---|"]
    means, of_mean = [], []
    for name, scores in curves.items():
        each = [needed(sizes, one, whole) for one in scores]
        means.append(float(np.mean(each)))
        of_mean.append(needed(sizes, scores.mean(0), whole))
        lines.append(f"| {name} | {', '.join(map(str, each))} | {means[-1]:.0f} ±{np.std(each):.0f} | {of_mean[-1]} |")
    saved = f"{means[0] / means[1]:.1f} times fewer labels; by the mean curves {of_mean[0] / of_mean[1]:.1f} times"
    return [*lines, "", saved]


def draw(sizes: Sequence[int], curves: dict[str, Array], whole: float) -> bytes:
    """The curves with their deviation."""
    import io

    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 4.5), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    for name, scores in curves.items():
        axes.errorbar(sizes, scores.mean(0) / whole, scores.std(0) / whole, label=name, capsize=3, marker="o")
    axes.axhline(SHARE, color="0.6", linewidth=1)
    axes.set(xscale="log", xlabel="labels (segments)", ylabel="share of the F1 of all labels")
    axes.legend()
    out = io.BytesIO()
    figure.savefig(out, format="png", dpi=110)
    return out.getvalue()


if __name__ == "__main__":
    sys.exit(main())
