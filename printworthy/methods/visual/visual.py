"""The method `visual` (Luo et al. 2009): `Tree` with its looks + `Columns` → `Selection`.

1. text segments between line breaks, by computed display (section 3; `methods/visual/lines.py`);
2. F says of each whether it looks like the body: the page's usual size and colour, and not mostly links (equation 3);
3. the run of segments with the highest sum of F times length is the body (section 4.1);
4. what does not stand in the body's column is taken out of it (section 4.2).

Without a browser, steps 1 and 2 run on what the page's own stylesheets suggest, and step 4 has nothing to go by.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from printworthy.data.columns import Columns, Selection
from printworthy.data.looks import Box, Looks
from printworthy.data.tree import Tree
from printworthy.methods.learned import agreement, kept_segments
from printworthy.methods.visual.lines import Line, lines
from printworthy.methods.visual.stylesheet import approximate
from printworthy.options import Options

SIZE_SHARE: Final = 0.7
COLOR_SHARE: Final = 0.2
LINK_SHARE: Final = 0.5
_STATIC: Final = "visual: no browser looked at the page; sizes and colours are what its own stylesheets suggest"
# The part of the column's width that a segment must cover; the paper says "a small part" for what does not.
COVERS = 0.5


def select(tree: Tree, columns: Columns, options: Options) -> Selection:
    """The segments of the article's body."""
    looks = tree.looks or approximate(tree)
    found = lines(tree, looks)
    runs = bodies(found)
    inside = found[runs[0].start : runs[0].stop] if runs else []
    straight = in_column(inside, looks)
    body = [line for line, stays in zip(inside, straight, strict=True) if stays]
    kept = kept_segments(columns, _nodes(body))
    return Selection(
        kept=kept,
        probabilities=[float(one) for one in kept],
        why=lambda: _reasons(kept, kept_segments(columns, _nodes(inside)), kept_segments(columns, _nodes(found))),
        verdict=agreement(tree, columns, kept, options),
        notes=() if looks.source == "browser" else (_STATIC,),
    )


def bodies(found: Sequence[Line]) -> list[Run]:
    """All maximal runs of segments, the highest first: the article, and further ones on the same page."""
    values = [judged * line.length for judged, line in zip(judge(found), found, strict=True)]
    return sorted(maximal_runs(values), key=lambda run: (-run.score, run.start))


def judge(found: Sequence[Line]) -> list[int]:
    """F of each segment: 1 if it looks like the text of an article, else -1 (equation 3)."""
    size, color = usual(found)
    judged = []
    for line in found:
        whole = line.length
        sized = sum(piece.length for piece in line.pieces if piece.style.size == size)
        colored = sum(piece.length for piece in line.pieces if piece.style.color == color)
        linked = sum(piece.length for piece in line.pieces if piece.linked)
        fits = sized >= SIZE_SHARE * whole and colored >= COLOR_SHARE * whole and linked <= LINK_SHARE * whole
        judged.append(1 if fits else -1)
    return judged


def usual(found: Iterable[Line]) -> tuple[float, str]:
    """The font size and the colour that most characters of the page have."""
    sizes: Counter[float] = Counter()
    colors: Counter[str] = Counter()
    for line in found:
        for piece in line.pieces:
            sizes[piece.style.size] += piece.length
            colors[piece.style.color] += piece.length
    return max(sizes, key=lambda one: sizes[one], default=0.0), max(colors, key=lambda one: colors[one], default="")


def in_column(inside: Sequence[Line], looks: Looks) -> list[bool]:
    """Which segments of the body stand in its column; a segment's box is that of its line-break node."""
    boxes = [looks.box(line.breaker) for line in inside]
    return aligned(boxes, column(boxes, [line.length for line in inside]))


def _nodes(found: Iterable[Line]) -> set[int]:
    return {piece.node.mem_id for line in found for piece in line.pieces}


def _reasons(kept: Sequence[bool], inside: Sequence[bool], shown: Sequence[bool]) -> list[tuple[str, str]]:
    return [
        _KEPT if stays else _CROOKED if within else _OUTSIDE if seen else _UNSEEN
        for stays, within, seen in zip(kept, inside, shown, strict=True)
    ]


_KEPT: Final = ("select", "is in the run of text with the page's usual size and colour")
_OUTSIDE: Final = ("select", "is outside the run of text with the page's usual size and colour")
_CROOKED: Final = ("refine", "does not stand in the article's column")
_UNSEEN: Final = ("segment", "is not displayed")


def column(boxes: Sequence[Box | None], lengths: Sequence[int]) -> tuple[float, float] | None:
    """The left and right edge that most of the text has; None if nothing was laid out.

    Paragraphs share these; captions and links to other stories cover only a part of that range.
    """
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


class Run(NamedTuple):
    """`scores[start:stop]`, and their sum."""

    start: int
    stop: int
    score: float


class _RunCandidate(NamedTuple):
    """A run with the sums of all scores before it (`low`) and up to its end (`high`).

    `back` is the place of the nearest candidate before it with a smaller `low`: the search jumps along these, and no
    step of it is ever taken twice.
    """

    start: int
    stop: int
    low: float
    high: float
    back: int


def maximal_runs(scores: Sequence[float]) -> list[Run]:
    """All maximal runs, in their order, in linear time (Ruzzo and Tompa, 1999); only positive scores are in any.

    A run is maximal if each run inside it scores less, and no longer run around it is like that. They never touch. The
    highest is the body; the others are what is left of it on either side: further articles, comments.
    """
    found: list[_RunCandidate] = []
    total = 0.0
    for place, score in enumerate(scores):
        before, total = total, total + score
        if score > 0:
            _integrate(found, place, place + 1, before, total)
    return [Run(one.start, one.stop, one.high - one.low) for one in found]


def _integrate(found: list[_RunCandidate], start: int, stop: int, low: float, high: float) -> None:
    """Add a run to the candidates; it swallows those that it makes longer (steps 1 to 4 of the paper)."""
    at = len(found) - 1
    while True:
        while at >= 0 and found[at].low >= low:
            at = found[at].back
        if at < 0 or found[at].high >= high:
            found.append(_RunCandidate(start, stop, low, high, at))
            return
        start, low, back = found[at].start, found[at].low, found[at].back
        del found[at:]
        at = back
