"""Words: text in any script → its words, script and reading time; and how much two texts share.

Scripts with spaces are counted by their words, Chinese and Japanese by their characters, and those of South-East Asia,
which write without spaces, by the usual length of a word.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

_HAN: Final = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af"
_KANA: Final = "\u3040-\u30ff\u31f0-\u31ff\uff66-\uff9d"
_HAN_KANA: Final = "\u3005-\u3007" + _KANA + _HAN
_THAI_LAO: Final = "\u0e01-\u0e4e\u0e81-\u0ecd"
_MYANMAR: Final = "\u1000-\u103f\u1050-\u109f\uaa60-\uaa7f"
_KHMER: Final = "\u1780-\u17d3"
_UNSPACED: Final = _THAI_LAO + _MYANMAR + _KHMER
# Apostrophes and hyphens inside a word, points inside a number, and vowel signs of Indic scripts, do not part it.
_INSIDE: Final = "\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0900-\u0963\u0966-\u0dff\u200c\u200d"
_WORD: Final = re.compile(
    rf"[{_HAN_KANA}]|[{_UNSPACED}]+|(?:(?![{_HAN_KANA}{_UNSPACED}])[\w{_INSIDE}])+"
    rf"(?:(?:['’\-]|(?<=\d)[.,](?=\d))(?:(?![{_HAN_KANA}{_UNSPACED}])[\w{_INSIDE}])+)*"
)
_ASCII_WORD: Final = re.compile(r"\w+(?:(?:['\-]|(?<=\d)[.,](?=\d))\w+)*")
# Syllables with their marks: about this many characters make a word.
_LETTERS_A_WORD: Final = {"Thai": 4.5, "Lao": 4.5, "Khmer": 5.0, "Myanmar": 5.5}

_SCRIPTS: Final = (
    ("Latin", r"A-Za-z\u00c0-\u024f\u1e00-\u1eff"),
    ("Cyrillic", r"\u0400-\u052f"),
    ("Greek", r"\u0370-\u03ff\u1f00-\u1fff"),
    ("Arabic", r"\u0600-\u06ff\u0750-\u077f\u08a0-\u08ff\ufb50-\ufdff\ufe70-\ufeff"),
    ("Hebrew", r"\u0590-\u05ff\ufb1d-\ufb4f"),
    ("Han", _HAN),
    ("Kana", _KANA),
    ("Hangul", r"\uac00-\ud7af\u1100-\u11ff\u3130-\u318f"),
    ("Devanagari", r"\u0900-\u097f"),
    ("Bengali", r"\u0980-\u09ff"),
    ("Gurmukhi", r"\u0a00-\u0a7f"),
    ("Gujarati", r"\u0a80-\u0aff"),
    ("Tamil", r"\u0b80-\u0bff"),
    ("Telugu", r"\u0c00-\u0c7f"),
    ("Kannada", r"\u0c80-\u0cff"),
    ("Malayalam", r"\u0d00-\u0d7f"),
    ("Sinhala", r"\u0d80-\u0dff"),
    ("Thai", r"\u0e01-\u0e4e"),
    ("Lao", r"\u0e81-\u0ecd"),
    ("Tibetan", r"\u0f00-\u0fff"),
    ("Myanmar", r"\u1000-\u109f"),
    ("Georgian", r"\u10a0-\u10ff\u1c90-\u1cbf"),
    ("Ethiopic", r"\u1200-\u137f"),
    ("Khmer", r"\u1780-\u17ff"),
    ("Armenian", r"\u0530-\u058f"),
)
_RUNS: Final = {name: re.compile(f"[{letters}]+") for name, letters in _SCRIPTS}
# The script of an article shows in its first lines.
_SAMPLE: Final = 4_000

# Words (characters, in Chinese and Japanese) that a reader takes in in a minute: silent reading of adults.
_PACE: Final = {"Han": 260, "Kana": 360, "Hangul": 220, "Arabic": 140, "Hebrew": 190, "Cyrillic": 185, "Thai": 160}
_USUAL_PACE: Final = 230
_SHINGLE: Final = 3
# Beyond this many characters, spelling no longer matters, and comparing it costs their product.
_SHORT: Final = 200


def words(text: str) -> list[str]:
    """The words of a text in order; each Chinese or Japanese character is one, and Thai is cut into pieces of a word's
    usual length."""
    if text.isascii():
        return _ASCII_WORD.findall(text)
    found: list[str] = []
    for word in _WORD.findall(text):
        size = _letters_a_word(word[0])
        found += [word] if not size else _pieces(word, size)
    return found


def count_words(text: str) -> int:
    """How many words `words` would give."""
    return len(words(text))


def script_of(text: str) -> str:
    """The script that most letters are of ("Latin", "Han", "Arabic" …); Japanese is "Kana"; empty without letters."""
    sample = text[:_SAMPLE]
    if sample.isascii():
        return "Latin" if _RUNS["Latin"].search(sample) else ""
    counts = {name: sum(map(len, run.findall(sample))) for name, run in _RUNS.items()}
    # A Japanese text may hold more Chinese characters than kana, a Chinese one holds none.
    if counts["Kana"] * 10 > counts["Han"] and counts["Kana"]:
        counts["Kana"] += counts["Han"]
    script = max(counts, key=lambda name: counts[name])
    return script if counts[script] else ""


def reading_minutes(text: str) -> float:
    """How long an adult reads at this text, in minutes."""
    return count_words(text) / _PACE.get(script_of(text), _USUAL_PACE)


def _letters_a_word(letter: str) -> float:
    """The usual length of a word in a script without spaces; 0 for other scripts."""
    if letter < "\u0e01" or letter > "\uaa7f":
        return 0.0
    for name, size in _LETTERS_A_WORD.items():
        if _RUNS[name].match(letter):
            return size
    return 0.0


def _pieces(run: str, size: float) -> list[str]:
    """A run of letters without spaces, cut into as many pieces as it probably has words."""
    count = max(1, round(len(run) / size))
    cuts = [round(part * len(run) / count) for part in range(count + 1)]
    return [run[start:end] for start, end in pairwise(cuts)]


def shingles(text: str, size: int = _SHINGLE) -> frozenset[tuple[str, ...]]:
    """The runs of `size` words in a text, in lower case; a shorter text is one run."""
    found = [word.casefold() for word in words(text)]
    if not found:
        return frozenset()
    return frozenset(zip(*(found[start:] for start in range(min(size, len(found)))), strict=False))


def jaccard(one: str, other: str, size: int = _SHINGLE) -> float:
    """What two texts share, as a part of all that they hold together."""
    first, second = shingles(one, size), shingles(other, size)
    together = len(first | second)
    return len(first & second) / together if together else float(one == other)


def containment(part: str, whole: str, size: int = _SHINGLE) -> float:
    """How much of `part` stands in `whole`, in the same words and order."""
    size = max(1, min(size, len(words(part))))
    first = shingles(part, size)
    return len(first & shingles(whole, size)) / len(first) if first else 0.0


def similarity(one: str, other: str) -> float:
    """How alike two texts are: by spelling if both are short (titles, names, captions), else by runs of words."""
    one, other = " ".join(one.casefold().split()), " ".join(other.casefold().split())
    if one == other:
        return 1.0
    if max(len(one), len(other)) <= _SHORT:
        return ratio(one, other)
    return jaccard(one, other)


def ratio(one: Sequence[str], other: Sequence[str]) -> float:
    """1 less the edit distance as a part of the longer text; texts may be strings or lists of words."""
    longest = max(len(one), len(other))
    return 1 - distance(one, other) / longest if longest else 1.0


def distance(one: Sequence[str], other: Sequence[str]) -> int:
    """How many insertions, deletions and substitutions turn one text into the other (Levenshtein)."""
    if len(one) < len(other):
        one, other = other, one
    row = list(range(len(other) + 1))
    for line, left in enumerate(one, 1):
        corner, row[0] = row[0], line
        for column, right in enumerate(other, 1):
            corner, row[column] = (
                row[column],
                corner if left == right else 1 + min(corner, row[column], row[column - 1]),
            )
    return row[-1]


# What fonts of icons draw; beside Chinese characters, private ones may be rare characters.
_GLYPHS: Final = re.compile("(?<![\u2e80-\u9fff])[\ue000-\uf8ff\U000f0000-\U0010ffff]+(?![\u2e80-\u9fff])")


def without_glyphs(text: str) -> str:
    """The text without private characters, which are drawings of a font that only the page has."""
    return text if text.isprintable() else _GLYPHS.sub("", text)


def is_amount(text: str, following: str) -> bool:
    """Is a short line the amount of what the next one names ("250 g", "butter")?"""
    return _AMOUNT.match(text) is not None and len(following) <= _THING and following[-1:] not in (*".!?:",)


_AMOUNT: Final = re.compile(r"(?:[~±≈]\s?)?[\d¼½¾⅐-⅞][^.!?:;]{0,23}$")
_THING: Final = 90
