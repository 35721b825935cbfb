"""Steps that are kept: a training that was stopped goes on where it was, with `--resume`.

Each step's arrays lie in one file of a folder beside the model; the folder belongs to one set of pages and settings,
known by a digest, and is removed when the model is written.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

from printworthy.base.npz import Arrays, read_npz, write_npz
from printworthy.errors import UsageError, WriteError


class Checkpoints:
    """The steps done so far. `kept` counts those that were taken from an earlier run."""

    def __init__(self, output: Path, digest: str, resume: bool) -> None:
        self.folder = output.with_name(f"{output.name}.work")
        self.kept = 0
        about = self.folder / "about.json"
        known = _digest(about)
        if resume and known is None:
            raise UsageError(f"there is nothing to resume beside {output}: leave out --resume")
        if resume and known != digest:
            raise UsageError(f"the pages or the settings changed since {self.folder} was made: leave out --resume")
        if not resume:
            shutil.rmtree(self.folder, ignore_errors=True)
            write_whole(about, json.dumps({"digest": digest}).encode())

    def step(self, name: str, make: Callable[[], Arrays]) -> Arrays:
        """What a step makes: as it was kept, or made now and kept."""
        path = self.folder / f"{name}.npz"
        if path.is_file():
            try:
                found = read_npz(path.read_bytes())
                self.kept += 1
                return found
            except ValueError:
                path.unlink()  # damaged from outside: made again
        made = make()
        write_whole(path, write_npz(made))
        return made

    def done(self) -> None:
        """Remove what was kept."""
        shutil.rmtree(self.folder, ignore_errors=True)


def write_whole(path: Path, content: bytes) -> None:
    """Write beside and rename: a reader, or a kill, finds the old file or the new one."""
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        beside.write_bytes(content)
        beside.replace(path)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise WriteError(f"{path} cannot be written ({error.strerror}): choose another place for -o") from error


def _digest(about: Path) -> str | None:
    try:
        found = json.loads(about.read_text("utf-8"))["digest"]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return str(found)
