"""Segments of text as columns, with the block elements that hold them; and which of them a method chose."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from printworthy.data.article import PageType
from printworthy.data.tree import Node


@dataclass(slots=True)
class Columns:
    """Parallel lists over block elements in document order, and over segments: the text between two line breaks.

    Element 0 is the body. `first[e]:last[e]` is the range of segments inside element `e`. A segment's own text nodes
    are `text_nodes[node_start[s]:node_start[s + 1]]`; `soft` says that only a `<br>` parts it from the one before.
    `images` counts the pictures since the segment before. `formulas` are the segments that are nothing but formulas.
    """

    # elements
    parent: list[int] = field(default_factory=list)
    tag: list[int] = field(default_factory=list)
    key: list[str] = field(default_factory=list)
    flags: list[int] = field(default_factory=list)
    first: list[int] = field(default_factory=list)
    last: list[int] = field(default_factory=list)
    node: list[Node] = field(default_factory=list)
    # segments
    text: list[str] = field(default_factory=list)
    owner: list[int] = field(default_factory=list)
    link_chars: list[int] = field(default_factory=list)
    links: list[int] = field(default_factory=list)
    strong_chars: list[int] = field(default_factory=list)
    images: list[int] = field(default_factory=list)
    soft: list[bool] = field(default_factory=list)
    node_start: list[int] = field(default_factory=list)
    text_nodes: list[Node] = field(default_factory=list)
    formulas: list[int] = field(default_factory=list)


def _nothing() -> tuple[float, PageType]:
    return 0.0, "none"


class Selection(NamedTuple):
    """Columns over the page's segments; `why` gives each a step and a reason, `verdict` confidence and page type.

    `signs` are the figures behind the verdict, for whoever judges the page after this; a method may have none. `notes`
    go into the trace: what the reader should know about how the choice was made.
    """

    kept: Sequence[bool] = ()
    probabilities: Sequence[float] | NDArray[np.floating[Any]] = ()
    why: Callable[[], Sequence[tuple[str, str]]] = tuple
    verdict: Callable[[], tuple[float, PageType]] = _nothing
    signs: Callable[[], Mapping[str, float]] = dict
    notes: tuple[str, ...] = ()
