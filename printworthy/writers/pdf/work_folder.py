"""The folder that the typesetter reads: a style's name goes in; a folder with the template and the style comes out.

The folder is kept from one document to the next: the template stays there, documents come and go. In its folder `AHEAD`
the same template waits for what is set ahead (see `set_ahead` in `pdf_writer.py`).
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Final

from printworthy.base.scratch import Scratch
from printworthy.errors import UsageError

AHEAD: Final = "ahead"
DOCUMENT: Final = "issue.json"
MAIN: Final = "main.typ"
_FOLDER: Final = Path(__file__).parent
_LIBRARY: Final = _FOLDER / "printworthy.typ"
_TEMPLATE: Final = _FOLDER / "template"
_STAYS: Final = frozenset((_LIBRARY.name, _TEMPLATE.name, MAIN, AHEAD))


class WorkFolder:
    """One such folder; close it."""

    def __init__(self) -> None:
        self._scratch = Scratch()
        self._style = ""

    def close(self) -> None:
        """Remove it."""
        self._scratch.close()

    @contextmanager
    def furnished(self, style: str) -> Iterator[Path]:
        """The folder with a style, for one document; what is put there goes with it."""
        folder = self._scratch.path
        if not self._style:
            (folder / AHEAD).mkdir()
            _copy(_LIBRARY, folder)
            for place in (folder, folder / AHEAD):
                shutil.copytree(_TEMPLATE, place / _TEMPLATE.name, copy_function=shutil.copyfile)
        if self._style != style or style not in styles():  # one's own may have changed
            _copy(style_file(style), folder, MAIN)
            self._style = style
        try:
            yield folder
        finally:
            _clear(folder)
            _clear(folder / AHEAD)


def _copy(source: Path, folder: Path, name: str = "") -> None:
    for place in (folder, folder / AHEAD):
        shutil.copyfile(source, place / (name or source.name))


def _clear(folder: Path) -> None:
    for path in folder.iterdir():
        if path.name not in _STAYS:
            path.unlink()


@cache
def styles() -> tuple[str, ...]:
    """The names of the styles in the package."""
    return tuple(sorted(path.stem for path in (_FOLDER / "styles").glob("*.typ")))


def style_file(style: str) -> Path:
    """The file of a style, by its name in the package or by the path of one's own."""
    if style.endswith(".typ"):
        if not Path(style).is_file():
            raise UsageError(f"there is no style file {style}: check the name")
        return Path(style)
    if style not in styles():
        raise UsageError(f"unknown style {style!r}: use one of {', '.join(styles())}, or a .typ file of your own")
    return _FOLDER / "styles" / f"{style}.typ"
