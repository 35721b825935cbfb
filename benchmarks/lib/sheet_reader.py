"""A PDF read back: its bytes go in; pages with their lines, their words and their ink come out.

poppler's `pdftotext` and `pdftoppm` do the reading. Lengths are points; y grows downwards.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from tempfile import TemporaryDirectory

DPI = 36
_SCALE = DPI / 72
_INK = 215  # darker than the ground of code, lighter than a thin rule
_PAGE = re.compile(r'<page width="([\d.]+)" height="([\d.]+)">(.*?)</page>', re.S)
_LINE = re.compile(r"<line [^>]*>(.*?)</line>", re.S)
_WORD = re.compile(r'<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">([^<]*)</word>')


@dataclass(frozen=True, slots=True)
class SeenWord:
    """A word and its box."""

    text: str
    left: float
    top: float
    right: float
    bottom: float

    @property
    def height(self) -> float:
        """From top to bottom."""
        return self.bottom - self.top


@dataclass(frozen=True, slots=True)
class SeenLine:
    """The words of a line from left to right."""

    words: tuple[SeenWord, ...]

    @property
    def text(self) -> str:
        """The words with spaces between."""
        return " ".join(word.text for word in self.words)

    @property
    def left(self) -> float:
        """Where it begins."""
        return min(word.left for word in self.words)

    @property
    def right(self) -> float:
        """Where it ends."""
        return max(word.right for word in self.words)

    @property
    def top(self) -> float:
        """Its upper edge."""
        return min(word.top for word in self.words)

    @property
    def bottom(self) -> float:
        """Its lower edge."""
        return max(word.bottom for word in self.words)

    @property
    def height(self) -> float:
        """From top to bottom."""
        return max(word.height for word in self.words)


@dataclass(frozen=True, slots=True)
class SeenPage:
    """A page: its size, its lines, and a small grey picture of it."""

    width: float
    height: float
    lines: tuple[SeenLine, ...]
    grey: bytes = field(repr=False)
    columns: int
    rows: int

    def inked(self, left: float, right: float, top: float, bottom: float) -> list[bool]:
        """For each row of pixels between `top` and `bottom`: does it hold ink between `left` and `right`?"""
        first, last = max(0, int(left * _SCALE)), min(self.columns, int(right * _SCALE) + 1)
        start, end = max(0, int(top * _SCALE)), min(self.rows, int(bottom * _SCALE))
        return [
            min(self.grey[row * self.columns + first : row * self.columns + last], default=255) < _INK
            for row in range(start, end)
        ]

    def longest_gap(self, left: float, right: float, top: float, bottom: float) -> float:
        """The height of the highest empty stripe."""
        longest = run = 0
        for ink in self.inked(left, right, top, bottom):
            run = 0 if ink else run + 1
            longest = max(longest, run)
        return longest / _SCALE


def is_ready() -> bool:
    """Are the reading tools installed?"""
    return bool(shutil.which("pdftotext") and shutil.which("pdftoppm"))


def read_pdf(pdf: bytes) -> list[SeenPage]:
    """The pages of a PDF."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "sheet.pdf"
        path.write_bytes(pdf)
        boxes = _run("pdftotext", "-bbox-layout", str(path), "-").decode("utf-8", "replace")
        pictures = _pictures(_run("pdftoppm", "-gray", "-r", str(DPI), str(path)))
    pages = _PAGE.findall(boxes)
    return [
        SeenPage(float(width), float(height), _lines(inner), *picture)
        for (width, height, inner), picture in zip(pages, pictures, strict=True)
    ]


def stream_of(pdf: bytes) -> str:
    """The text of a PDF in the order in which it is written there."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "sheet.pdf"
        path.write_bytes(pdf)
        return _run("pdftotext", "-raw", str(path), "-").decode("utf-8", "replace")


def draw_page(pdf: bytes, number: int, target: Path) -> None:
    """One page, counted from 0, as PNG."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "sheet.pdf"
        path.write_bytes(pdf)
        page = str(number + 1)
        _run(
            "pdftoppm",
            "-png",
            "-r",
            "64",
            "-f",
            page,
            "-l",
            page,
            "-singlefile",
            str(path),
            str(target.with_suffix("")),
        )


def _run(*command: str) -> bytes:
    return subprocess.run(command, capture_output=True, check=True).stdout


def _lines(inner: str) -> tuple[SeenLine, ...]:
    found = (tuple(map(_word, _WORD.findall(line))) for line in _LINE.findall(inner))
    return tuple(SeenLine(words) for words in found if words)


def _word(found: tuple[str, ...]) -> SeenWord:
    left, top, right, bottom = (float(one) for one in found[:4])
    return SeenWord(unescape(found[4]), left, top, right, bottom)


def _pictures(stream: bytes) -> list[tuple[bytes, int, int]]:
    """Grey pictures, one after the other, in the PGM format: pixels, columns, rows."""
    found = []
    while match := re.match(rb"P5\s+(\d+)\s+(\d+)\s+255\s", stream):
        columns, rows = int(match[1]), int(match[2])
        end = match.end() + columns * rows
        found.append((stream[match.end() : end], columns, rows))
        stream = stream[end:]
    return found
