"""Phrases: what a link's label says, whole and in any language → what kind of link it is.

The dictionary is `phrases.json`, by language: "page" phrases say that this page is printed, "bare" ones only that
something is (the same words name printing shops and newspapers), "next" and "all" lead through articles in parts. A
phrase `{a|b} c` stands for `a c` and `b c`.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from itertools import product
from typing import Final, Literal, NamedTuple, TypeAlias

Kind: TypeAlias = Literal["page", "bare", "next", "all"]
LONGEST: Final = 80
PUNCTUATION: Final = " .,:;!?…·•|/\\»«›‹<>[](){}-–—→←▸►*_\"'“”„’＞»"

_ASIDE: Final = re.compile(r"[\[(（【][^\])）】]*[\])）】]")
# Signs that stand over, under and beside letters belong to the word, though `\w` does not know them.
_SIGNS: Final = r"\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0900-\u0963\u0970-\u0dff\u0e31-\u0e4e"
_JOINTS: Final = re.compile(rf"(?:[^\w{_SIGNS}]|_)+")
# Icon fonts spell a printer's picture by its name, which is text to a parser.
_ICON_NAME: Final = re.compile(r"(?:printer|local printshop|icon|print outline|printer outline) (?=\S)")
_CHOICE: Final = re.compile(r"\{([^}]*)\}")
_MOST_WORDS: Final = 10


class Phrases(NamedTuple):
    """The phrases of each kind, normalised, in all languages together."""

    page: frozenset[str]
    bare: frozenset[str]
    next: frozenset[str]
    all: frozenset[str]


def normalise_label(text: str) -> str:
    """A label in lower case without punctuation, keyboard hints ("[p]") and remarks ("(opens in a new window)")."""
    folded = text.casefold()
    if not folded.isascii():
        folded = unicodedata.normalize("NFKC", folded)
    if "(" in folded or "[" in folded or "（" in folded or "【" in folded:
        folded = _ASIDE.sub(" ", folded).strip() or folded
    return _JOINTS.sub(" ", folded).strip()


def says_print(label: str) -> Literal["page", "bare", ""]:
    """Does a normalised label ask for printing this page ("page"), or for printing something ("bare")?

    A label may say it twice, for the eye and for the ear: "Print Drucken".
    """
    known = load_phrases()
    if label in known.page:
        return "page"
    if label in known.bare:
        return "bare"
    if (named := _ICON_NAME.match(label)) and (label := label[named.end() :]) in known.page | known.bare:
        return "page" if label in known.page else "bare"
    words = label.split(" ", _MOST_WORDS)
    if len(words) > _MOST_WORDS:
        return ""
    for cut in range(1, len(words)):
        one, other = " ".join(words[:cut]), " ".join(words[cut:])
        if (one in known.page or one in known.bare) and (other in known.page or other in known.bare):
            return "page" if one in known.page or other in known.page else "bare"
    return ""


@cache
def load_phrases() -> Phrases:
    """The dictionary, read once."""
    content = json.loads((files("printworthy.follow") / "phrases.json").read_text("utf-8"))
    kinds: dict[str, set[str]] = {kind: set() for kind in Phrases._fields}
    for language in content.values():
        for kind, written in language.items():
            kinds[kind].update(normalise_label(phrase) for entry in written for phrase in _spelled_out(entry))
    return Phrases(*(frozenset(kinds[kind] - {""}) for kind in Phrases._fields))


@cache
def first_words() -> frozenset[str]:
    """What phrases for printing begin with; also "", for a label that begins with an arrow or a dash."""
    known = load_phrases()
    return frozenset({"", "printer", "local", "icon", *(one.partition(" ")[0] for one in known.page | known.bare)})


@cache
def last_words() -> frozenset[str]:
    """What phrases for printing end with; also "", for a label that ends in an arrow or a dash."""
    known = load_phrases()
    return frozenset({"", *(one.rpartition(" ")[2] for one in known.page | known.bare)})


def _spelled_out(entry: str) -> Iterator[str]:
    """Every phrase that an entry with choices stands for."""
    pieces = _CHOICE.split(entry)
    choices = [piece.split("|") if place % 2 else [piece] for place, piece in enumerate(pieces)]
    return ("".join(chosen) for chosen in product(*choices))
