"""An e-book's cover: its title and a few small lines go in, a drawing (SVG) comes out.

Which face a reading app takes is not known, so widths are those of a wide one, such as DejaVu Sans Bold.
"""

from __future__ import annotations

import re
from html import escape
from typing import Final

from printworthy.writers.width import width, wrap

_NOT_XML: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
# The frame is 1080 wide; the text keeps away from it.
_ROOM: Final = 980.0
_HEIGHT: Final = 900.0
_SIZES: Final = (112, 96, 84, 72, 64, 56)
_LINE: Final = 1.18
# No cover holds more letters.
_MOST: Final = 600
_SMALL: Final = 44.0
_NARROW: Final = frozenset("fijlrtI.,:;'’!|()[]- ")
_WIDE: Final = frozenset("mwMW@%&—…æœÆŒшщюжмфыЖМФШЩЮЫ")
_VOWELS: Final = "aeiouyäöüàâáåéèêëíìîïóòôõøúùûæœаеёиоуыэюя"
# Where a word may go on, roughly: before a consonant and its vowel.
_SYLLABLE: Final = re.compile(rf"(?:sch|[cpst]h|[^\W\d_{_VOWELS}])[{_VOWELS}]", re.IGNORECASE)


def cover_drawing(title: str, small: list[str]) -> bytes:
    """The title in letters as large as the frame allows, and below it who wrote it and where it is from."""
    size, lines = _set(title)
    top = 620 - len(lines) * size * 0.6
    large = "".join(_text(line, top + index * size * _LINE, size, 600) for index, line in enumerate(lines))
    below = top + len(lines) * size * _LINE + 60
    rest = "".join(_text(line, below + 70 + 60 * index, _small(line), 400) for index, line in enumerate(small))
    drawing = (
        '<?xml version="1.0" encoding="utf-8"?>\n<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="1600" '
        'viewBox="0 0 1200 1600"><rect width="1200" height="1600" fill="#f7f4ec"/>'
        '<rect x="60" y="60" width="1080" height="1480" fill="none" stroke="#2b2722" stroke-width="3"/>'
        f'{large}<rect x="540" y="{below - 30:.0f}" width="120" height="4" fill="#2b2722"/>{rest}</svg>\n'
    )
    return _NOT_XML.sub("", drawing).encode("utf-8")


def _set(title: str) -> tuple[float, list[str]]:
    """The size of the letters and the lines: the largest in which no word is broken, if they are few."""
    for size in _SIZES:
        lines = wrap(title, _ROOM / size, _ems)
        if len(lines) * size * _LINE <= _HEIGHT * 0.7 and max(map(_ems, lines)) <= _ROOM / size:
            return size, lines
    return _set_broken(title)


def _set_broken(title: str) -> tuple[float, list[str]]:
    """A long title, whose long words go on in the next line; what a cover cannot hold is left out."""
    lines: list[str] = []
    most = 0
    for size in _SIZES[2:]:
        words = " ".join(_broken(word, _ROOM / size) for word in title[:_MOST].split(" "))
        lines, most = wrap(words, _ROOM / size, _ems), int(_HEIGHT / size / _LINE)
        if len(lines) <= most:
            return size, lines
    return _SIZES[-1], [*lines[: most - 1], f"{lines[most - 1][:-1]}…"]


def _broken(word: str, room: float) -> str:
    """The word, in parts that fit into a line, with spaces between."""
    if _ems(word) <= room or width(word) > len(word):  # wide characters break anywhere
        return word
    end = next(end for end in range(len(word), 0, -1) if _ems(word[:end]) + _ems("-") <= room or end == 1)
    joints = [found.start() for found in _SYLLABLE.finditer(word) if 2 < found.start() <= min(end, len(word) - 4)]
    cut = max([word.rfind("-", 0, end) + 1, *joints]) or end
    head = word[:cut] if not word[cut - 1].isalnum() else f"{word[:cut]}-"
    return f"{head} {_broken(word[cut:], room)}"


def _ems(text: str) -> float:
    """How wide a text is at most, in ems of bold letters."""
    return sum(_em(char) for char in text)


def _em(char: str) -> float:
    columns = width(char)
    if columns != 1:
        return 1.05 if columns else 0.0
    if char in _NARROW:
        return 0.55
    return 1.2 if char in _WIDE else 0.95 if char.isupper() else 0.75


def _small(line: str) -> float:
    return min(_SMALL, _ROOM / max(1.0, _ems(line)))


def _text(text: str, y: float, size: float, weight: int) -> str:
    return (
        f'<text x="600" y="{y:.0f}" font-size="{size:.0f}" font-weight="{weight}" text-anchor="middle" fill="#2b2722" '
        f'font-family="Source Serif 4, Georgia, serif">{escape(text)}</text>'
    )
