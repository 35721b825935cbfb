"""Where documents go: what `-o` named, or nobody did → files that can be written, known before any work is done."""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import Final

from printworthy.errors import UsageError, WriteError, how_to_install
from printworthy.writers.registry import suffixes, writer_for_path
from printworthy.writers.save import check_issue, check_target

# What some system refuses in a file's name, what a shell would have to be told about, and commas.
_REFUSED: Final = re.compile(r"[\x00-\x1f\x7f<>:\"/\\|?*'`$!&;,(){}\[\]~#%^]+")
# The end of a phrase: a sign that parts it from the next one.
_PHRASE: Final = re.compile(r"[:;,.!?|–—]\s|\s[–—-]\s")
_LONGEST: Final = 80
_SHORTEST: Final = 20
# Which formats have a use for an option; an EPUB's reader sets its pages, and so does a browser but for large letters.
_FOR: Final = {
    **dict.fromkeys(("--style", "--font-size"), ("PDF", "HTML")),
    "--grey": ("PDF", "EPUB"),
    **dict.fromkeys(("--paper", "--columns", "--margin", "--links", "--qr", "--pdf-standard", "--fonts"), ("PDF",)),
    "--fit": ("PDF",),
}
_ISSUE: Final = ("--title", "--newest", "--since")


def check_outputs(paths: Sequence[str], *, issue: bool = False) -> None:
    """Refuse a file that names no format or cannot be written; a folder is fine, and its file is named later."""
    for path in paths or ["."]:
        if path == "-":
            raise UsageError("-o - names no file: 'printworthy extract' writes to standard output")
        if Path(path).is_dir():
            _check_folder(path)
        elif path.endswith(("/", os.sep)):
            raise WriteError(f"the folder {path} does not exist: create it first")
        elif issue:
            check_issue(path)
        else:
            writer_for_path(path)
            check_target(path)


def check_suffix(path: str, written: tuple[str, ...]) -> None:
    """Refuse a name that promises another format than those that are written: a PDF must not be HTML inside."""
    suffix = Path(path).suffix.lower()
    if suffix in suffixes() and suffix not in written:
        raise UsageError(f"{path}: this verb writes {', '.join(written)} only; 'printworthy print' makes {suffix}")


def check_folder(folder: Path, advice: str) -> None:
    """Refuse a folder that a server could not keep its files in; it need not exist yet."""
    wanted = folder.absolute()
    there = next(one for one in (wanted, *wanted.parents) if os.path.lexists(one))
    if not there.is_dir():
        raise WriteError(f"{there} is a file, so that nothing can be written into it: {advice}")
    if not os.access(there, os.W_OK | os.X_OK):
        raise WriteError(f"the folder {there} may not be written: {advice}")


def named(paths: Sequence[str], title: str, *, issue: bool = False) -> list[str]:
    """The files to write: as they were named, or after the title in the folder that was."""
    paper = ".pdf" if find_spec("typst") else ".epub" if issue else ".html"
    return [_inside(path, title, paper) if Path(path).is_dir() else path for path in paths or ["."]]


def put(path: str, given: Sequence[str], title: str, write: Callable[[str], object]) -> str:
    """Let `write` make the file, and tell its name. One that was not given is never taken from another run."""
    if path in given:
        write(path)
        return path
    folder, suffix = Path(path).parent, Path(path).suffix
    hidden = folder / f".{secrets.token_hex(8)}{suffix}"
    try:
        write(str(hidden))
        return _settle(hidden, title, folder)
    finally:
        hidden.unlink(missing_ok=True)


def _settle(hidden: Path, title: str, folder: Path) -> str:
    """Give a finished file the first name that nobody has. To create it and fail if it is there is one step."""
    for name in _names(title, hidden.suffix):
        target = folder / name
        with suppress(FileExistsError):
            os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666))
            hidden.replace(target)
            return str(target)
    raise AssertionError("names never end")


def without_paper(paths: Sequence[str]) -> str:
    """What to say to someone who named no format and gets no PDF, because what sets it is not installed."""
    if find_spec("typst") or not any(Path(path).is_dir() for path in paths or ["."]):
        return ""
    return f"no PDF, because the extra 'pdf' is not installed: {how_to_install('pdf')}"


def unused(typed: Sequence[str], style: str, paths: Sequence[str], *, issue: bool) -> str:
    """What to tell about options that were typed and change none of the files; "" if there are none."""
    kinds = {_kind(path) for path in paths}
    wasted = [
        f"{flag} (for {' and '.join(formats)})"
        for flag, formats in (_FOR | {"--style": _FOR["--style"] if style == "large" else ("PDF",)}).items()
        if kinds.isdisjoint(formats) and _was_typed(flag, typed)
    ]
    wasted += [f"{flag} (for an issue)" for flag in _ISSUE if not issue and _was_typed(flag, typed)]
    return f"not used: {', '.join(wasted)}" if wasted else ""


def holds_pictures(paths: Sequence[str], *, bound: bool = False) -> bool:
    """Does any of the files hold pictures inside? A reader page does, but may also load them (not if `bound`)."""
    wanted = (".pdf", ".epub") if bound else (".pdf", ".epub", ".html", ".htm")
    return any(Path(path).is_dir() or path.lower().endswith(wanted) for path in paths or ["."])


def own_name(title: str, suffix: str, folder: Path | None = None) -> str:
    """The name of a file that does not exist yet, after the title."""
    return next(name for name in _names(title, suffix) if not (folder or Path()).joinpath(name).exists())


def _names(title: str, suffix: str) -> Iterator[str]:
    """Names after the title: the plain one, then numbered ones."""
    stem = _words(_cut(title)) or "article"
    yield f"{stem}{suffix}"
    for number in count(2):
        yield f"{stem}-{number}{suffix}"


def _kind(path: str) -> str:
    suffix = Path(path).suffix.lower().removeprefix(".")
    return {"htm": "HTML"}.get(suffix, suffix.upper())


def _was_typed(flag: str, typed: Sequence[str]) -> bool:
    return any(len(word) > 2 and flag.startswith(word) for word in typed)


def _inside(folder: str, title: str, suffix: str) -> str:
    return str(Path(folder) / own_name(title, suffix, Path(folder)))


def _check_folder(path: str) -> None:
    if not os.access(path, os.W_OK | os.X_OK):
        raise WriteError(f"the folder {path} may not be written: choose another one with -o")


def _cut(title: str) -> str:
    """A title that is not too long: its first phrases, or as many words as there is room for."""
    if len(title) <= _LONGEST:
        return title
    ends = [found.start() for found in _PHRASE.finditer(title[: _LONGEST + 1]) if found.start() >= _SHORTEST]
    if ends:
        return title[: ends[-1]]
    return title[: _LONGEST + 1].rpartition(" ")[0] or title[:_LONGEST]


def _words(title: str) -> str:
    """The words with dashes between; file systems count bytes, so that these are few, too."""
    words = "-".join(_REFUSED.sub(" ", title).split())[:_LONGEST].strip(".-")
    while len(words.encode()) > 3 * _LONGEST:
        words = words[:-1]
    return words.strip(".-")
