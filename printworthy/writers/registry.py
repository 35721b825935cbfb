"""The formats, by name and by file suffix; a writer's module is imported when its format is first asked for.

A new format is one line in `_FORMATS` and a file or folder beside this one.
"""

from __future__ import annotations

import importlib
from difflib import get_close_matches
from pathlib import Path
from typing import Final, NamedTuple, cast

from printworthy.data.article import Article
from printworthy.errors import UsageError, WriteError
from printworthy.writers.protocol import DEFAULTS, WriteOptions, Writer


class _Format(NamedTuple):
    """Where a format's writer lives, and the suffixes of its files; the first is the usual one."""

    module: str
    writer: str
    suffixes: tuple[str, ...]


_FORMATS: Final[dict[str, _Format]] = {
    "text": _Format("printworthy.writers.text", "TextWriter", (".txt", ".text")),
    "markdown": _Format("printworthy.writers.markdown.markdown_writer", "MarkdownWriter", (".md", ".markdown")),
    "html": _Format("printworthy.writers.html.html_writer", "HtmlWriter", (".html", ".htm")),
    "json": _Format("printworthy.writers.json.json_writer", "JsonWriter", (".json",)),
    "pdf": _Format("printworthy.writers.pdf.pdf_writer", "PdfWriter", (".pdf",)),
    "epub": _Format("printworthy.writers.epub.epub_writer", "EpubWriter", (".epub",)),
}
_BY_SUFFIX: Final = {suffix: name for name, entry in _FORMATS.items() for suffix in entry.suffixes}


def names() -> tuple[str, ...]:
    """The names of all formats."""
    return tuple(_FORMATS)


def suffixes() -> tuple[str, ...]:
    """All file suffixes that name a format."""
    return tuple(_BY_SUFFIX)


def writer_for_name(name: str) -> Writer:
    """The writer of a format, called by its name or by a suffix without its dot ("markdown", "md")."""
    lowered = name.lower()
    found = lowered if lowered in _FORMATS else _BY_SUFFIX.get(f".{lowered}")
    if found is None:
        raise UsageError(f"unknown format {name!r}: use one of {', '.join(_FORMATS)}")
    return _load(_FORMATS[found])


def writer_for_path(path: str | Path) -> Writer:
    """The writer that a file name's suffix asks for."""
    suffix = Path(path).suffix.lower()
    if suffix not in _BY_SUFFIX:
        shown = f"the suffix {suffix!r}" if suffix else "a name without a suffix"
        near = get_close_matches(suffix, _BY_SUFFIX, 1)
        meant = f"did you mean {near[0]}?" if near else f"end the file name with one of {', '.join(_BY_SUFFIX)}"
        raise UsageError(f"{shown} names no format: {meant}")
    return _load(_FORMATS[_BY_SUFFIX[suffix]])


def write(article: Article, writer: Writer, options: WriteOptions = DEFAULTS) -> bytes:
    """The article's bytes in the writer's format; nesting beyond what Python can follow is reported, not crashed on."""
    try:
        return writer.write(article, options)
    except RecursionError:
        raise WriteError("the article is nested too deeply to be written: limit the depth when it is built") from None


def _load(entry: _Format) -> Writer:
    """Import the writer's module and make its writer."""
    return cast("Writer", getattr(importlib.import_module(entry.module), entry.writer)())
