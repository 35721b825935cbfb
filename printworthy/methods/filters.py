"""The method `filters` (Gupta et al. 2003): what the chain leaves is the article. `Tree` + `Columns` → `Selection`.

The paper does not look for content, it takes away what is none (section 3). The chain decides and the page stays whole,
because pictures and metadata are still to be found in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from printworthy.data.columns import Columns, Selection
from printworthy.data.tree import Tree
from printworthy.filters.chain import JudgedPage, decide
from printworthy.filters.settings import TEXT_ONLY
from printworthy.filters.walk.verdicts import mark_gone
from printworthy.methods.learned import agreement, kept_segments
from printworthy.options import Options
from printworthy.parse.lexbor import find

_KEPT: Final = ("filters", "no filter deleted it")
_DROPPED: Final = ("filters", "a filter deleted it")


def select(tree: Tree, columns: Columns, options: Options) -> Selection:
    """The segments with a text that no filter deletes."""
    if not columns.text:
        return Selection()
    kept = kept_segments(columns, _left(decide(tree, TEXT_ONLY, "", find)))
    return Selection(
        kept=kept,
        probabilities=[float(one) for one in kept],
        why=lambda: _reasons(kept),
        verdict=agreement(tree, columns, kept, options),
    )


def _left(judged: JudgedPage) -> set[int]:
    """The text nodes that no verdict takes, by their identity."""
    mark_gone(judged.layout)
    return {node.mem_id for node, element in judged.layout.texts if not element.gone}


def _reasons(kept: Sequence[bool]) -> list[tuple[str, str]]:
    return [_KEPT if stays else _DROPPED for stays in kept]
