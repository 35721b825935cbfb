"""The trace: what each step did with each segment, why, and how long it took."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields
from functools import partial
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # whoever only hands articles on, as the service's own process does, need not load numpy
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of one segment: `step` decided, for `reason`; `probability` is that it belongs to the article."""

    text: str
    kept: bool
    probability: float
    step: str
    reason: str


@dataclass(frozen=True, slots=True)
class PictureVerdict:
    """What became of one picture near the article; `relevance` is how sure it is that it belongs to it."""

    src: str
    kept: bool
    relevance: float
    reason: str


@dataclass(frozen=True, slots=True)
class UnseenText:
    """Text of the page that no reader sees, and why."""

    text: str
    reason: str


@dataclass(slots=True)
class Trace:
    """Columns over all segments of the page, and the CPU seconds of the steps that were taken so far."""

    texts: Sequence[str] = ()
    probabilities: Sequence[float] | NDArray[np.floating[Any]] = ()
    kept: Sequence[bool] = ()
    why: Callable[[], Sequence[tuple[str, str]]] = tuple
    timings: dict[str, float] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    unseen: Sequence[UnseenText] = ()
    # Known once the blocks of the article were asked for.
    pictures: Sequence[PictureVerdict] = ()

    @property
    def segments(self) -> list[Verdict]:
        """One verdict a segment, in the order of the page."""
        columns = zip(self.texts, self.kept, self.probabilities, self.why(), strict=True)
        return [Verdict(text, bool(kept), float(p), *why) for text, kept, p, why in columns]

    def __getstate__(self) -> dict[str, Any]:
        """For other processes: the reasons are worked out, because what works them out stays in this one."""
        state = {one.name: getattr(self, one.name) for one in fields(self)}
        return state | {"why": partial(tuple, tuple(self.why()))}

    def __setstate__(self, state: dict[str, Any]) -> None:
        for name, value in state.items():
            setattr(self, name, value)
