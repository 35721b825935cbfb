"""How far the truth itself lets one get: the F1 of the best of several tools, page by page.

    python benchmarks/quality/ceiling.py DATA [--against trafilatura,readability-lxml,resiliparse]

Each page is extracted by the out-of-fold model and by others, and for each the best of all is taken, by someone who
knows the answer. Where even that is far from the truth, tools of very different making agree with each other rather
than with the truth: mostly it covers a part of the article, or more than it.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterable
from multiprocessing import get_context
from pathlib import Path
from statistics import fmean
from typing import Final, NamedTuple

from printworthy.evaluate.metrics import MEASURES, score
from printworthy.evaluate.peers import find_peers, load_peers
from printworthy.evaluate.report import table
from printworthy.train.fit import FOLD_MODELS
from printworthy.train.quality import QualityTask, run, tasks

_PEERS: Final = "trafilatura,trafilatura-precision,readability-lxml,resiliparse"
_MEASURE: Final = "word"
_FAR: Final = 0.9  # a page below this is far from its truth


class Found(NamedTuple):
    """What our model reached on one page, and what the best of all did."""

    page_type: str
    ours: float
    best: float


def peers_best(work: tuple[QualityTask, str]) -> float:
    """The best F1 of the others on one page."""
    task, names = work
    tools, _ = load_peers(find_peers(names))
    page = task.sample.read()
    reached = []
    for tool in tools:
        try:
            text = tool.extract(page, task.sample.url)
        except Exception:  # noqa: BLE001 - another tool's failure is an empty text
            text = ""
        reached.append(score(MEASURES[_MEASURE].tally(text, task.sample.truth)).f1)
    return max(reached)


def gather(data: Path, names: str) -> list[Found]:
    """All pages whose words are counted."""
    work = [task for task in tasks(data) if task.measure == _MEASURE and task.group == "wcxb"]
    own = run(work, FOLD_MODELS)
    with get_context("fork").Pool(2) as pool:
        others = pool.map(peers_best, [(task, names) for task in work], chunksize=16)
    reached = [score(one.tally).f1 for one in own]
    return [Found(one.page_type, f1, max(f1, best)) for one, f1, best in zip(own, reached, others, strict=True)]


def rows(found: Iterable[Found]) -> list[list[str]]:
    """For each kind of page: the means, and how much of our loss lies on pages that nobody gets."""
    kinds: dict[str, list[Found]] = defaultdict(list)
    for one in found:
        kinds["all"].append(one)
        kinds[one.page_type].append(one)
    made = []
    for kind, some in sorted(kinds.items(), key=lambda pair: -len(pair[1])):
        loss = sum(1 - one.ours for one in some)
        hard = [one for one in some if one.best < _FAR]
        made.append([
            kind, str(len(some)), f"{fmean(one.ours for one in some):.4f}", f"{fmean(one.best for one in some):.4f}",
            str(len(hard)), f"{sum(1 - one.ours for one in hard) / loss:.0%}",
        ])  # fmt: skip
    return made


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, metavar="DATA")
    parser.add_argument("--against", default=_PEERS, metavar="NAMES")
    args = parser.parse_args()
    names = ["pages", "number", "ours", "best of all", f"nobody above {_FAR}", "of our loss there"]
    print(table(names, rows(gather(args.data, args.against))))


if __name__ == "__main__":
    main()
