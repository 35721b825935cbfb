"""A line on the terminal that says what is being done, and is gone when it is done; nothing anywhere else."""

from __future__ import annotations

import shutil
import sys
from types import TracebackType


class Progress:
    """Use it as `with Progress() as tell: tell("fetching …")`."""

    def __init__(self) -> None:
        self._shown = sys.stderr is not None and sys.stderr.isatty()

    def __enter__(self) -> Progress:
        return self

    def __call__(self, text: str) -> None:
        """Replace the line."""
        if self._shown:
            # A page's address may hold anything; a terminal obeys control characters.
            clean = "".join(letter if letter.isprintable() else "?" for letter in text)
            print(f"\r\x1b[K{clean[: shutil.get_terminal_size().columns - 1]}", end="", file=sys.stderr, flush=True)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
