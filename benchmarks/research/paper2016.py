"""The tables of Rangarajan (2016) on our pages, beside its figures: `python benchmarks/research/paper2016.py DATA`.

DATA is the folder with the development data; the pages are WCXB's. F1 of text nodes by class, mean and deviation over
five folds by registered domain; every model judges only sites that it has not seen: logistic regression, random forest
and CRF come from benchmarks/folds, boosted trees and the choosers of titles and dates are fitted here, fold by fold.

The default knows segments and fields, not nodes. Its content are the nodes of the segments that it keeps; its title and
date the nodes that say what it found, by the same rule by which the labels were made.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fitting.metadata import held_out_answers
from fitting.metadata_scores import load_pages
from printworthy.base.encoding import to_utf8
from printworthy.evaluate.runner import language_of
from printworthy.methods.node_features import describe_nodes
from printworthy.methods.node_model import CONTENT, KINDS, NodeModel, judge_nodes, load_nodes, node_classes
from printworthy.methods.registry import find_method
from printworthy.options import Options
from printworthy.parse.lexbor import parse_page
from printworthy.segment.walk import segment
from printworthy.train.node_labels import NodePage, node_labels, read_node_page
from printworthy.train.own.methods import CrossValidation, node_scores
from printworthy.train.samples import FOLDS, TrainingSample, read_training

MODELS = Path(__file__).parents[1] / "folds"
# Tables 2 and 3 of the paper: 269 news pages in English. It has no figure for titles, for boosted trees, for a CRF.
PAPER = {
    "logistic regression": {"date": ".365 ±.030", "content": ".697 ±.002"},
    "random forest": {"date": ".584 ±.038", "content": ".668 ±.038"},
}
NAMES = {"logistic": "logistic regression", "forest": "random forest", "crf": "CRF, node by node",
         "viterbi": "CRF, best sequence"}  # fmt: skip
DEFAULT = "the default (learned)"
Classes = NDArray[np.int64]


class Page(NamedTuple):
    """A page with its labels, and what the default says of its nodes."""

    sample: TrainingSample
    nodes: NodePage
    default: Classes


def main(arguments: list[str] | None = None) -> int:
    """Read, judge, print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("data", type=Path, help="the folder with the development data")
    parser.add_argument("--limit", type=int, default=0, help="only so many pages, to try it out")
    args = parser.parse_args(arguments)
    pages = read(args.data, args.limit)
    said = {NAMES[kind]: [judge_nodes(_model(one), one.nodes.rows, kind)[1] for one in pages] for kind in KINDS}
    said["boosted trees"] = boosted(pages)
    said[DEFAULT] = [one.default for one in pages]
    for title, kind in (("articles", "article"), ("all kinds of pages", "")):
        print("\n".join(table(title, pages, said, kind)))
    return 0


def read(data: Path, limit: int) -> list[Page]:
    """WCXB's pages with the classes of their nodes."""
    samples = [one for one in read_training(data) if one.group == "wcxb"]
    samples = samples[:: max(1, len(samples) // limit)] if limit else samples
    known = {sample.path for sample in samples}
    labelled = [one for one in load_pages(data) if one.path in known]
    answers = {one.path: found for one, found in zip(labelled, held_out_answers(data, labelled), strict=True)}
    pages = []
    for number, sample in enumerate(samples):
        nodes = read_node_page(sample)
        if nodes is not None:
            answer = answers[sample.path]
            pages.append(Page(sample, nodes, default(sample, answer.title, answer.date[:10])))
        if number % 100 == 0:
            print(f"{number}/{len(samples)} pages", file=sys.stderr)
    return pages


def default(sample: TrainingSample, title: str, date: str) -> Classes:
    """The classes of a page's nodes by the default method, with the model that has not seen its site."""
    html = to_utf8(sample.path.read_bytes())
    tree = parse_page(html)
    columns = segment(tree)
    nodes = describe_nodes(tree, columns)
    chosen = find_method("learned")(tree, columns, Options(model=MODELS / f"fold{sample.fold}.npz"))
    truth = {"title": title, "publish_date": date, "main_content": ""}
    said = node_labels(columns, nodes, truth, language_of(html, "")).astype(np.int64)
    kept = np.array(chosen.kept, bool)[nodes.segment]
    return np.where((said == 0) & kept, CONTENT, said)


def boosted(pages: Sequence[Page]) -> list[Classes]:
    """Boosted trees on the same nodes and features, fitted fold by fold."""
    validation = CrossValidation([one.nodes for one in pages])
    found: dict[int, Classes] = {}
    for fold in range(FOLDS):
        numbers = [number for number, one in enumerate(pages) if one.nodes.fold == fold]
        beliefs, least = validation.beliefs("boosted", fold)
        found |= {number: node_classes(belief, least) for number, belief in zip(numbers, beliefs, strict=True)}
        print(f"boosted trees, fold {fold}", file=sys.stderr)
    return [found[number] for number in range(len(pages))]


def table(title: str, pages: Sequence[Page], said: dict[str, list[Classes]], kind: str) -> list[str]:
    """A table of one kind of page."""
    inside = [number for number, one in enumerate(pages) if kind in ("", one.sample.page_type)]
    lines = [
        f"{title}: {len(inside)} pages, {sum(len(pages[n].nodes.label) for n in inside):,} text nodes", "",
        "| method | title | date | content | the paper's date | the paper's content |", "|---|---|---|---|---|---|",
    ]  # fmt: skip
    for name, classes in said.items():
        folds = [[n for n in inside if pages[n].nodes.fold == fold] for fold in range(FOLDS)]
        by_fold = [node_scores([pages[n].nodes for n in one], [classes[n] for n in one]) for one in folds if one]
        cells = [_cell([one[name] for one in by_fold if name in one]) for name in ("title", "date", "content")]
        paper = [PAPER.get(name, {}).get(field, "") for field in ("date", "content")]
        lines.append(f"| {name} | {' | '.join([*cells, *paper])} |")
    return [*lines, ""]


def _cell(values: Sequence[float]) -> str:
    return f"{np.mean(values):.3f} ±{np.std(values):.3f}".replace("0.", ".") if values else ""


def _model(page: Page) -> NodeModel:
    return load_nodes(MODELS / f"nodes{page.nodes.fold}.npz")


if __name__ == "__main__":
    sys.exit(main())
