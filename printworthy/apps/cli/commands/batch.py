"""`printworthy batch`: archives, folders, tables and lists of pages in; a table of their articles out.

What was killed goes on when the same command is given again.
"""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from printworthy.apps.batch.engine import Backend
from printworthy.apps.batch.run import run_batch
from printworthy.apps.batch.settings import BatchSettings
from printworthy.apps.cli.terminal import Progress

_LOG_EVERY: Final = 30.0


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchArguments:
    """What was asked for."""

    inputs: tuple[str, ...]
    output: Path
    kind: str
    place: Backend
    settings: BatchSettings


def run(arguments: BatchArguments) -> int:
    """Work it all through, and print the summary."""
    output = arguments.output
    finished = (output / "summary.json").exists()
    with Progress() as line:
        settings, place = arguments.settings, arguments.place
        summary = run_batch(arguments.inputs, output, settings, place, _Teller(line), arguments.kind)
    if finished:
        told = "its figures follow; to begin anew, name another folder"
        print(f"{output} holds this run already, and nothing was left to do: {told}", file=sys.stderr)
    print(summary.table())
    print(f"report: {output / 'report.html'}")
    return 0


class _Teller:
    """Tells of progress on the terminal; in a log, a line every half minute."""

    def __init__(self, line: Progress) -> None:
        self._line, self._next = line, time.monotonic() + _LOG_EVERY
        self._terminal = sys.stderr is not None and sys.stderr.isatty()

    def __call__(self, text: str) -> None:
        self._line(text)
        if not self._terminal and time.monotonic() >= self._next:
            self._next = time.monotonic() + _LOG_EVERY
            print(text, file=sys.stderr, flush=True)
