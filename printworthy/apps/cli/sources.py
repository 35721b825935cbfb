"""Read a saved page: SOURCE as typed goes in, its bytes, its address and its folder come out."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from typing import Final, NamedTuple

from printworthy.apps.cli.streams import read_stdin
from printworthy.errors import InputError, UsageError

# A browser that saves a page notes its address in a comment; most sites name theirs in the head.
_SAVED: Final = re.compile(rb"<!-- saved from url=\(\d+\)(https?://\S+) -->", re.I)
_CANONICAL: Final = re.compile(
    rb"<link\b(?=[^<>]*\brel\s*+=\s*+[\"']?canonical\b)[^<>]*\bhref\s*+=\s*+[\"']?([^\"'\s>]+)", re.I
)
_HEAD: Final = 100_000


class Source(NamedTuple):
    """A page as read. `folder` holds a saved page's files, and is None for a page that came from elsewhere."""

    html: bytes
    url: str
    folder: Path | None


def read_source(source: str, url: str = "") -> Source:
    """The page that SOURCE names; `url` is its address if the caller knows it."""
    if url and not is_web(url):
        raise UsageError(f"--url {url!r} is no web address: give one that begins with http:// or https://")
    if source == "-":
        return _checked(read_stdin(), url, None, "standard input")
    if "://" in source:
        raise UsageError(f"cannot read {source}: give a file, an http(s) address, or - for standard input")
    path = Path(source)
    return _checked(_read_file(path), url, path.parent, source)


def is_web(address: str) -> bool:
    """Is this an address to fetch?"""
    return address.lower().startswith(("http://", "https://"))


def _read_file(path: Path) -> bytes:
    """The bytes of a file, or an error that says what is wrong with it."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise InputError(f"there is no file {path}: check the name") from None
    except IsADirectoryError:
        raise InputError(f"{path} is a folder: name a page inside it") from None
    except PermissionError:
        raise InputError(f"{path} may not be read: check its permissions") from None
    except (OSError, ValueError) as error:
        raise InputError(f"cannot read {path} ({error}): check the name and the disk") from None


def _checked(html: bytes, url: str, folder: Path | None, name: str) -> Source:
    """The source, unless it is empty."""
    if not html.strip():
        raise InputError(f"{name} is empty: give it the HTML of a page")
    return Source(html, url or _own_address(html[:_HEAD]), folder)


def _own_address(head: bytes) -> str:
    """The address that a page says it has, or ""."""
    found = _SAVED.search(head) or _CANONICAL.search(head)
    address = unescape(found[1].decode("utf-8", "replace")) if found else ""
    return address if is_web(address) else ""
