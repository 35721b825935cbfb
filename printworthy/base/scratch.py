"""Scratch folders: one for a piece of work, removed after it. Whoever makes one holds a lock on it as long as it lives:
a folder without its lock is of somebody who was killed, and is swept away by the next who needs one.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from typing import Final

_PREFIX: Final = "printworthy-scratch-"
# A folder this young may not have got its lock yet.
_YOUNG: Final = 60.0


class Scratch(AbstractContextManager[Path]):
    """A folder of one's own, in the given one or where the system has its temporary ones."""

    def __init__(self, parent: Path | None = None) -> None:
        self.path: Final = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=parent))
        self._lock = _hold(self.path)

    def __enter__(self) -> Path:
        return self.path

    def __exit__(self, *_error: object) -> None:
        self.close()

    def close(self) -> None:
        """Remove it, with all that lies in it."""
        shutil.rmtree(self.path, ignore_errors=True)
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None


def sweep(parent: Path | None = None) -> None:
    """Remove the folders whose makers are gone."""
    for folder in (parent or Path(tempfile.gettempdir())).glob(f"{_PREFIX}*"):
        with suppress(OSError):
            if time.time() - folder.lstat().st_mtime > _YOUNG:
                _remove_if_free(folder)


def _remove_if_free(folder: Path) -> None:
    lock = _hold(folder)
    if lock is not None:
        shutil.rmtree(folder, ignore_errors=True)
        os.close(lock)


def _hold(folder: Path) -> int | None:
    """A lock on the folder that ends with this process; None if somebody has it, or where there are no such locks."""
    try:
        import fcntl
    except ImportError:  # Windows
        return None
    lock = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        return None
    return lock
