"""How many columns of a terminal a text takes, and lines broken by that measure."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from typing import Final

# A place where a line may end: after a space, and between wide characters (before no closing mark of theirs).
_WIDE: Final = r"\u2e80-\u9fff\uff00-\uffef\U00020000-\U0003ffff"
_CHUNK: Final = re.compile(rf"[ \t]+|[{_WIDE}][、。，．：；？！」』）〉》】〕ー]*|[^ \t{_WIDE}]+")


def width(text: str) -> int:
    """The columns that the text takes: 2 for a wide character, 0 for one that combines with the one before."""
    return len(text) if text.isascii() else sum(map(_char_width, text))


def _char_width(char: str) -> int:
    if char < "\u0300":
        return 1
    if unicodedata.combining(char) or unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def pad(text: str, columns: int) -> str:
    """The text filled with spaces up to so many columns."""
    return text + " " * (columns - width(text))


def wrap(line: str, columns: float, measure: Callable[[str], float] = width) -> list[str]:
    """The line broken into lines of at most so many columns; a word that is longer stands alone, whole."""
    lines: list[str] = []
    current, used = "", 0.0
    for chunk in _CHUNK.findall(line):
        size = measure(chunk)
        if current and used + size > columns and not chunk.isspace():
            lines.append(current.rstrip())
            current, used = "", 0.0
        if current or not chunk.isspace():
            current, used = current + chunk, used + size
    return [*lines, current.rstrip()] if current.strip() or not lines else lines
