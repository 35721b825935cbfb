"""Language: a page's bytes and its text → the language it is filed under in the tables."""

from __future__ import annotations

import re
from collections import Counter
from typing import Final


def language_of(content: bytes, text: str) -> str:
    """The language that the page declares, else one guessed from its script and its small words, else `?`."""
    declared = _DECLARED.search(content)
    if declared:
        return declared[1].decode("ascii").lower()
    return guess(text)


def guess(text: str) -> str:
    """A cheap guess, good enough to sort pages into rows: the script first, for Latin the most frequent small words."""
    sample = text[:_ENOUGH]
    scripts = Counter({name: len(pattern.findall(sample)) for name, pattern in _SCRIPTS.items()})
    # Japanese is written in Han and kana: some kana decide.
    if scripts["ja"] and scripts["ja"] * 10 > scripts["zh"]:
        return "ja"
    name, count = scripts.most_common(1)[0]
    if count * 5 > len(sample):
        return name
    seen = Counter(re.findall(r"\w+", sample.lower()))
    hits = Counter({name: sum(seen[word] for word in small) for name, small in _SMALL_WORDS.items()})
    name, count = hits.most_common(1)[0]
    return name if count > 1 else "?"


_ENOUGH: Final = 5000
_DECLARED = re.compile(rb"<html\b[^>]{0,1000}?\slang\s*=\s*[\"']?\s*([a-zA-Z]{2,3})(?![a-zA-Z0-9])", re.IGNORECASE)
_SCRIPTS: Final = {
    "zh": re.compile(r"[\u4e00-\u9fff]"),
    "ja": re.compile(r"[\u3040-\u30ff]"),
    "ko": re.compile(r"[\uac00-\ud7af]"),
    "ru": re.compile(r"[\u0400-\u04ff]"),
    "ar": re.compile(r"[\u0600-\u06ff]"),
    "el": re.compile(r"[\u0370-\u03ff]"),
    "he": re.compile(r"[\u0590-\u05ff]"),
    "hi": re.compile(r"[\u0900-\u097f]"),
    "th": re.compile(r"[\u0e00-\u0e7f]"),
}
_SMALL_WORDS: Final = {
    name: frozenset(small.split())
    for name, small in {
        "en": "the of and to in is that for with are was this",
        "de": "der die und das ist nicht mit den von auf ein zu",
        "fr": "le la les des et est une dans que pour du qui",
        "es": "el los las de que y en una por con del para",
        "it": "il di che e la per un una non sono della con",
        "pt": "o os as de que e do da em um uma para não",
        "nl": "de het een van en is dat op te niet met voor",
        "pl": "i w na z się nie do jest to że dla od",
        "cs": "a je se na v že s to pro jsou by za",
        "sv": "och att det som en på är av för med inte till",
        "da": "og at det som en på er af for med ikke til",
        "no": "og at det som en på er av for med ikke til",
        "fi": "ja on ei se että oli joka myös hän kun ovat",
        "hu": "a az és hogy nem egy is van ez volt meg",
        "ro": "și de la în cu pe care nu este din pentru",
        "tr": "ve bir bu için ile da de çok olarak daha",
        "id": "yang dan di dengan untuk dari ini itu pada tidak",
        "vi": "và của là có cho không được các một trong",
    }.items()
}
