"""The typesetter as the writer sees it: a folder with a document goes in, a PDF or drawings of its pages come out.

It runs in a process of its own. A document that takes too long or too much memory ends that process and becomes an
error; the next one gets a new process. Fonts are loaded once, so that the documents after the first are quick.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from printworthy.base.extras import need
from printworthy.base.scratch import sweep
from printworthy.errors import LimitError, WriteError
from printworthy.workers.process import EndedError, Limit, NoAnswerError, ProcessSpec, Single
from printworthy.writers.pdf.fonts import font_folders, has_cjk
from printworthy.writers.pdf.typesetter import Typesetter

# How a process ends that has used up its CPU time, where the system limits that; Windows does not.
_OUT_OF_TIME: Final = -getattr(signal, "SIGXCPU", 1 << 30)
# A style that imports a package would make the typesetter download it: writers never touch the network.
_NOWHERE: Final = dict.fromkeys(("HTTPS_PROXY", "https_proxy", "ALL_PROXY", "HTTP_PROXY"), "http://127.0.0.1:9")
_LESS: Final = "print less at once, or make an e-book (.epub)"


@dataclass(frozen=True, slots=True)
class TypesetterLimits:
    """How long a document may be computed (seconds), and how much memory its process may ask for (megabytes)."""

    seconds: float = 60.0
    megabytes: int = 2048

    @property
    def patience(self) -> float:
        """Seconds on the clock: a busy machine may give a process a fraction of its time."""
        return self.seconds * 10


@dataclass(frozen=True, slots=True)
class DrawnPages:
    """Pages as SVG, and what the template tells of its marks."""

    pages: tuple[bytes, ...]
    marks: dict[str, Any]


class TypesetterClient:
    """A process that typesets one document after the other; close it."""

    def __init__(self, fonts: tuple[str, ...] = (), bounds: TypesetterLimits | None = None) -> None:
        self.fonts = fonts
        self.ends: list[dict[str, float]] = []  # of the last document: its pages, and the lines on the last of them
        self._bounds = bounds or TypesetterLimits()
        self._known: dict[str, bool] = {}
        self._everywhere = not has_cjk()
        self._process: Single | None = None

    def close(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is not None:
            process.close()

    def typeset(self, folder: Path, standards: list[str], timestamp: int | None) -> bytes:
        """The PDF of the folder's `main.typ`."""
        made: bytes
        made, self.ends = self._ask(Typesetter.typeset, str(folder), standards, timestamp)
        return made

    def draw(self, folder: Path, timestamp: int | None) -> DrawnPages:
        """The pages of the folder's `main.typ` as SVG, and its marks."""
        pages, marks, self.ends = self._ask(Typesetter.draw, str(folder), timestamp)
        return DrawnPages(pages, marks)

    def missing(self, signs: list[str]) -> list[str]:
        """Those of the characters that no font has, not even one elsewhere in the system; each is asked about once."""
        new = [sign for sign in signs if sign not in self._known]
        lacking = self._lacking(new)
        if lacking and not self._everywhere:
            self.close()
            self._everywhere = True
            lacking = self._lacking(new)
        self._known.update({sign: sign not in lacking for sign in new})
        return [sign for sign in signs if not self._known[sign]]

    def _lacking(self, signs: list[str]) -> str:
        return str(self._ask(Typesetter.missing, "".join(signs))) if signs else ""

    def _ask(self, method: Callable[..., object], *arguments: object) -> Any:  # noqa: ANN401 - what the method returns
        """The method's result; silence beyond the limit, or the end of the process, is an error."""
        self._process = self._process or self._made()
        try:
            return self._process.ask(Limit(float("inf"), self._bounds.patience), method, *arguments)
        except WriteError:
            raise
        except (EndedError, NoAnswerError, LimitError, RuntimeError) as error:
            self.close()
            if isinstance(error, NoAnswerError) or isinstance(error, EndedError) and error.code == _OUT_OF_TIME:
                raise WriteError(f"typesetting took longer than {self._bounds.seconds:g} s: {_LESS}") from None
            limit = f"memory is limited to {self._bounds.megabytes} MB"
            raise WriteError(f"the typesetter ended early ({limit}): {_LESS}") from error

    def _made(self) -> Single:
        """A new process with the fonts loaded; two threads of its own are enough and keep its memory small."""
        need("pdf", "writing PDF", "typst")
        sweep()
        threads = min(2, os.cpu_count() or 1)
        ready = Typesetter, (font_folders(self.fonts), self._everywhere, self._bounds.seconds, threads)
        environment = {"RAYON_NUM_THREADS": str(threads), "MALLOC_ARENA_MAX": "2", **_NOWHERE}
        megabytes = self._bounds.megabytes
        return Single(
            ProcessSpec(name="typesetter", megabytes=megabytes, ready=ready, quiet=True, environment=environment)
        )
