"""The terminal and its streams: standard input and output as bytes, and a line that says what is being done."""

from __future__ import annotations

import shutil
import sys

from printworthy.errors import InputError, WriteError


def read_stdin() -> bytes:
    """All of standard input."""
    if sys.stdin is None:
        raise InputError("standard input is closed: give a file, or pipe a page in")
    return sys.stdin.buffer.read()


def write_stdout(content: bytes) -> None:
    """Write and flush; a reader that has left is not an error of ours, and stays a BrokenPipeError."""
    if sys.stdout is None:
        raise WriteError("standard output is closed: name a file with -o")
    try:
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise WriteError(f"standard output fails ({error.strerror}): name a file elsewhere with -o") from error


class Progress:
    """A line on the terminal that is gone when the work is done; nothing anywhere else.

    Use it as `with Progress() as tell: tell("fetching …")`.
    """

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

    def __exit__(self, *_error: object) -> None:
        if self._shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
