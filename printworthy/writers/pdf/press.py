"""The typesetter in a process of its own: a folder with a document goes in, a PDF or drawings of its pages come out.

A document that takes too long or too much memory ends that process and becomes an error; the next one gets a new
process. Fonts are loaded once, so that the documents after the first are quick.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from threading import Timer
from typing import IO, Any, Final, cast

from printworthy.base.confine import harmless_environment
from printworthy.base.scratch import sweep
from printworthy.errors import MissingExtraError, WriteError
from printworthy.writers.pdf.fonts import font_folders, has_cjk

_WORKER: Final = Path(__file__).with_name("worker.py")
_CPU_SIGNAL: Final = getattr(signal, "SIGXCPU", 0)
# A style that imports a package would make the typesetter download it: writers never touch the network.
_NOWHERE: Final = "http://127.0.0.1:9"
_LESS: Final = "print less at once, or make an e-book (.epub)"


@dataclass(frozen=True, slots=True)
class Bounds:
    """How long a document may be computed (seconds), and how much memory its process may ask for (megabytes)."""

    seconds: float = 60.0
    megabytes: int = 2048

    @property
    def patience(self) -> float:
        """Seconds on the clock: a busy machine may give a process a fraction of its time."""
        return self.seconds * 10


@dataclass(frozen=True, slots=True)
class Drawn:
    """Pages as SVG, and what the template tells of its marks."""

    pages: tuple[bytes, ...]
    marks: dict[str, Any]


def _refused(standards: list[str], reason: str) -> WriteError:
    """What to tell about a document that the typesetter does not take."""
    strict = f"PDF/{standards[0].upper()}" if standards else ""
    if strict and " error: " in reason:
        said = reason.partition(" error: ")[2]
        return WriteError(f"{strict} is not possible here, nothing was written: {said}; leave out --pdf-standard")
    return WriteError(f"the page cannot be typeset: {reason}; try another style")


class Press:
    """A process that typesets one document after the other; close it, or use it in a `with`."""

    def __init__(self, fonts: tuple[str, ...] = (), bounds: Bounds | None = None) -> None:
        self.fonts = fonts
        self._bounds = bounds or Bounds()
        self._process: subprocess.Popen[str] | None = None
        self._faces: dict[str, bool] = {}
        self._everywhere = not has_cjk()

    def __enter__(self) -> Press:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def close(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    _close(pipe)
            process.wait()

    def typeset(self, folder: Path, standards: list[str], timestamp: int | None) -> bytes:
        """The PDF of the folder's `main.typ`."""
        self._made(folder, "pdf", standards, timestamp)
        return (folder / "out.pdf").read_bytes()

    def draw(self, folder: Path, timestamp: int | None) -> Drawn:
        """The pages of the folder's `main.typ` as SVG, and its marks."""
        answer = self._made(folder, "svg", [], timestamp)
        pages = tuple((folder / f"out-{number}.svg").read_bytes() for number in range(answer["pages"]))
        return Drawn(pages, answer["marks"])

    def _made(self, folder: Path, kind: str, standards: list[str], timestamp: int | None) -> dict[str, Any]:
        job = {"folder": str(folder), "format": kind, "standards": standards, "timestamp": timestamp}
        answer = self._answer(json.dumps(job))
        if answer["error"]:
            raise _refused(standards, answer["error"])
        if fault := answer.get("disk"):
            raise OSError(fault, os.strerror(fault), str(folder))
        return answer

    def missing(self, signs: list[str]) -> list[str]:
        """Those of the signs that no face has, not even one elsewhere in the system; each is asked about once."""
        new = [sign for sign in signs if sign not in self._faces]
        lacking = self._lacking(new)
        if lacking and not self._everywhere:
            self.close()
            self._everywhere = True
            lacking = self._lacking(new)
        self._faces.update({sign: sign not in lacking for sign in new})
        return [sign for sign in signs if not self._faces[sign]]

    def _lacking(self, signs: list[str]) -> str:
        return str(self._answer(json.dumps({"signs": "".join(signs)}))["missing"]) if signs else ""

    def _answer(self, job: str) -> dict[str, Any]:
        """Send the job and wait; silence beyond the limit, or the end of the process, is an error."""
        process = self._process or self._start()
        late: list[bool] = []

        def stop() -> None:
            late.append(True)
            process.kill()

        timer = Timer(self._bounds.patience, stop)
        _send(process, job)  # it works already while the timer's thread starts
        timer.start()
        try:
            line = _heard(process)
        finally:
            timer.cancel()
        if line:
            return cast("dict[str, Any]", json.loads(line))
        ended = process.wait()
        self.close()
        if late or ended == -_CPU_SIGNAL:
            raise WriteError(f"typesetting took longer than {self._bounds.seconds:g} s: {_LESS}")
        raise WriteError(f"the typesetter ended early (memory is limited to {self._bounds.megabytes} MB): {_LESS}")

    def _start(self) -> subprocess.Popen[str]:
        """A new process with the fonts loaded; two threads of its own are enough and keep its memory small."""
        if find_spec("typst") is None:
            raise MissingExtraError("pdf", "writing PDF")
        sweep()
        threads = min(2, os.cpu_count() or 1)
        environment = {
            **harmless_environment(), "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
            "RAYON_NUM_THREADS": str(threads), "MALLOC_ARENA_MAX": "2",
            **dict.fromkeys(("HTTPS_PROXY", "https_proxy", "ALL_PROXY", "HTTP_PROXY"), _NOWHERE),
        }  # fmt: skip
        process = subprocess.Popen(  # noqa: S603 - our own script
            [sys.executable, "-P", str(_WORKER)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True, encoding="utf-8", env=environment,
        )  # fmt: skip
        self._process = process
        setup = {
            "memory": self._bounds.megabytes, "fonts": font_folders(self.fonts), "ignore_system": not self._everywhere,
            "nowhere": str(_WORKER.with_name("no-packages")), "seconds": self._bounds.seconds, "threads": threads,
        }  # fmt: skip
        _send(process, json.dumps(setup))
        return process


def _heard(process: subprocess.Popen[str]) -> str:
    """The next line from the process, "" if it has ended."""
    assert process.stdout is not None
    try:
        return process.stdout.readline()
    except (OSError, ValueError):
        return ""


def _send(process: subprocess.Popen[str], line: str) -> None:
    """A line to the process; one that has ended already is noticed when its answer is read."""
    assert process.stdin is not None
    try:
        process.stdin.write(line + "\n")
        process.stdin.flush()
    except (OSError, ValueError):
        return


def _close(pipe: IO[str]) -> None:
    try:
        pipe.close()
    except OSError:
        return
