"""Alignment: the boxes of an article's segments → which of them stand in its column (Luo et al. 2009, section 4.2).

Paragraphs share their left and right edges; captions and links to other stories cover only a part of that range.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from printworthy.data.looks import Box

# The part of the column's width that a segment must cover; the paper says "a small part" for what does not.
COVERS = 0.5


def column(boxes: Sequence[Box | None], lengths: Sequence[int]) -> tuple[float, float] | None:
    """The left and right edge that most of the text has; None if nothing was laid out."""
    edges: Counter[tuple[int, int]] = Counter()
    for box, length in zip(boxes, lengths, strict=True):
        if box is not None and box.width > 0:
            edges[round(box.left), round(box.right)] += length
    return max(edges, key=lambda edge: edges[edge]) if edges else None


def aligned(boxes: Sequence[Box | None], edges: tuple[float, float] | None) -> list[bool]:
    """For each segment, whether it covers enough of the column; one without a box is taken as it is."""
    if edges is None:
        return [True] * len(boxes)
    left, right = edges
    return [
        box is None or box.width <= 0 or min(box.right, right) - max(box.left, left) >= COVERS * (right - left)
        for box in boxes
    ]
