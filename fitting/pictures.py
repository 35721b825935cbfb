"""Train the judge of pictures: labelled pages → `printworthy/images/weights.json`.

    python -m fitting.pictures DATA [--out FILE]

Logistic regression on few signals, each held to the side on which `images/signals.py` says that it speaks, and drawn
towards nothing: sixty pages teach no more. The same pages give the same file.
"""

from __future__ import annotations

import argparse
import html
import json
import re
import sys
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import numpy as np
from numpy.typing import NDArray

import printworthy.images.judge as weights_module
from printworthy.base.encoding import to_utf8
from printworthy.data.columns import Columns
from printworthy.data.tree import Tree, page_resolver, page_title
from printworthy.errors import UsageError
from printworthy.images.candidates import Candidate, find_candidates
from printworthy.images.captions import find_caption
from printworthy.images.entities import names
from printworthy.images.figures import named_pictures
from printworthy.images.judge import Weights, never, weights_text
from printworthy.images.page_context import KeptRange, PageContext
from printworthy.images.signals import NAMES, SIGNS, Row, read_signals
from printworthy.options import Options
from printworthy.reading.reading import Reading
from printworthy.train.fit import FOLD_MODELS
from printworthy.train.samples import known_folds, page_digest

Floats = NDArray[np.float64]

LABELS = "labels/images-dev.jsonl"
# How strongly the weights are drawn towards nothing; 1 to 3 do equally well.
_SHRINKAGE = 1.0
_STEPS = 4000


@dataclass(frozen=True, slots=True)
class Label:
    """A picture of a page: all its addresses, whether it is the article's, and what stands under it."""

    addresses: frozenset[str]
    right: bool
    caption: str

    def shows(self, src: str) -> bool:
        """Is this one of the picture's addresses?"""
        return plain_address(src) in self.addresses


@dataclass(frozen=True, slots=True)
class LabelledPage:
    """A page, its fold, and the labels of its pictures."""

    path: Path
    url: str
    language: str
    fold: int
    labels: tuple[Label, ...]


@dataclass(frozen=True, slots=True)
class LabelledReading:
    """A page as extraction sees it, its article chosen by a model that has not seen its site."""

    page: LabelledPage
    tree: Tree
    columns: Columns
    kept: Sequence[bool]


@dataclass(frozen=True, slots=True)
class Sample:
    """The signals of one candidate with its label; `page` tells which page it is of."""

    row: Row
    right: bool
    page: int
    fold: int


def read_labels(data: Path) -> list[LabelledPage]:
    """The labelled pages below a folder, in folds in which no site stands twice."""
    file = data / LABELS
    if not file.is_file():
        raise UsageError(f"{file} is not there: give the folder that holds {LABELS}")
    folds = known_folds(data)
    found = []
    for line in file.read_text("utf-8").splitlines():
        record = json.loads(line)
        path = _path(data, record["set"], record["file"])
        labels = tuple(map(_label, record["images"]))
        found.append(LabelledPage(path, record["url"], record["lang"], folds.get(page_digest(path), 0), labels))
    return found


def read_page(page: LabelledPage, models: Path = FOLD_MODELS) -> LabelledReading:
    """A page with its article, as the model that left out its fold chooses it."""
    options = Options(model=models / f"fold{page.fold}.npz")
    reading = Reading(to_utf8(page.path.read_bytes()), page.url, options)
    return LabelledReading(page, reading.tree, reading.columns, reading.selection.kept)


def samples_of(readings: Iterable[LabelledReading]) -> list[Sample]:
    """What there is to learn from."""
    return [sample for number, reading in enumerate(readings) for sample in _samples(reading, number)]


def fit(samples: Sequence[Sample], wanted: Collection[str] = NAMES) -> Weights:
    """Weights of the wanted signals. A page counts as the root of its pictures, so that no gallery rules."""
    chosen = [name for name in NAMES if name in wanted]
    matrix = np.array([[1.0, *(sample.row[name] for name in chosen)] for sample in samples])
    right = np.array([sample.right for sample in samples], float)
    sizes = Counter(sample.page for sample in samples)
    weight = np.array([sizes[sample.page] ** -0.5 for sample in samples])
    signs = np.array([0, *(SIGNS[name] for name in chosen)])
    found = _descend(matrix, right, weight / weight.mean(), signs)
    return Weights(float(found[0]), dict(zip(chosen, found[1:].tolist(), strict=True)))


def _descend(matrix: Floats, right: Floats, weight: Floats, signs: NDArray[Any]) -> Floats:
    """The least loss by projected gradients with momentum; each number stays on its side of zero."""
    rate = 1 / (np.linalg.norm(matrix * np.sqrt(weight)[:, None], 2) ** 2 / 4 + _SHRINKAGE)
    shrinkage = np.where(np.arange(matrix.shape[1]) > 0, _SHRINKAGE, 0.0)
    low, high = np.where(signs > 0, 0, -np.inf), np.where(signs < 0, 0, np.inf)
    here = ahead = np.zeros(matrix.shape[1])
    for step in range(_STEPS):
        error = weight * (1 / (1 + np.exp(-(matrix @ ahead))) - right)
        there = np.clip(ahead - rate * (matrix.T @ error + shrinkage * ahead), low, high)
        ahead, here = there + step / (step + 3) * (there - here), there
    return here


def plain_address(address: str) -> str:
    """An address for comparison: without scheme, fragment and needless escapes."""
    bare = re.sub(r"^https?:", "", html.unescape(address)).partition("#")[0]
    return unquote(bare).replace(" ", "%20")


def _samples(reading: LabelledReading, number: int) -> list[Sample]:
    """The candidates of a page that have a label; of a right picture only its best instance, as extraction takes it."""
    page, place = reading.page, KeptRange(reading.columns, reading.kept)
    links = page_resolver(reading.tree, page.url)
    candidates = [one for one in find_candidates(reading.tree, place, links) if not never(one)]
    around = PageContext(place, page.url, named_pictures(reading.tree, links), page_title(reading.tree), names)
    rows = read_signals(around, candidates, [find_caption(one, reading.columns) for one in candidates])
    best: dict[int, tuple[float, Row]] = {}
    wrong: list[Row] = []
    for candidate, row in zip(candidates, rows, strict=True):
        label = _label_of(candidate, page.labels)
        if label is None:
            continue
        if not page.labels[label].right:
            wrong.append(row)
        else:
            best[label] = max(best.get(label, (-1.0, row)), (_standing(row), row), key=lambda one: one[0])
    right = [Sample(row, True, number, page.fold) for _, row in best.values()]
    return right + [Sample(row, False, number, page.fold) for row in wrong]


def _standing(row: Row) -> float:
    """How well an instance of a picture stands, before anything is learned."""
    return row["around"] + row["touching"] + row["in range"]


def _label_of(candidate: Candidate, labels: Sequence[Label]) -> int | None:
    return next((number for number, label in enumerate(labels) if label.shows(candidate.src)), None)


def _label(record: dict[str, Any]) -> Label:
    addresses = frozenset(map(plain_address, (record["src"], *(record.get("variants") or ()))))
    return Label(addresses, bool(record["label"]), record["caption"] or "")


def _path(data: Path, group: str, file: str) -> Path:
    """Where a labelled page lies."""
    if group == "wcxb-dev":
        return data / "wcxb-dev/html" / Path(file).name.removesuffix(".gz")
    return data / "pages-dev" / group / file


def main(arguments: list[str] | None = None) -> int:
    """Fit on all pages and write the weights."""
    parser = argparse.ArgumentParser(prog="python -m fitting.pictures", description=__doc__)
    parser.add_argument("data", type=Path, help="the folder with the labelled pages")
    parser.add_argument("--out", type=Path, default=Path(weights_module.__file__).with_name("weights.json"))
    args = parser.parse_args(arguments)
    pages = read_labels(args.data)
    samples = samples_of(map(read_page, pages))
    card = {
        "pages": len(pages),
        "pictures": len(samples),
        "right": sum(sample.right for sample in samples),
        "labels": page_digest(args.data / LABELS)[:16],
    }
    args.out.write_text(weights_text(fit(samples), card), "utf-8")
    sys.stdout.write(f"{args.out}: {card['pictures']} pictures of {card['pages']} pages\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
