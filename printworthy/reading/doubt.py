"""Doubt: when a browser is asked about a page, and which of both readings is taken. One rule for all doors."""

from __future__ import annotations

from typing import Final, Protocol, TypeVar

from printworthy.data.trace import Trace

# Below this confidence, `render="auto"` asks a browser: see docs/rendering.md.
DOUBTFUL: Final = 0.5
NOT_RENDERED: Final = "not rendered: "  # how a note begins that says why no browser looked


class Judged(Protocol):
    """A reading, or an article."""

    @property
    def confidence(self) -> float:
        """How sure it is."""
        ...

    @property
    def trace(self) -> Trace:
        """Where notes go."""
        ...


J = TypeVar("J", bound=Judged)


def better(plain: J, shown: J) -> J:
    """What is found without a browser, or with one, if that is better; a note says which and why."""
    gain = f"confidence {plain.confidence:.2f} without a browser, {shown.confidence:.2f} with"
    if shown.confidence <= plain.confidence:
        plain.trace.notes.append(f"rendered, but not used: {gain}")
        return plain
    shown.trace.notes.append(f"rendered: {gain}")
    return shown
