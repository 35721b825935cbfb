"""Doors: a worker that dies before it has reported leaves Daft waiting for it; this makes Daft stop waiting.

Daft opens a socket, starts a process, and waits until it connects, however long that takes. A process that is killed
while it starts, by a system short of memory say, never will. Whoever knocks in its place and says nothing lets Daft
give up; the run then tries again. Linux alone tells what is needed for that; elsewhere nothing is done.
"""

from __future__ import annotations

import os
import socket
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Final

_EVERY: Final = 1.0
_PROCESSES: Final = Path("/proc")
_LISTENS: Final = "00010000"  # the flag of a socket that accepts connections


class Doors:
    """Use it as `with Doors(): …`; a thread looks once a second whether a child of this process has died."""

    def __init__(self) -> None:
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> Doors:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop.set()
        self._thread.join()

    def _run(self) -> None:
        known: set[int] = set()
        while not self._stop.wait(_EVERY):
            dead = set(dead_children())
            if dead - known:
                knock()
            known = dead


def dead_children() -> Iterator[int]:
    """Processes that this one started, that have ended, and that nobody has asked how."""
    own = str(os.getpid())
    for path in _PROCESSES.glob("[0-9]*/stat"):
        with suppress(OSError):
            # The name of a program stands in parentheses, and may hold any sign.
            state, parent, *_ = path.read_text("utf-8", "replace").rpartition(")")[2].split()
            if state == "Z" and parent == own:
                yield int(path.parent.name)


def knock() -> None:
    """Connect to every socket with a name that this process listens on, and go away."""
    for path in open_doors():
        with suppress(OSError), socket.socket(socket.AF_UNIX) as one:
            one.connect(path)


def open_doors() -> list[str]:
    """The names of the sockets that this process listens on."""
    own = set()
    for path in Path("/proc/self/fd").iterdir():
        with suppress(OSError):
            own.add(path.readlink().name)
    lines = (line.split() for line in (_PROCESSES / "net" / "unix").read_text("utf-8", "replace").splitlines()[1:])
    # Number, references, protocol, flags, type, state, inode, name.
    return [line[7] for line in lines if len(line) == 8 and line[3] == _LISTENS and f"socket:[{line[6]}]" in own]
