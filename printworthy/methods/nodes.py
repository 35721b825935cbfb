"""The method of 2016: `Tree` + `Columns` → `Selection`, by the classes of the page's text nodes.

Every text node is title, date, content or boilerplate. A segment is kept when at least half of its characters stand in
nodes of content; the others' reasons say what they were taken for. `classify` gives the classes themselves.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from printworthy.data.article import PageType
from printworthy.data.columns import Columns, Selection
from printworthy.data.tree import Tree
from printworthy.methods.node_features import Nodes, describe_nodes
from printworthy.methods.node_model import CLASSES, CONTENT, DATE, TITLE, Kind, NodeModel, judge_nodes, load_nodes
from printworthy.options import Options

Floats = NDArray[np.floating[Any]]
_HALF = 0.5
_NO_ARTICLE = 0.2
_STEP = "nodes"
_KEPT = (_STEP, "at least half of it is classified as content")


@dataclass(frozen=True, slots=True)
class Classified:
    """The text nodes of a page, the class that each was given, and the probability of each class (class × node)."""

    nodes: Nodes
    labels: NDArray[np.int64]
    belief: Floats

    def text(self, number: int) -> str:
        """The text of all nodes of one class, in their order."""
        return " ".join(text for text, label in zip(self.nodes.texts, self.labels, strict=True) if label == number)

    @property
    def title(self) -> str:
        """What the page shows as its title; empty if no node was taken for it."""
        return self.text(TITLE)

    @property
    def date(self) -> str:
        """What the page shows as its date: the surest node of that class, as it is written there."""
        sure = np.where(self.labels == DATE, self.belief[DATE], 0)
        return self.nodes.texts[int(sure.argmax())] if sure.any() else ""


def select(tree: Tree, columns: Columns, options: Options) -> Selection:
    """The article by the model that is best out of fold; `options.model` may name a model file of one's own."""
    return select_by(tree, columns, options, None)


def select_by(tree: Tree, columns: Columns, options: Options, kind: Kind | None) -> Selection:
    """The article by one of the models: "logistic", "forest", "crf" or "viterbi"; None is the default one."""
    if not columns.text:
        return Selection()
    model = load_nodes(options.model)
    found = classify(tree, columns, model, kind)
    chars = np.array([len(text) for text in found.nodes.texts], np.float64)
    size: Floats = np.bincount(found.nodes.segment, chars, len(columns.text)).astype(np.float64)
    share = np.bincount(found.nodes.segment, chars * (found.labels == CONTENT), len(columns.text)) / size
    likely = np.bincount(found.nodes.segment, chars * found.belief[CONTENT], len(columns.text)) / size
    kept = share >= _HALF
    return Selection(
        kept=kept.tolist(),
        probabilities=likely.astype(np.float32),
        why=lambda: _reasons(found, kept, chars),
        verdict=lambda: _verdict(likely, kept, size),
    )


def classify(tree: Tree, columns: Columns, model: NodeModel, kind: Kind | None = None) -> Classified:
    """Describe the text nodes of a page and judge them; the page has some text."""
    nodes = describe_nodes(tree, columns)
    belief, labels = judge_nodes(model, nodes.rows, kind or model.default)
    return Classified(nodes, labels, belief)


def _reasons(found: Classified, kept: NDArray[np.bool_], chars: Floats) -> list[tuple[str, str]]:
    """For each segment what most of it was taken for."""
    size = [np.bincount(found.nodes.segment, chars * (found.labels == number), len(kept)) for number in range(4)]
    size[CONTENT][~kept] = 0
    most = np.array(size).argmax(0)
    return [_KEPT if keep else (_STEP, f"is classified as {CLASSES[number]}")
            for keep, number in zip(kept.tolist(), most.tolist(), strict=True)]  # fmt: skip


def _verdict(likely: Floats, kept: NDArray[np.bool_], size: Floats) -> tuple[float, PageType]:
    """The F1 that is to be expected of what was kept, if the probabilities are right. The paper knows articles only."""
    whole = kept @ size + likely @ size
    expected = round(float(2 * (kept * likely) @ size / whole), 4) if whole else 0.0
    return expected, "article" if expected >= _NO_ARTICLE else "none"
