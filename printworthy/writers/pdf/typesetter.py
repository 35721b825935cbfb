"""The typesetter, inside its own process: a folder with a document goes in, a PDF or drawings of its pages come out.

The folder holds `main.typ`; the typesetter reads nothing outside of it. From the second document on, a second thread
sets what lies in the folder's `ahead`.
"""

from __future__ import annotations

import json
import math
from contextlib import suppress
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any, Final

from printworthy.errors import WriteError
from printworthy.writers.pdf.work_folder import AHEAD

_AGED: Final = 3
# A style that imports a package finds none there.
_NOWHERE: Final = str(Path(__file__).with_name("no-packages"))


class UnsettableError(WriteError):
    """The typesetter does not take the document: a block of it, or the style, makes it fail."""


class Typesetter:
    """Typst with its fonts loaded; each document may compute for so many seconds."""

    def __init__(self, fonts: list[str], system: bool, seconds: float, threads: int) -> None:
        import typst

        loaded = typst.Fonts(include_system_fonts=system, font_paths=fonts)
        self._new = partial(typst.Compiler, font_paths=loaded, package_cache_path=_NOWHERE, package_path=_NOWHERE)
        self._compiler: Any = self._new()
        self._error = typst.TypstError
        self._seconds, self._threads = seconds, threads
        self._assistant: Assistant | None = None

    def typeset(self, folder: str, standards: list[str], timestamp: int | None) -> tuple[bytes, list[Any]]:
        """The PDF of the folder's `main.typ`, and what the template reports of its last page."""
        made: bytes = self._compiled(folder, "pdf", standards, timestamp)[0]
        return made, self._end(folder)

    def draw(self, folder: str, timestamp: int | None) -> tuple[tuple[bytes, ...], dict[str, Any], list[Any]]:
        """The pages of the folder's `main.typ` as SVG, and what the template reports of its marks and its last page."""
        made, marks = self._compiled(folder, "svg", [], timestamp)
        return tuple(made) if isinstance(made, list) else (made,), json.loads(marks), self._end(folder)

    def _end(self, folder: str) -> list[Any]:
        return list(json.loads(self._compiler.query("<pw-last>", "value", root=folder)))

    def missing(self, signs: str) -> str:
        """Those of the characters that no font has."""
        _allow(self._seconds)
        return "".join(self._missing(signs))

    def rest(self) -> None:
        """Age what typst remembers, which it keeps for ten documents: empty ones count too, and cost nothing."""
        for _ in range(_AGED):
            self._compiler.compile(input=b"", format="pdf")
        if self._assistant is None and self._threads > 1:  # the first document, often the only one, read the template
            self._assistant = Assistant(self._new(), self._error)

    def _compiled(self, folder: str, kind: str, standards: list[str], timestamp: int | None) -> tuple[Any, str]:
        """What typst makes, within the time, and for drawings the marks; what it does not take is said in our words."""
        _allow(self._seconds)
        if self._assistant is not None:
            self._assistant.begin(Path(folder) / AHEAD)
        try:
            made = self._compiler.compile(
                input=str(Path(folder) / "main.typ"), root=folder, format=kind, pdf_standards=standards,
                timestamp=timestamp,
            )  # fmt: skip
            return made, self._compiler.query("<pw-marks>", "value", True, root=folder) if kind == "svg" else ""
        except self._error as error:
            raise _refused(standards, str(getattr(error, "message", error)).strip()) from None

    def _missing(self, signs: str) -> list[str]:
        """A strict kind of PDF refuses characters that no font has, all at once or half by half."""
        if not signs:
            return []
        shown = " ".join(f'#"\\u{{{ord(sign):x}}}"' for sign in signs)
        source = f'#set document(title: "-")\n{shown}'.encode()
        try:
            self._compiler.compile(input=source, format="pdf", pdf_standards=["ua-1"])
        except self._error:
            half = len(signs) // 2
            return [*self._missing(signs[:half]), *self._missing(signs[half:])] if half else list(signs)
        return []


def _refused(standards: list[str], reason: str) -> WriteError:
    """What to tell about a document that the typesetter does not take."""
    strict = f"PDF/{standards[0].upper()}" if standards else ""
    if strict and (strict in reason or " error: " in f" {reason}"):
        said = reason.rpartition(" error: ")[2]
        return WriteError(f"{strict} is not possible here, nothing was written: {said}; leave out --pdf-standard")
    return UnsettableError(f"the page cannot be typeset: {reason}; try another style")


def _allow(seconds: float) -> None:
    """Let the next job compute for so long, where the system can; one that goes on is ended by it."""
    try:
        import resource
    except ImportError:  # Windows
        return
    used = sum(resource.getrusage(resource.RUSAGE_SELF)[:2])
    _, most = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(used + seconds), most))


class Assistant:
    """Sets ahead, one document after the other; one that comes while it is busy is left to the first thread."""

    def __init__(self, compiler: Any, error_type: type[Exception]) -> None:  # noqa: ANN401 - the library has no types
        self._compiler, self._error_type = compiler, error_type
        self._folders: SimpleQueue[Path] = SimpleQueue()
        Thread(target=self._work, daemon=True).start()

    def begin(self, folder: Path) -> None:
        """Set what lies there, if anything does, and do not wait for it."""
        if self._folders.empty() and (folder / "issue.json").is_file():
            self._folders.put(folder)

    def _work(self) -> None:
        while True:
            folder = self._folders.get()
            # It always ends with an error: the template says so when all is set, before a page is made of it.
            with suppress(self._error_type):
                self._compiler.compile(input=str(folder / "main.typ"), root=str(folder), format="pdf")
