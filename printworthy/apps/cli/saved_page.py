"""Read a saved page: SOURCE as typed goes in; its bytes, its address, and the pictures beside it come out."""

from __future__ import annotations

import re
from html import unescape
from mimetypes import guess_type
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import unquote, urljoin, urlsplit

from printworthy.apps.cli.terminal import read_stdin
from printworthy.base.urls import is_web
from printworthy.data.article import Article, Resource
from printworthy.errors import InputError, UsageError

# A browser that saves a page notes its address in a comment; most sites name theirs in the head.
_SAVED: Final = re.compile(rb"<!-- saved from url=\(\d+\)(https?://\S+) -->", re.I)
_CANONICAL: Final = re.compile(
    rb"<link\b(?=[^<>]*\brel\s*+=\s*+[\"']?canonical\b)[^<>]*\bhref\s*+=\s*+[\"']?([^\"'\s>]+)", re.I
)
_HEAD: Final = 100_000
# How addresses begin when they were typed in haste: https:/a, https//a, htps://a, http;//a.
_BEGINS: Final = re.compile(r"(h{0,2}t{1,3}ps?)(?:[:;.,]/{0,3}|/{1,3})", re.I)
_HOST: Final = re.compile(
    r"(?:localhost|\d{1,3}(?:\.\d{1,3}){3}|(?:[\w-]+\.)+(?P<end>[^\W\d_]{2,}))(?::\d{1,5})?(?:[/?#]\S*)?", re.I
)
# What ends a file's name rather than a host's.
_FILES: Final = frozenset("html htm xhtml mht mhtml txt md json xml rss atom opml pdf epub zip warc gz".split())
_CHECK: Final = ": check the name"
_LARGEST: Final = 32 * 1024 * 1024


class SavedPage(NamedTuple):
    """A page as read. `folder` holds a saved page's files, and is None for a page that came from elsewhere."""

    html: bytes
    url: str
    folder: Path | None


def read_source(source: str, url: str = "") -> SavedPage:
    """The page that SOURCE names; `url` is its address if the caller knows it."""
    if url and not is_web(url):
        raise UsageError(f"--url {url!r} is no web address: give one that begins with http:// or https://")
    if source == "-":
        return _checked(read_stdin(), url, None, "standard input")
    if "://" in source:
        meant = meant_address(source)
        advice = f"did you mean {meant}?" if meant else "give a file, an http(s) address, or - for standard input"
        raise UsageError(f"cannot read {source}: {advice}")
    return _checked(_read_file(source), url, Path(source).parent, source)


def local_pictures(article: Article, url: str, folder: Path | None) -> dict[str, Resource]:
    """The article's pictures that lie beside the page, by address; pictures elsewhere stay addresses."""
    if folder is None:
        return {}
    sources = {figure.src for figure in article.images}
    base = urljoin(url, ".") if url else ""
    found = ((src, _picture(src, base, folder.resolve())) for src in sources)
    return {src: picture for src, picture in found if picture is not None}


def meant_address(word: str) -> str:
    """The address that somebody may have meant who left out or misspelt how it begins; "" if it looks like none."""
    begins = _BEGINS.match(word)
    rest = word[begins.end() :] if begins else word
    host = _HOST.fullmatch(rest)
    if host is None or not begins and (host["end"] or "").lower() in _FILES:
        return ""
    secret = begins[1].lower().endswith("s") if begins else host["end"]
    return f"{'https' if secret else 'http'}://{rest}"


def no_file(name: str) -> InputError:
    """What to say of a file that does not exist."""
    meant = meant_address(name)
    return InputError(f"there is no file {name}" + (f"; if you mean the address, write {meant}" if meant else _CHECK))


def _read_file(source: str) -> bytes:
    """The bytes of a file, or an error that says what is wrong with it."""
    path = Path(source)
    try:
        return path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        raise no_file(source) from None
    except IsADirectoryError:
        raise InputError(f"{path} is a folder: name a page inside it") from None
    except PermissionError:
        raise InputError(f"{path} may not be read: check its permissions") from None
    except (OSError, ValueError) as error:
        raise InputError(f"cannot read {path} ({error}): check the name and the disk") from None


def _checked(html: bytes, url: str, folder: Path | None, name: str) -> SavedPage:
    """The source, unless it is empty."""
    if not html.strip():
        raise InputError(f"{name} is empty: give it the HTML of a page")
    return SavedPage(html, url or _own_address(html[:_HEAD]), folder)


def _own_address(head: bytes) -> str:
    """The address that a page says it has, or ""."""
    found = _SAVED.search(head) or _CANONICAL.search(head)
    address = unescape(found[1].decode("utf-8", "replace")) if found else ""
    return address if is_web(address) else ""


def _picture(src: str, base: str, folder: Path) -> Resource | None:
    """The file in the folder that `src` means, if it is a picture; a page may not reach out of its own folder."""
    if not src.startswith(base):
        return None
    relative = unquote(urlsplit(src[len(base) :]).path)
    media_type = guess_type(relative)[0] or ""
    try:
        path = (folder / relative).resolve()
        inside = path.is_relative_to(folder) and path.is_file() and path.stat().st_size <= _LARGEST
        return Resource(path.read_bytes(), media_type) if inside and media_type.startswith("image/") else None
    except (OSError, ValueError):
        return None
