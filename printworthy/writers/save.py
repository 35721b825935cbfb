"""Save a document to a file, whole or not at all: bytes and a path go in, a finished file comes out."""

from __future__ import annotations

import errno
import os
import secrets
import stat
from contextlib import suppress
from pathlib import Path
from typing import Final

from printworthy.data.article import Issue
from printworthy.errors import UsageError, WriteError
from printworthy.writers.protocol import DEFAULTS, IssueWriter, WriteOptions
from printworthy.writers.registry import writer_for_path

_FULL: Final = (errno.ENOSPC, errno.EDQUOT)


def check_issue(path: str | Path) -> IssueWriter:
    """The writer that binds several articles for this path, or an error that says which formats do."""
    writer = writer_for_path(path)
    if not isinstance(writer, IssueWriter):
        raise UsageError(f"{path}: several articles are bound as .pdf or .epub only; print them one by one")
    check_target(path)
    return writer


def save_issue(issue: Issue, path: str | Path, options: WriteOptions = DEFAULTS) -> Path:
    """Write several articles as one document to `path`, whose suffix names the format; returns the path."""
    writer = check_issue(path)
    save_bytes(writer.write_issue(issue, options), Path(os.path.realpath(path)))
    return Path(path)


def save_bytes(content: bytes, target: Path) -> None:
    """Put the bytes where `target` says: under a temporary name first, so that no half of a file is ever seen there."""
    try:
        if _is_direct(target):
            target.write_bytes(content)
        else:
            _replace(content, target)
    except OSError as error:
        advice = "make room there" if error.errno in _FULL else "choose another folder"
        raise WriteError(f"cannot write {target}: {error.strerror or error}; {advice}") from error


def check_target(path: str | Path) -> Path:
    """The real path of a file to be written; one that cannot be written is refused before any work is done."""
    target = Path(os.path.realpath(path))
    if target.is_dir():
        raise UsageError(f"{path} is a folder: add a file name")
    if target.parent.is_file():
        raise WriteError(f"{target.parent} is a file, so that nothing can be written into it: name a folder")
    if not target.parent.is_dir():
        raise WriteError(f"the folder {target.parent} does not exist: create it first")
    if target.exists() and _is_protected(target):
        raise WriteError(f"{path} is write-protected: choose another name, or allow writing it")
    if not _is_direct(target) and not os.access(target.parent, os.W_OK | os.X_OK):
        raise WriteError(f"the folder {target.parent} may not be written: choose another one")
    return target


def _is_direct(target: Path) -> bool:
    """A pipe or a terminal has nothing to rename."""
    return target.exists() and not target.is_file()


def _is_protected(target: Path) -> bool:
    """May a file not be written? One that nobody may write is not for the superuser either, who could."""
    return not os.access(target, os.W_OK) or target.is_file() and not target.stat().st_mode & 0o222


def _replace(content: bytes, target: Path) -> None:
    """Write beside the target, flush to disk, rename over it; leave nothing behind on failure."""
    temporary = target.with_name(f".{secrets.token_hex(8)}.tmp")
    try:
        _write_new(content, temporary)
        with suppress(FileNotFoundError):
            temporary.chmod(stat.S_IMODE(target.stat().st_mode))  # an older file keeps its permissions
        temporary.replace(target)
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise
    _sync_folder(target.parent)


def _write_new(content: bytes, path: Path) -> None:
    """Create the file with the permissions that the user's umask gives, and wait for the disk."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
    with os.fdopen(handle, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _sync_folder(folder: Path) -> None:
    """Make the rename itself durable, where the system can."""
    with suppress(OSError):  # some file systems, and Windows, cannot sync a folder
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
