"""The worker's side of a cell: pages go in, outcomes come out, and a cell that dies is replaced."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Final

from printworthy.apps.batch.cell import READY, Outcome, patience
from printworthy.apps.batch.items import Raw
from printworthy.apps.batch.settings import MB, Settings
from printworthy.errors import PrintworthyError

_ROOT: Final = str(Path(__file__).resolve().parents[3])
_START: Final = 120.0
_LOOK: Final = 200


class Cells:
    """One cell at a time, started when it is first needed."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._process: subprocess.Popen[bytes] | None = None
        self._connection: Connection | None = None
        self._pages = 0
        self._first = 0

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
        if self._connection is not None:
            self._connection.close()
        if self._process is not None:
            self._process.kill()
            self._process.wait()
        self._process = self._connection = None

    @property
    def pid(self) -> int:
        """The process of the cell that is running; 0 if none is."""
        return self._process.pid if self._process else 0

    def _try(self, page: Raw) -> Outcome | int:
        """The outcome; or the exit code of a cell that died for reasons of its own."""
        connection = self._ready()
        try:
            connection.send(page)
            if not self._answers(connection):
                self.close()
                return self._late()
            outcome: Outcome = connection.recv()
        except (EOFError, OSError):
            return self._died()
        self._look_after(outcome)
        return outcome

    def _answers(self, connection: Connection) -> bool:
        """Does the answer come before the page has used up its CPU time?"""
        start, wait = self._cpu_seconds(), self._settings.caps.seconds
        deadline = time.monotonic() + patience(self._settings)
        while not connection.poll(wait):
            wait = self._settings.caps.seconds - (self._cpu_seconds() - start)
            if wait <= 0 or time.monotonic() + wait > deadline:
                return False
            wait = max(wait, 0.05)
        return True

    def _died(self) -> int:
        assert self._process is not None
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(10)
        code = self._process.poll()
        self.close()
        return -signal.SIGKILL if code is None else code

    def _late(self) -> tuple[str, str]:
        return "timeout", f"it takes more than {self._settings.caps.seconds:g} seconds: raise --page-seconds"

    def _look_after(self, outcome: Outcome) -> None:
        """Replace a cell that ran out of memory, or that has kept much of it."""
        self._pages += 1
        starved = isinstance(outcome, tuple) and outcome[0] == "memory"
        most = self._first + self._settings.caps.memory_mb * MB // 2
        if starved or self._pages % _LOOK == 0 and self._resident() > most:
            self.close()

    def _ready(self) -> Connection:
        """The connection to a living cell."""
        if self._connection is not None and self._process is not None and self._process.poll() is None:
            return self._connection
        self.close()
        here, there = Pipe()
        threads = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
        path = os.pathsep.join(filter(None, (_ROOT, os.environ.get("PYTHONPATH", ""))))
        self._process = subprocess.Popen(  # noqa: S603 - our own module
            [sys.executable, "-m", "printworthy.apps.batch.cell", str(there.fileno())],
            pass_fds=[there.fileno()],
            stdin=subprocess.DEVNULL,
            env={**os.environ, **threads, "PYTHONPATH": path},
        )
        there.close()
        self._connection = here
        try:
            here.send(self._settings.to_json())
            started = here.poll(_START) and here.recv() == READY
        except (EOFError, OSError):
            started = False
        if not started:
            self.close()
            raise PrintworthyError("a process to extract in cannot be started: look at the lines above")
        self._pages, self._first = 0, self._resident()
        return here

    def _cpu_seconds(self) -> float:
        """CPU that the cell has used so far; the clock where nobody can tell."""
        try:
            fields = Path(f"/proc/{self.pid}/stat").read_bytes().rpartition(b")")[2].split()
        except OSError:
            return time.monotonic()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def _resident(self) -> int:
        try:
            return int(Path(f"/proc/{self.pid}/statm").read_text("ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")
        except OSError:
            return 0
