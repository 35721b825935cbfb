"""Letters of another cut: a letter and a cut go in; the character that stands for both (U+1D400 on) comes out."""

from __future__ import annotations

from typing import Final, NamedTuple


class _Cut(NamedTuple):
    """Where the letters begin (0: there are none): A, a, 0, and the Greek Α and α."""

    upper: int
    lower: int
    digit: int = 0
    greek_upper: int = 0
    greek_lower: int = 0


_CUTS: Final = {
    "mathbf": _Cut(0x1D400, 0x1D41A, 0x1D7CE, 0x1D6A8, 0x1D6C2),
    "boldsymbol": _Cut(0x1D468, 0x1D482, 0x1D7CE, 0x1D71C, 0x1D736),
    "mathcal": _Cut(0x1D49C, 0x1D4B6),
    "mathscr": _Cut(0x1D49C, 0x1D4B6),
    "mathfrak": _Cut(0x1D504, 0x1D51E),
    "mathbb": _Cut(0x1D538, 0x1D552, 0x1D7D8),
    "mathsf": _Cut(0x1D5A0, 0x1D5BA, 0x1D7E2),
    "mathtt": _Cut(0x1D670, 0x1D68A, 0x1D7F6),
}
# Letters that had a place of their own before the others got theirs.
_OLDER: Final = {
    "mathcal": dict(zip("BEFHILMRego", "ℬℰℱℋℐℒℳℛℯℊℴ", strict=True)),
    "mathscr": dict(zip("BEFHILMRego", "ℬℰℱℋℐℒℳℛℯℊℴ", strict=True)),
    "mathfrak": dict(zip("CHIRZ", "ℭℌℑℜℨ", strict=True)),
    "mathbb": dict(zip("CHNPQRZ", "ℂℍℕℙℚℝℤ", strict=True)),
}


def cut(letter: str, name: str) -> str:
    """The letter in this cut, or the letter itself if there is none."""
    older = _OLDER.get(name, {}).get(letter)
    found = _CUTS.get(name)
    if older or not found:
        return older or letter
    starts = zip("Aa0Αα", found, (26, 26, 10, 25, 25), strict=True)
    for first, start, count in starts:
        place = ord(letter) - ord(first)
        if start and 0 <= place < count:
            return chr(start + place)
    return letter
