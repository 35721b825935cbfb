"""What goes wrong between a program and its workers."""

from __future__ import annotations

from printworthy.errors import LimitError


class EndedError(Exception):
    """The process ended before it answered; `code` is how, as `subprocess` counts: a signal is negative."""

    def __init__(self, code: int = 0) -> None:
        super().__init__(f"the process ended ({code})")
        self.code = code


class LateError(Exception):
    """The answer did not come in time."""


class SlowPageError(LimitError):
    """One page took a worker longer than a page may."""


class LostWorkerError(LimitError):
    """The page's worker ended early, as often as it was tried: out of memory, or killed."""
