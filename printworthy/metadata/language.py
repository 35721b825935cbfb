"""Language: what the page declares and what its words say → a code of two letters, and the direction of its text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final, Literal

from printworthy.base.languages import by_language
from printworthy.data.article import Field, TextField
from printworthy.metadata.sources import Sources


@dataclass(frozen=True, slots=True)
class Languages:
    """Scripts that tell a language alone, and common words and letters with their weight for each language."""

    scripts: tuple[tuple[str, re.Pattern[str]], ...]
    words: Mapping[str, tuple[tuple[str, float], ...]]
    letters: Mapping[str, tuple[tuple[str, float], ...]]


@cache
def languages() -> Languages:
    """The data that ships with the package, turned round: from words and letters to languages."""
    scripts = tuple((code, re.compile(f"[{span}]")) for code, span in by_language("script").items())
    by_word = {code: set(text.split()) for code, text in by_language("common_words").items()}
    by_letter = {code: set(text) for code, text in by_language("letters").items()}
    return Languages(scripts, _turned(by_word, 1.0), _turned(by_letter, 0.5))


def detect(text: str) -> tuple[str, float]:
    """The language of a text and how sure that is; of nothing but names and numbers, none."""
    sample = text[:_SAMPLE].casefold()
    data = languages()
    by_script = _by_script(sample, data)
    if by_script:
        return by_script, 0.98
    totals: dict[str, float] = {}
    plain = sample.isascii()
    words = (_PLAIN_WORD if plain or _PLAIN.fullmatch(sample) else _WORD).findall(sample)
    for table, marks in ((data.words, words), (data.letters, [] if plain else _MARKED.findall(sample))):
        for mark, count in Counter(marks).items() if marks else ():
            if mark in table:
                most = min(count, 6)
                for code, weight in table[mark]:
                    totals[code] = totals.get(code, 0.0) + weight * most
    ranked = sorted(totals, key=totals.__getitem__, reverse=True)
    if not ranked or totals[ranked[0]] < 1.0:
        return "", 0.0
    best, second = totals[ranked[0]], totals[ranked[1]] if len(ranked) > 1 else 0.0
    return ranked[0], min(0.99, 0.5 + (best - second) / (2 * best))


def read_language(sources: Sources, text: str) -> TextField:
    """The page's language: the declared one unless the text speaks clearly against it."""
    declared, source = _declared(sources)
    found, sure = detect(text)
    if declared and (not found or found == declared or _KIN.get(declared) == found):
        return Field(declared, source, 0.98 if found else 0.8)
    if declared and (sure < _CLEAR or len(text) < _ENOUGH):
        return Field(declared, source, 0.7)
    return Field(found, "text", sure) if found else Field("")


def direction(language: str, sources: Sources) -> Literal["ltr", "rtl"]:
    """`rtl` for languages written that way, and for pages of no known language that say so."""
    return "rtl" if language in _RIGHT_TO_LEFT or not language and sources.html_dir == "rtl" else "ltr"


def _declared(sources: Sources) -> tuple[str, str]:
    for value, source in (
        (sources.html_lang, "html lang"),
        (sources.first("content-language", "language", "dc.language"), "meta"),
        (sources.first("og:locale"), "og:locale"),
    ):
        match = _CODE.match(value.strip().lower())
        if match:
            return _RENAMED.get(match[1], match[1]), source
    return "", ""


def _by_script(sample: str, data: Languages) -> str:
    """The language that a script alone tells. Kana makes Han Japanese, however few there are."""
    if sample.isascii():
        return ""
    marked = len(_MARKED.findall(sample))
    if marked * 10 < len(sample):
        return ""
    letters = sum(map(str.isalpha, sample)) or 1
    for code, span in data.scripts:
        share = len(span.findall(sample)) / letters
        if share > (0.1 if code in ("ja", "ko") else 0.4):
            return code
    return ""


def _turned(table: Mapping[str, set[str]], weight: float) -> dict[str, tuple[tuple[str, float], ...]]:
    """From language → marks to mark → languages; a mark of few languages weighs more."""
    users: dict[str, list[str]] = {}
    for code, marks in table.items():
        for mark in marks:
            users.setdefault(mark, []).append(code)
    return {mark: tuple((code, weight / len(codes) ** 0.5) for code in codes) for mark, codes in users.items()}


_MARKED: Final = re.compile("[^\x00-\x7f]")
_SAMPLE: Final = 800
_CLEAR: Final = 0.75
_ENOUGH: Final = 200
_WORD: Final = re.compile(r"[^\W\d_]+(?:[\u0300-\u036f\u0900-\u0903\u093a-\u094f'’]++[^\W\d_]*+)*+")
# The same words, of texts that have no other letters than ours.
_PLAIN: Final = re.compile("[\x00-\x7f’‘“”–—…•·]*+")
_PLAIN_WORD: Final = re.compile(r"[a-z][a-z'’]*+")
_CODE: Final = re.compile(r"([a-z]{2,3})(?:[-_]|$)")
_RENAMED: Final = {
    "nb": "no",
    "nn": "no",
    "iw": "he",
    "in": "id",
    "fil": "tl",
    "bs": "hr",
    "sh": "hr",
    "eng": "en",
    "deu": "de",
    "ger": "de",
    "fra": "fr",
    "fre": "fr",
    "spa": "es",
    "ita": "it",
    "por": "pt",
    "rus": "ru",
    "zho": "zh",
    "chi": "zh",
    "jpn": "ja",
    "kor": "ko",
    "cn": "zh",
    "jp": "ja",
    "kr": "ko",
}
# Pairs whose texts are too alike to overrule what a page declares.
_KIN: Final = {
    "sr": "hr", "hr": "sr", "ms": "id", "id": "ms", "gl": "pt", "no": "da", "da": "no", "sk": "cs", "bs": "hr",
}  # fmt: skip
_RIGHT_TO_LEFT: Final = frozenset("ar fa ur he yi ps ug sd dv ckb".split())
