"""The worker's side of a cell: pages go in, outcomes come out, and a cell that dies is replaced."""

from __future__ import annotations

import signal
from contextlib import suppress
from typing import Final, cast

from printworthy.apps.batch.cell import Cell, Outcome
from printworthy.apps.batch.items import Raw
from printworthy.apps.batch.settings import MB, Settings
from printworthy.errors import PrintworthyError
from printworthy.workers.errors import EndedError, LateError
from printworthy.workers.process import Kind, Limit
from printworthy.workers.single import Single

_START: Final = 120.0
# One that is killed from outside while it starts costs nothing either.
_STARTS: Final = 3
_LOOK: Final = 200
# A page may come as text, whose size is counted in characters, and a character has up to four bytes.
_BYTES: Final = 4


class Cells:
    """One cell at a time, started when it is first needed."""

    def __init__(self, settings: Settings) -> None:
        caps, clock = settings.caps, patience(settings)
        self._caps = caps
        self._limit = Limit(caps.seconds, clock)
        kind = Kind(
            name="cell", megabytes=caps.memory_mb, ready=(Cell, (settings,)), warm=True, orphan=2 * clock,
            shared=_BYTES * caps.html_mb * MB,
        )  # fmt: skip
        self._cell = Single(kind)

    def extract(self, page: Raw) -> Outcome:
        """What becomes of a page. A cell that was killed from outside costs nothing: the page is tried once more."""
        code = 0
        for _ in range(2):
            try:
                return self._try(page)
            except EndedError as error:
                code = error.code
        name = signal.Signals(-code).name if code < 0 else f"exit {code}"
        return "crash", f"its process died twice ({name}): please report this page"

    def close(self) -> None:
        """End the cell."""
        self._cell.close()

    @property
    def pid(self) -> int:
        """The process of the cell that is running; 0 if none is."""
        return self._cell.process.pid if self._cell.process else 0

    def _try(self, page: Raw) -> Outcome:
        """The outcome; or `EndedError` of a cell that died for reasons of its own."""
        self._make_ready()
        given = page.place.position, page.url, page.html, page.charset, page.status
        try:
            outcome = cast("Outcome", self._cell.ask(self._limit, Cell.extract, *given))
        except LateError:
            return "timeout", f"it takes more than {self._caps.seconds:g} seconds: raise --page-seconds"
        if self._is_spent(outcome):
            self.close()
        return outcome

    def _make_ready(self) -> None:
        """Have a living cell."""
        for _ in range(_STARTS):
            with suppress(EndedError, LateError):
                self._cell.start().greet(_START)
                return
            self.close()
        raise PrintworthyError("a process to extract in cannot be started: look at the lines above")

    def _is_spent(self, outcome: Outcome) -> bool:
        """Has the cell run out of memory, or kept much of it?"""
        if isinstance(outcome, tuple) and outcome[0] == "memory":
            return True
        cell = self._cell.process
        if cell is None or cell.calls % _LOOK:
            return False
        return cell.resident() > cell.born + self._caps.memory_mb * MB // 2


def patience(settings: Settings) -> float:
    """Seconds on the clock after which a page is given up, however little CPU a busy machine gave it."""
    return 4 * settings.caps.seconds + 10
