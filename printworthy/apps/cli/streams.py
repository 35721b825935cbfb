"""Standard input and output as bytes; either may be closed, and a disk behind it may be full."""

from __future__ import annotations

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
