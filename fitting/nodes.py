"""Train the method `nodes`: WCXB's pages → the package's model of text nodes, and those that left out one fold.

    python -m fitting.nodes DATA [--out FOLDER]

The scores it prints are of pages whose sites the model has not seen: F1 of nodes by class, as in the paper's tables 2
and 3, and F1 of words, mean over pages. The kind of model with the best F1 of words becomes the default.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from printworthy.base.npz import write_npz
from printworthy.methods.node_features import NAMES, with_neighbours
from printworthy.methods.node_model import (
    CLASSES,
    CONTENT,
    DATE,
    KINDS,
    TITLE,
    VERSION,
    Kind,
    NodeModel,
    judge_nodes,
    node_belief,
    node_model,
)
from printworthy.train.node_fit import Arrays, Chain, fit_forests, fit_logistic, sampled
from printworthy.train.node_labels import NodePage, read_node_page
from printworthy.train.samples import FOLDS, read_training

ROOT: Final = Path(__file__).resolve().parent.parent
SHIPPED: Final = ROOT / "printworthy" / "methods" / "nodes.npz"
FOLD_MODELS: Final = ROOT / "benchmarks" / "folds"
ALL: Final = -1
_GRID: Final = np.linspace(0.05, 0.7, 14)
# Thresholds need few pages: every so-manyth.
_SOME: Final = 4
_START: Final = [1.0, 0.02, 0.5, 0.3]


class NodeScore(NamedTuple):
    """F1 of nodes by class, and of the words of content by page."""

    nodes: dict[str, float]
    words: float


def main(arguments: list[str] | None = None) -> int:
    """Read, fit, score, write."""
    parser = argparse.ArgumentParser(prog="python -m fitting.nodes", description=__doc__)
    parser.add_argument("data", type=Path, help="the folder with the development data")
    parser.add_argument("--out", type=Path, default=None, help="write there instead of into the package")
    args = parser.parse_args(arguments)
    samples = [sample for sample in read_training(args.data) if sample.group == "wcxb"]
    pages = [page for page in map(read_node_page, samples) if page is not None]
    _say(f"{len(pages)} pages, {sum(len(page.label) for page in pages)} text nodes")
    arrays = fit_nodes(pages)
    scores = {kind: score_nodes(pages, {left: _model(one) for left, one in arrays.items()}, kind) for kind in KINDS}
    best = max(KINDS, key=lambda kind: scores[kind].words)
    sys.stdout.write("\n".join(_lines(scores, best)) + "\n")
    _write(arrays, best, args.out)
    return 0


def fit_nodes(pages: Sequence[NodePage]) -> dict[int, Arrays]:
    """The arrays of a model for each fold left out, and of one of all pages."""
    chain = Chain(pages)
    found = {}
    for left in range(ALL, FOLDS):
        seen = [page for page in pages if page.fold != left]
        rows = sampled(seen)
        arrays = fit_logistic(*rows) | fit_forests(*rows) | chain.fit(left)
        found[left] = arrays | {"about": _about(seen, _thresholds(seen, arrays), "crf")}
        _say(f"fold {left} left out: {len(seen)} pages" if left != ALL else f"all {len(seen)} pages")
    return found


def score_nodes(pages: Iterable[NodePage], models: dict[int, NodeModel], kind: Kind) -> NodeScore:
    """How good one kind of model is, each page judged by the one that has not seen its fold."""
    right, given, wanted = (np.zeros(len(CLASSES)) for _ in range(3))
    words = []
    for page in pages:
        labels = judge_nodes(models[page.fold], page.rows, kind)[1]
        right += np.bincount(page.label[labels == page.label], minlength=len(CLASSES))
        given += np.bincount(labels, minlength=len(CLASSES))
        wanted += np.bincount(page.label, minlength=len(CLASSES))
        words.append(_word_f1(labels == CONTENT, page))
    f1 = 2 * right / np.maximum(given + wanted, 1)
    return NodeScore({name: float(one) for name, one in zip(CLASSES, f1, strict=True)}, float(np.mean(words)))


def _thresholds(pages: Sequence[NodePage], arrays: Arrays) -> dict[str, list[float]]:
    """From which probability on a class is believed: content for the words of a page, the others for their nodes."""
    model = _model(arrays | {"about": _about(pages, dict.fromkeys(KINDS, _START), "crf")})
    found: dict[str, list[float]] = {"viterbi": _START}
    for kind in KINDS:
        if kind not in found:
            some = [(page, node_belief(model, with_neighbours(page.rows), kind)) for page in pages[::_SOME]]
            found[kind] = [1.0, _best(some, TITLE), _best_content(some), _best(some, DATE)]
    return found


def _best_content(some: list[tuple[NodePage, NDArray[Any]]]) -> float:
    def f1(least: float) -> float:
        return float(np.mean([_word_f1(belief[CONTENT] >= least, page) for page, belief in some]))

    return float(max(_GRID, key=f1))


def _best(some: list[tuple[NodePage, NDArray[Any]]], number: int) -> float:
    belief = np.concatenate([one[number] for _, one in some])
    true = np.concatenate([page.label == number for page, _ in some])

    def f1(least: float) -> float:
        return 2 * float((true & (belief >= least)).sum()) / float(true.sum() + (belief >= least).sum() + 1)

    return float(max(_GRID, key=f1))


def _word_f1(kept: NDArray[np.bool_], page: NodePage) -> float:
    true = page.label == CONTENT
    both = float((kept | true) @ page.words + (kept & true) @ page.words)
    return 2 * float((kept & true) @ page.words) / both if both else 1.0


def _about(pages: Sequence[NodePage], threshold: dict[str, list[float]], default: Kind) -> NDArray[np.uint8]:
    """What the file says of itself, with a digest that changes with any page or label."""
    digest = hashlib.sha256()
    for page in pages:
        digest.update(page.id.encode() + page.label.tobytes())
    card = {"pages": len(pages), "digest": digest.hexdigest(), "trainer": "scikit-learn and crfsuite, fixed seeds"}
    about = {"version": VERSION, "rows": NAMES, "threshold": threshold, "default": default, "card": card}
    return np.frombuffer(json.dumps(about, sort_keys=True).encode(), np.uint8)


def _model(arrays: Arrays) -> NodeModel:
    return node_model(arrays)


def _write(arrays: dict[int, Arrays], best: Kind, out: Path | None) -> None:
    shipped, folds = (out / "nodes.npz", out) if out else (SHIPPED, FOLD_MODELS)
    folds.mkdir(parents=True, exist_ok=True)
    for left, one in arrays.items():
        about = json.loads(one["about"].tobytes()) | {"default": best}
        content = write_npz(one | {"about": np.frombuffer(json.dumps(about, sort_keys=True).encode(), np.uint8)})
        path = shipped if left == ALL else folds / f"nodes{left}.npz"
        path.write_bytes(content)
        _say(f"{path.relative_to(ROOT) if path.is_relative_to(ROOT) else path}: {len(content):,} bytes")


def _lines(scores: dict[Kind, NodeScore], best: Kind) -> Iterable[str]:
    yield "| model | F1 title nodes | F1 date nodes | F1 content nodes | F1 words of content |"
    yield "|---|---|---|---|---|"
    for kind, score in scores.items():
        cells = [f"{score.nodes[name]:.3f}".removeprefix("0") for name in ("title", "date", "content")]
        mark = " (default)" if kind == best else ""
        yield f"| {kind}{mark} | {' | '.join(cells)} | {f'{score.words:.3f}'.removeprefix('0')} |"


def _say(text: str) -> None:
    sys.stderr.write(f"{text}\n")


if __name__ == "__main__":
    sys.exit(main())
