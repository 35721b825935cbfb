"""The typesetter's second thread: folders with what is set ahead go in; nothing comes out but what both remember."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any


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
