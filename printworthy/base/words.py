"""Words: text in any script → its words, sentences, script, direction and reading time.

Scripts with spaces are counted by their words, Chinese and Japanese by their characters, and those of South-East Asia,
which write without spaces, by the usual length of a word.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Final, Literal

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
_SENTENCE_END: Final = re.compile(r"(?<![.!?…])[.!?…]++[\"'”’»)\]]*+(?=\s|$)|[。！？｡]+[」』”’）]*|[।॥؟۔።։។]|\u104b")
# A full stop after these ends no sentence: initials, numbers, the commonest abbreviations.
_NO_END: Final = re.compile(r"(?:\b(?:[A-Z]|Mr|Mrs|Ms|Dr|Prof|St|vs|etc|e\.g|i\.e|No|Nr|z\.B|bzw)|\d)\.$")

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
_RIGHT_TO_LEFT: Final = frozenset({"Arabic", "Hebrew", "Syriac", "Thaana"})
# The script of an article shows in its first lines.
_SAMPLE: Final = 4_000

# Words (characters, in Chinese and Japanese) that a reader takes in in a minute: silent reading of adults.
_PACE: Final = {"Han": 260, "Kana": 360, "Hangul": 220, "Arabic": 140, "Hebrew": 190, "Cyrillic": 185, "Thai": 160}
_USUAL_PACE: Final = 230


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


def count_sentences(text: str) -> int:
    """How many sentences a text has; text without any end of sentence is one."""
    found = _SENTENCE_END.finditer(text)
    ends = sum(not _NO_END.search(text[max(0, end.start() - 5) : end.start() + 1]) for end in found)
    open_end = bool(text.strip()) and not _SENTENCE_END.search(text.rstrip()[-3:])
    return ends + open_end


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


def direction_of(text: str) -> Literal["ltr", "rtl"]:
    """The direction in which most of the text is written."""
    return "rtl" if script_of(text) in _RIGHT_TO_LEFT else "ltr"


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
