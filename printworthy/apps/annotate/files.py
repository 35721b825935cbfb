"""Write files so that a kill at any moment leaves the old content or the new one, never a part, and nothing is lost."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final
from uuid import uuid4

from printworthy.errors import WriteError

UNFINISHED: Final = ".writing-"


def write_durably(path: Path, content: bytes, mode: int = 0o644) -> None:
    """Write beside, flush to the disk, rename, and flush the folder; when this returns, a power cut loses nothing."""
    beside = path.with_name(f"{UNFINISHED}{uuid4().hex}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:  # noqa: PTH123
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
        flush_folder(path.parent)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise WriteError(f"{path} cannot be written ({error.strerror}): free the disk or its rights, and send again") \
            from error  # fmt: skip


def make_folder(path: Path) -> None:
    """A folder that is still there after a power cut."""
    if not path.is_dir():
        make_folder(path.parent)
        path.mkdir(exist_ok=True)
        flush_folder(path.parent)


def flush_folder(path: Path) -> None:
    """Have the names in a folder on the disk."""
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def clean(folder: Path) -> None:
    """Remove what a killed process was writing."""
    for path in folder.rglob(f"{UNFINISHED}*"):
        path.unlink(missing_ok=True)
