"""What a method hands on: which segments are the article, and, when asked, why and how sure that is."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from printworthy.data.article import PageType


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
