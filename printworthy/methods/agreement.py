"""Agreement: what a method chose → how sure that is and what kind of page it is, in the learned method's eyes.

The papers' methods say yes or no and nothing about doubt. The expected F1 of their choice under the learned
probabilities makes them comparable with the default, and is computed only when somebody asks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

import numpy as np

from printworthy.data.article import PageType
from printworthy.data.columns import Columns
from printworthy.data.tree import Tree
from printworthy.methods.learned import select
from printworthy.model.store import load_model
from printworthy.options import Options


def agreement(
    tree: Tree, columns: Columns, kept: Sequence[bool], options: Options
) -> Callable[[], tuple[float, PageType]]:
    """A verdict about the choice, to be asked for later."""

    def verdict() -> tuple[float, PageType]:
        if not any(kept):
            return 0.0, "none"
        ours = select(tree, columns, load_model(options.model))
        lengths = np.array([len(text) for text in columns.text], float)
        mass = np.asarray(ours.probabilities, float) * lengths
        chosen = np.array(kept, bool)
        expected = 2 * mass[chosen].sum() / max(lengths[chosen].sum() + mass.sum(), 1.0)
        return round(float(expected), 4), ours.verdict()[1]

    return verdict


def kept_segments(columns: Columns, nodes: set[int]) -> list[bool]:
    """The segments of which most of the text is in these text nodes (by `mem_id`)."""
    kept = []
    for begin, stop in pairwise(columns.node_start):
        inside = outside = 0
        for node in columns.text_nodes[begin:stop]:
            length = len(node.text_content or "")
            if node.mem_id in nodes:
                inside += length
            else:
                outside += length
        kept.append(inside > outside)
    return kept
