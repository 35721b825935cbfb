"""Inputs as typed → sources: what each file is, how large, and whether it can be cut into shares."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Final

from pyarrow import parquet

from printworthy.apps.batch.settings import BatchSettings
from printworthy.base.urls import is_web
from printworthy.errors import InputError, UsageError

KINDS: Final = ("warc", "jsonl", "parquet", "urls", "list")
_HTML: Final = (".html", ".htm", ".xhtml", ".html.gz", ".htm.gz")
_GZIP: Final = b"\x1f\x8b"
_ZSTD: Final = b"\x28\xb5\x2f\xfd"
_PEEK: Final = 4 * 1024 * 1024
_WEB: Final = ("http://", "https://")


@dataclass(frozen=True, slots=True)
class InputSource:
    """One input.

    kind:    "warc", "jsonl", "parquet", "urls" or "folder".
    splits:  may a reader begin in the middle of the file?
    groups:  the bytes of a Parquet file's row groups.
    entries: the files of a folder, or the addresses of a list.
    """

    kind: str
    path: str
    size: int = 0
    splits: bool = False
    groups: tuple[int, ...] = ()
    entries: tuple[str, ...] = ()


def find_sources(inputs: Sequence[str], settings: BatchSettings, kind: str = "") -> list[InputSource]:
    """The sources that the inputs name, each once, in their order; `kind` is what a file is, if its looks deceive."""
    found = list(dict.fromkeys(path for text in inputs for path in _paths(text, kind)))
    return [_source(path, settings, "" if kind == "list" else kind) for path in found]


def _paths(text: str, kind: str) -> Iterator[Path]:
    """The files of an input: itself, or those that a list of archives names."""
    path = Path(text)
    if not path.exists():
        advice = "write addresses into a text file, one a line" if "://" in text else "check the name"
        raise InputError(f"{text} is not there: {advice}")
    if path.is_dir() or kind not in ("", "list") or not _is_list(path) and kind != "list":
        yield path
        return
    lines = path.read_text("utf-8", "replace").splitlines()
    for line in filter(None, map(str.strip, lines)):
        if not line.startswith("#"):
            named = path.parent / line  # an absolute name stays as it is
            if not named.exists():
                raise InputError(f"{path} names {line}, which is not there: names count from the list's own folder")
            yield named


def _is_list(path: Path) -> bool:
    """A text file whose first line names a file, not an address."""
    if path.suffix.lower() not in (".txt", ".paths", ".list"):
        return False
    first = _first_line(path)
    return not is_web(first)


def _first_line(path: Path) -> str:
    with path.open("rb") as file:
        for line in islice(file, 100):
            text = line[:4096].decode("utf-8", "replace").strip()
            if text and not text.startswith("#"):
                return text
    return ""


def _source(path: Path, settings: BatchSettings, kind: str) -> InputSource:
    if path.is_dir():
        return _folder(path)
    kind = kind or _kind(path)
    source = InputSource(kind, str(path), path.stat().st_size)
    match kind:
        case "warc":
            return replace(source, splits=_members(path))
        case "jsonl":
            return replace(source, splits=not _head(path, 4).startswith((_GZIP, _ZSTD)))
        case "parquet":
            return replace(source, groups=_groups(path, settings))
        case "urls":
            return replace(source, entries=tuple(_addresses(path)))
        case _:
            raise UsageError(f"{kind!r} is no kind of input: choose one of {', '.join(KINDS)}")


def _folder(path: Path) -> InputSource:
    """A folder of pages, in the order of their names; a folder of archives is told apart by its files."""
    names = sorted(str(file.relative_to(path)) for file in path.rglob("*") if _is_page(file))
    if not names:
        raise InputError(f"{path} holds no .html files: name the archives in it one by one, or give another folder")
    return InputSource("folder", str(path), entries=tuple(names))


def _is_page(file: Path) -> bool:
    return file.name.lower().endswith(_HTML) and file.is_file()


def _kind(path: Path) -> str:
    """What a file is, by its first bytes, and by its name where these do not tell."""
    head = _head(path, 512)
    if head.startswith(b"PAR1"):
        return "parquet"
    plain = _unpacked(path) if head.startswith(_GZIP) else head
    name = path.name.lower()
    if plain.startswith(b"WARC/") or ".warc" in name or name.endswith((".wet", ".wet.gz")):
        return "warc"
    if plain.lstrip().startswith(b"{") or ".jsonl" in name or ".ndjson" in name:
        return "jsonl"
    if plain.decode("latin-1").lstrip().lower().startswith((*_WEB, "#")):
        return "urls"
    if _is_page(path):
        raise InputError(f"{path} is a single page: give the folder that holds the pages, or use `printworthy extract`")
    raise InputError(f"{path} is of no known kind: say what it is with --kind ({', '.join(KINDS)})")


def _head(path: Path, size: int) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(size)
    except OSError as error:
        raise InputError(f"{path} cannot be read ({error.strerror}): check the name") from None


def _unpacked(path: Path) -> bytes:
    try:
        with gzip.open(path, "rb") as file:
            return file.read(512)
    except (OSError, EOFError, zlib.error):
        return b""  # a damaged archive is still told by its name


def _members(path: Path) -> bool:
    """Can one begin in the middle: is it plain, or does its first gzip member end before a few MB?"""
    data = _head(path, _PEEK)
    if not data.startswith(_GZIP):
        return True
    stream = zlib.decompressobj(wbits=31)
    try:
        while data and not stream.eof:
            stream.decompress(data, _PEEK)
            data = stream.unconsumed_tail
    except zlib.error:
        return True  # damaged at the beginning: later members may be whole
    return stream.eof


def _groups(path: Path, settings: BatchSettings) -> tuple[int, ...]:
    """The sizes of a Parquet file's row groups, if it has the columns."""
    try:
        with parquet.ParquetFile(path) as file:
            missing = {settings.html_column, settings.url_column} - set(file.schema_arrow.names)
            if missing:
                raise UsageError(f"{path} has no column {', '.join(sorted(missing))}: name them with --html-column "
                                 f"and --url-column")  # fmt: skip
            metadata = file.metadata
            return tuple(metadata.row_group(number).total_byte_size for number in range(metadata.num_row_groups))
    except (OSError, ValueError) as error:
        if isinstance(error, UsageError):
            raise
        raise InputError(f"{path} cannot be read ({error}): check the file") from None


def _addresses(path: Path) -> Iterator[str]:
    """The addresses of a list, each once."""
    lines = path.read_text("utf-8", "replace").splitlines()
    found = (line.strip() for line in lines)
    yield from dict.fromkeys(line for line in found if is_web(line))
