"""The worker's side of a cell: pages go in, outcomes come out, and a cell that dies is replaced."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import subprocess
import sys
import time
from multiprocessing import Pipe
from pathlib import Path
from typing import Final

from printworthy.apps.batch.cell import READY, Outcome, patience
from printworthy.apps.batch.items import Raw
from printworthy.apps.batch.mailbox import Mailbox, make_memory
from printworthy.apps.batch.settings import MB, Settings
from printworthy.base.confine import harmless_environment
from printworthy.errors import PrintworthyError

_ROOT: Final = str(Path(__file__).resolve().parents[3])
_START: Final = 120.0
# One that is killed from outside while it starts costs nothing either.
_STARTS: Final = 3
_LOOK: Final = 200


class Cells:
    """One cell at a time, started when it is first needed."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._cell: _Cell | None = None

    def extract(self, page: Raw) -> Outcome:
        """What becomes of a page. A cell that was killed from outside costs nothing: the page is tried once more."""
        outcome = self._try(page)
        if isinstance(outcome, int):
            outcome = self._try(page)
        if isinstance(outcome, int):
            name = signal.Signals(-outcome).name if outcome < 0 else f"exit {outcome}"
            return "crash", f"its process died twice ({name}): please report this page"
        return outcome

    def close(self) -> None:
        """End the cell."""
        if self._cell is not None:
            self._cell.close()
        self._cell = None

    @property
    def pid(self) -> int:
        """The process of the cell that is running; 0 if none is."""
        return self._cell.process.pid if self._cell else 0

    def _try(self, page: Raw) -> Outcome | int:
        """The outcome; or the exit code of a cell that died for reasons of its own."""
        cell = self._ready()
        try:
            outcome = cell.ask(page)
        except (EOFError, OSError):
            code = cell.code()
            self.close()
            return code
        if outcome is None:
            self.close()
            return "timeout", f"it takes more than {self._settings.caps.seconds:g} seconds: raise --page-seconds"
        if cell.is_spent(outcome):
            self.close()
        return outcome

    def _ready(self) -> _Cell:
        """A living cell."""
        if self._cell is not None and self._cell.process.poll() is None:
            return self._cell
        for _ in range(_STARTS):
            self.close()
            self._cell = _Cell(self._settings)
            if self._cell.greet():
                return self._cell
        self.close()
        raise PrintworthyError("a process to extract in cannot be started: look at the lines above")


class _Cell:
    """One process, the socket to it and the memory shared with it."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._pages = self._first = 0
        self._spent = 0.0  # CPU seconds up to its last answer
        self._connection, there = Pipe()
        self._ready = select.poll()  # the connection's own way makes one for every page
        self._ready.register(self._connection.fileno(), select.POLLIN)
        memory = make_memory(settings)
        self._mailbox = Mailbox(memory)
        threads = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
        path = os.pathsep.join(filter(None, (_ROOT, os.environ.get("PYTHONPATH", ""))))
        try:
            self.process = subprocess.Popen(  # noqa: S603 - our own module
                [sys.executable, "-m", "printworthy.apps.batch.cell", str(there.fileno()), str(memory)],
                pass_fds=[there.fileno(), memory],
                stdin=subprocess.DEVNULL,
                env={**harmless_environment(), **threads, "PYTHONPATH": path},
            )
        finally:
            there.close()
            os.close(memory)

    def greet(self) -> bool:
        """Tell it the settings; is it ready?"""
        try:
            self._connection.send(self._settings.to_json())
            ready = self._connection.poll(_START) and self._connection.recv() == READY
        except (EOFError, OSError):
            return False
        self._first, self._spent = self._resident(), self._cpu_seconds()
        return ready

    def ask(self, page: Raw) -> Outcome | None:
        """What becomes of a page; None if it takes too long."""
        # Plain values: to pickle a dataclass takes longer than to send it.
        size, text = self._mailbox.put(page.html)
        self._connection.send((page.place.position, page.url, page.charset, page.status, size, text))
        if not self._answers():
            return None
        self._pages += 1
        outcome: Outcome
        outcome, self._spent = self._connection.recv()
        return outcome

    def code(self) -> int:
        """The exit code of a process that is about to end."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(10)
        code = self.process.poll()
        return -signal.SIGKILL if code is None else code

    def is_spent(self, outcome: Outcome) -> bool:
        """Has it run out of memory, or kept much of it?"""
        if isinstance(outcome, tuple) and outcome[0] == "memory":
            return True
        return self._pages % _LOOK == 0 and self._resident() > self._first + self._settings.caps.memory_mb * MB // 2

    def close(self) -> None:
        """End it."""
        self._connection.close()
        self.process.kill()
        self.process.wait()
        self._mailbox.close()

    def _answers(self) -> bool:
        """Does the answer come before the page has used up its CPU time?"""
        wait = self._settings.caps.seconds
        deadline = time.monotonic() + patience(self._settings)
        while not self._ready.poll(1000 * wait):
            wait = self._settings.caps.seconds - (self._cpu_seconds() - self._spent)
            if wait <= 0 or time.monotonic() + wait > deadline:
                return False
            wait = max(wait, 0.05)
        return True

    def _cpu_seconds(self) -> float:
        """CPU that the cell has used so far; the clock where nobody can tell."""
        try:
            fields = Path(f"/proc/{self.process.pid}/stat").read_bytes().rpartition(b")")[2].split()
        except OSError:
            return time.monotonic()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def _resident(self) -> int:
        try:
            numbers = Path(f"/proc/{self.process.pid}/statm").read_text("ascii").split()
        except OSError:
            return 0
        return int(numbers[1]) * os.sysconf("SC_PAGE_SIZE")
