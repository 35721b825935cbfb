"""Words that a line may not hold: a text goes in; strings, and objects that say how to break a word, come out.

A word of letters is hyphenated by the typesetter, which knows the language. Addresses, hashes and names of programs are
no words: they may go on in the next line at their joints, without a hyphen. Such a place is a `BREAK`, of which the
template makes a space of no width, so that nothing of it is left in the text that a reader copies.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

BREAK: Final = "\u200b"
# Bytes beyond ASCII, each as a number; a run of them is letters of UTF-8.
_ESCAPED: Final = re.compile(r"(?:%[89A-Fa-f][0-9A-Fa-f])+")
_LTR: Final = "\u200e"  # the mark that stands for a letter that runs from left to right
_LONGEST: Final = 36
_JOINTS: Final = re.compile(r"(?<=[/?&=#_.,:;~+%@-])(?=[^/\s])|(?<=[a-z])(?=[A-Z])")
_PIECE: Final = re.compile(r"(\w{18})(?=\w)")
# Scripts that are written without spaces break between their letters or words anyway.
_SPACELESS: Final = "\u2e80-\u9fff\uac00-\ud7af\u0e00-\u0e7f"
_SIGN: Final = r"!-/:-@\[-`{-¿×÷\u2010-\u206f"
_LETTER: Final = rf"[^\d\s{_SIGN}]"
_WORDS: Final = re.compile(rf"[{_SIGN}]*{_LETTER}+(?:[-/’'()\u2010-\u2026]+{_LETTER}+)*[{_SIGN}]*")
_HUMP: Final = re.compile(r"[a-z][A-Z]")
# Old figures beside capitals look like letters: the "S0" of a meter reads "So".
_CAPITAL: Final = "[A-ZÀ-ÖØ-ÞΑ-ΩЀ-Я]"
_FIGURES: Final = rf"(?<={_CAPITAL})\d+|(?<={_CAPITAL}[-‑])\d+|(?<!\d)\d+(?={_CAPITAL})"
_DIGIT: Final = re.compile(r"\d")
# The languages of which the typesetter has patterns, and a length that no word of theirs has.
_HYPHENATED: Final = frozenset(
    "af be bg ca cs da de el en es et fi fr hr hu is it ka ku la lt mn nb nl nn no pl pt ru sk sl sq sr sv tk tr "
    "uk".split()
)
_NO_WORD: Final = 90


@dataclass(frozen=True)
class LongWords:
    """What is long in this language, where lines hold so many letters."""

    language: str
    letters: float

    @cached_property
    def longest(self) -> int:
        """So many letters fit into every line, even where something stands before them."""
        return max(10, min(_LONGEST, int(self.letters * 0.6)))

    @cached_property
    def _special(self) -> re.Pattern[str]:
        return re.compile(rf"(?P<long>[^\s{BREAK}\u00ad{_SPACELESS}]{{{self.longest},}})|{_FIGURES}")

    def parts(self, text: str) -> list[str | dict[str, Any]]:
        """The text, in which long words and figures beside capitals are objects."""
        if _DIGIT.search(text) is None and max(map(len, text.split()), default=0) < self.longest:
            return [text] if text else []
        parts: list[str | dict[str, Any]] = []
        end = 0
        for found in self._special.finditer(text):
            parts += [text[end : found.start()], self._long(found[0]) if found["long"] else _figures(found[0])]
            end = found.end()
        return [part for part in (*parts, text[end:]) if part]

    def _long(self, word: str) -> str | dict[str, Any]:
        if not _WORDS.fullmatch(word) or _HUMP.search(word):
            return {"t": "address", "v": breakable(word, self.longest)}
        known = self.language[:2].lower() in _HYPHENATED and len(word) <= _NO_WORD
        if known or len(word) <= self.letters:
            return {"t": "word", "v": word} if known else word
        room = max(8, int(self.letters * 0.8))
        return {"t": "word", "v": re.sub(rf"(.{{{room}}})(?=\w)", rf"\1{BREAK}", word)}


def _figures(digits: str) -> dict[str, Any]:
    return {"t": "figures", "v": digits}


def breakable(text: str, longest: int = _LONGEST) -> str:
    """The text, which is no words, with places to break in what is longer than a line could hold."""
    if len(text) < longest:
        return text
    return re.sub(rf"[^\s{BREAK}\u00ad{_SPACELESS}]{{{longest},}}", lambda found: _cut(found[0]), text)


def shown_address(address: str, rtl: bool = False) -> str:
    """An address as it is printed: without the scheme that every address has, and free to break at its joints.

    Among letters that run from right to left (`rtl`), marks at its ends keep its parts in their order.
    """
    bare = re.sub(r"^(?:https?://|mailto:|tel:)", "", readable(address))
    shown = bare.rstrip("/") if bare.count("/") == 1 else bare
    cut = _cut(f"{shown[:157]}…" if len(shown) > 160 else shown)
    return f"{_LTR}{cut}{_LTR}" if rtl and cut else cut


def readable(address: str) -> str:
    """An address as people write it: percent-encoded letters decoded, international names in their own script."""
    scheme, mark, rest = address.partition("://")
    host, slash, path = rest.partition("/")
    if mark and "xn--" in host.lower():
        host = ".".join(map(_unicode_label, host.split(".")))
    if "%" in path:
        path = _ESCAPED.sub(_decoded, path)
    return f"{scheme}{mark}{host}{slash}{path}" if mark else address


def _unicode_label(label: str) -> str:
    try:
        return label[4:].encode("ascii").decode("punycode") if label.lower().startswith("xn--") else label
    except (UnicodeError, ValueError, OverflowError):
        return label


def _decoded(found: re.Match[str]) -> str:
    """Letters of UTF-8, which say something; anything else keeps its numbers."""
    try:
        text = bytes.fromhex(found[0].replace("%", "")).decode()
    except UnicodeDecodeError:
        return found[0]
    return text if all(char.isalnum() or unicodedata.category(char)[0] == "M" for char in text) else found[0]


def _cut(text: str) -> str:
    return _PIECE.sub(rf"\1{BREAK}", _JOINTS.sub(BREAK, text))
