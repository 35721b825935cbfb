"""The pages that are being corrected, on disk: bounded, named by their content, and forgotten after a while.

    FOLDER/pages/<page>/page.html.gz           the HTML; about.json its address
    FOLDER/pages/<page>/choices-<key>.json     choices of which drawings were made, to make them again
    FOLDER/pages/<page>/picture-<name>.bin     pictures that were fetched for it; their addresses stand in pictures.json
    FOLDER/shares/<share>.json                 a permalink: the page's name and the choices

A page that nobody opened for `keep` seconds is removed, one that was shared after `keep_shared`; over `most` bytes
those go first that were opened the longest ago.
"""

from __future__ import annotations

import gzip
import json
import re
import shutil
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from time import time
from typing import Any, Final

from printworthy.apps.annotate.store import write_durably
from printworthy.apps.service.errors import UnknownError
from printworthy.apps.service.sheets.choices import ReaderChoices, Sheets, read_choices
from printworthy.data.article import Resource

_NAME: Final = re.compile(r"[0-9a-f]{24}")
_KEY: Final = re.compile(r"[0-9a-f]{20}")
_SHARED: Final = "shared"


@dataclass(frozen=True, slots=True)
class SheetLimits:
    """How long pages are kept (seconds), and how many bytes of them."""

    keep: float = 24 * 3600.0
    keep_shared: float = 30 * 24 * 3600.0
    most: int = 512 * 1024 * 1024


class SheetStore:
    """A folder of pages and permalinks."""

    def __init__(self, folder: Path, bounds: SheetLimits | None = None) -> None:
        self._pages, self._shares = folder / "pages", folder / "shares"
        self._bounds = bounds or SheetLimits()
        for one in (self._pages, self._shares):
            one.mkdir(parents=True, exist_ok=True)

    def put(self, sheets: Sheets) -> str:
        """Keep a page and return its name."""
        self.tidy()
        name = sha256(sheets.url.encode("utf-8", "replace") + b"\0" + sheets.html).hexdigest()[:24]
        folder = self._pages / name
        if not (folder / "about.json").exists():
            folder.mkdir(exist_ok=True)
            write_durably(folder / "page.html.gz", gzip.compress(sheets.html, 5, mtime=0), 0o600)
            write_durably(folder / "about.json", json.dumps({"url": sheets.url}).encode(), 0o600)
        self._touch(folder)
        return name

    def get(self, name: str) -> Sheets:
        """A page with its pictures, or `UnknownError`."""
        folder = self._pages / _checked(name)
        try:
            about = json.loads((folder / "about.json").read_bytes())
            html = gzip.decompress((folder / "page.html.gz").read_bytes())
            pictures = {src: _picture(folder, file, kind) for src, (file, kind) in _index(folder).items()}
        except (OSError, ValueError, KeyError, EOFError):
            raise UnknownError("this page is no longer kept here: open it again by its address or its file") from None
        self._touch(folder)
        return Sheets(html, str(about["url"]), pictures)

    def add_pictures(self, name: str, pictures: Mapping[str, Resource]) -> None:
        """Keep pictures beside their page."""
        folder = self._pages / _checked(name)
        index = _index(folder)
        for src, picture in pictures.items():
            file = f"picture-{sha256(picture.content).hexdigest()[:24]}.bin"
            write_durably(folder / file, picture.content, 0o600)
            index[src] = (file, picture.media_type)
        write_durably(folder / "pictures.json", json.dumps(index).encode(), 0o600)

    def note(self, name: str, choices: ReaderChoices) -> None:
        """Keep choices by their key."""
        path = self._pages / _checked(name) / f"choices-{choices.key}.json"
        if path.parent.is_dir() and not path.exists():
            path.write_bytes(json.dumps(choices.told).encode())

    def noted(self, name: str, key: str) -> ReaderChoices:
        """The choices of a key, or `UnknownError`."""
        try:
            if _KEY.fullmatch(key):
                return read_choices(json.loads((self._pages / _checked(name) / f"choices-{key}.json").read_bytes()))
        except (OSError, ValueError):
            pass
        raise UnknownError("these pages are no longer kept here: open the article again")

    def share(self, name: str, choices: ReaderChoices) -> str:
        """A permalink's name: the same for the same page and choices."""
        folder = self._pages / _checked(name)
        if not folder.is_dir():
            raise UnknownError("this page is no longer kept here: open it again, then share it")
        content = json.dumps({"page": name, "choices": choices.told}, sort_keys=True).encode()
        share = sha256(content).hexdigest()[:24]
        write_durably(self._shares / f"{share}.json", content, 0o600)
        (folder / _SHARED).touch()
        return share

    def shared(self, share: str) -> tuple[str, ReaderChoices]:
        """The page and the choices of a permalink, or `UnknownError`."""
        path = self._shares / f"{_checked(share)}.json"
        try:
            content: dict[str, Any] = json.loads(path.read_bytes())
            return str(content["page"]), read_choices(content["choices"])
        except (OSError, ValueError, KeyError):
            raise UnknownError("this link leads to nothing any more: open the page by its address") from None

    def tidy(self) -> None:
        """Remove what is too old, and the oldest of what is too much."""
        now, size = time(), 0
        folders = sorted(((_moment(folder), folder) for folder in self._pages.iterdir()), reverse=True)
        for moment, folder in folders:
            keep = self._bounds.keep_shared if (folder / _SHARED).exists() else self._bounds.keep
            size += _size(folder)
            if now - moment > keep or size > self._bounds.most:
                shutil.rmtree(folder, ignore_errors=True)
        for path in self._shares.iterdir():
            if now - _moment(path) > self._bounds.keep_shared:
                path.unlink(missing_ok=True)

    @staticmethod
    def _touch(folder: Path) -> None:
        with suppress(OSError):
            (folder / "about.json").touch()


def _checked(name: str) -> str:
    """A name that is one; no other can leave the folder."""
    if not _NAME.fullmatch(name):
        raise UnknownError("that is no name of a page here: open it by its address or its file")
    return name


def _index(folder: Path) -> dict[str, tuple[str, str]]:
    path = folder / "pictures.json"
    return {src: (file, kind) for src, (file, kind) in json.loads(path.read_bytes()).items()} if path.exists() else {}


def _picture(folder: Path, file: str, kind: str) -> Resource:
    return Resource((folder / file).read_bytes(), kind)


def _moment(path: Path) -> float:
    about = path / "about.json"
    try:
        return (about if about.exists() else path).stat().st_mtime
    except OSError:
        return 0.0


def _size(folder: Path) -> int:
    try:
        return sum(path.stat().st_size for path in folder.iterdir())
    except OSError:
        return 0
