"""Belief: what a link says and where it leads → why it is this article's print link, or "".

Phrases alone are not believed: "Print" names newspapers and printing houses too, "Stampa" the press, "à imprimer"
sheets to colour. The less a label says, the more the address has to.

Of the phrases of each language, "page" ones say that this page is printed, "bare" ones only that something is (the same
words name printing shops and newspapers), "next" and "all" lead through articles in parts. A phrase `{a|b} c` stands
for `a c` and `b c`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Final, Literal, NamedTuple, TypeAlias

from printworthy.base.languages import either, words
from printworthy.follow.hrefs import Identity

Says: TypeAlias = Literal["page", "bare", "icon", ""]

OURS: Final = "this article"
# Sections where "print" means paper, or a subject.
_PAPER: Final = re.compile(rf"(?<![a-z])(?:{either('paper_sections')})(?![a-z])", re.I)
# Parameters of shops, lists and share buttons; what they switch is not the view of a page.
_NO_VIEW: Final = re.compile(r"(?:attribute|variant|add-to|share|filter|sort|orderby|categor|option|reply)", re.I)
# "print" joins others (articleshowprint, printthread), but is not in "printers", "printing" or "blueprint-9".
_WORDS: Final = either("print_in_addresses")
_PRINT: Final = r"(?<![a-z])print(?!ing|ed(?![a-z])|s(?![a-z])|ers?(?!.?friendly)|mail|e?shop)"
_MARK: Final = re.compile(rf"{_PRINT}|print(?![a-z])|(?<![a-z])(?:{_WORDS})(?![a-z])", re.I)
# The whole word that a mark stands in: what is left of an address without it names the article.
_MARKED_WORD: Final = re.compile(rf"(?<![a-z])(?:{_PRINT}[a-z]*|[a-z]*print(?![a-z])|(?:{_WORDS})(?![a-z]))", re.I)
_THINGS: Final = (
    "friendly|version|view|page|article|story|thread|topic|post|content|recipe|layout|format|preview|node|display"
)
# Names that nothing bears but the print view of one page: not of a newspaper, a shop or a printing house.
_SURE: Final = re.compile(
    r"(?<![a-z])(?:(?:wprm|easyrecipe|recipe|article|articleshow|story|page|thread|topic|content)[-_]?print"
    rf"|print(?:er|able)?[-_]?(?:{_THINGS})|druck(?:version|ansicht|vorschau|fassung))(?![a-z])",
    re.I,
)
_WHOLE: Final = re.compile(
    rf"_?(?:print|printer|printable|print(?:er)?[-_]?(?:{_THINGS})|{_WORDS})(?:\.[a-z]{{2,5}})?", re.I
)
_SWITCH: Final = re.compile(
    r"[?&;]_?(?:print|printable|bprint)=(?:1|true|yes|print)\b|[?&;](?:view|action)=print\b", re.I
)
_ROOTS: Final = words("print_roots")
_ENDING: Final = re.compile(r"\.[a-z]{2,5}$", re.I)
_LETTERS: Final = re.compile(r"[\W_]+")
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


def believed(says: Says, target: str, here: Identity) -> str:
    """Why a link that says "print" leads to this article's print page; "" if that is not sure enough."""
    there = Identity.of(target)
    if any(_NO_VIEW.match(name) for name, _ in there.query - here.query):
        return ""
    mark = is_marked(_news(there.url, here.url))
    ours = here.shared_by(there) or mark and _same_without_marks(here, there)
    if mark and ours:
        return f"its address names printing and {OURS}"
    if says == "page" and ours:
        return f"its address names {OURS}"
    if says == "bare" and here.same_path(there) and there.query >= here.query:
        return "another view of this page's address"
    if not mark or says not in ("page", "bare") or _PAPER.search(there.path):
        return ""
    return _by_itself(says, there, here)


def _by_itself(says: Says, there: Identity, here: Identity) -> str:
    """Why an address is that of a print page although it does not name this article."""
    if is_sure(there.path):
        return "its address is that of a print view"
    if here.resembled_by(there) and not is_marked(there.last):
        return "its address names printing and the same words"
    if says == "bare":
        return "its address names printing and a number" if whole_segment(there.path) >= 0 and there.has_id else ""
    if there.has_number:
        return "its address names printing and a number"
    if here.same_path(there) and here.query & there.query or here.is_beside(there) and whole_segment(there.last) >= 0:
        return "its address names printing, beside this page"
    return ""


def _same_without_marks(here: Identity, there: Identity) -> bool:
    """Is all of the other address but its words for printing this one's?"""
    left = unmarked(there.path)
    return bool(left) and left == unmarked(here.path) and there.query >= here.query


def _news(there: str, here: str) -> str:
    """The path and query of an address, less what this page's own address says too ("/print-shops/…")."""
    tail = there.partition("://")[2].partition("/")[2]
    own = here.partition("://")[2].partition("/")[2]
    return tail.replace(own, " ") if len(own) > 3 else tail


def is_marked(address: str) -> bool:
    """Does (a part of) an address speak of printing?"""
    return bool(_MARK.search(address))


def may_be_marked(href: str) -> bool:
    """A quick look for the commonest of the words, or any parameter: pictures that link somewhere are many."""
    if "?" in href:
        return True
    lower = href.lower()
    for root in _ROOTS:  # noqa: SIM110 - `any` costs twice as much, for every picture
        if root in lower:
            return True
    return False


def is_switch(address: str) -> bool:
    """Does a parameter turn on the print view?"""
    return bool(_SWITCH.search(address))


def is_sure(path: str) -> bool:
    """Does a path, with something after it, name what only print views are called?"""
    found = _SURE.search(path)
    return bool(found) and bool(_LETTERS.sub("", _ENDING.sub("", path[found.end() :]))) if found else False


def whole_segment(path: str) -> int:
    """The place of the segment that says "print" and nothing else; -1 if there is none."""
    return next((place for place, one in enumerate(path.strip("/").split("/")) if _WHOLE.fullmatch(one)), -1)


def unmarked(path: str) -> str:
    """The letters and digits of a path without its words for printing."""
    return _LETTERS.sub("", _MARKED_WORD.sub(" ", path))


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
    parts = label.split(" ", _MOST_WORDS)
    if len(parts) > _MOST_WORDS:
        return ""
    for cut in range(1, len(parts)):
        one, other = " ".join(parts[:cut]), " ".join(parts[cut:])
        if (one in known.page or one in known.bare) and (other in known.page or other in known.bare):
            return "page" if one in known.page or other in known.page else "bare"
    return ""


@cache
def load_phrases() -> Phrases:
    """The dictionary, read once."""
    groups = ("print_this", "print", "next_part", "whole_article")
    entries = [[phrase for entry in words(group) for phrase in _spelled_out(entry)] for group in groups]
    return Phrases(*(frozenset(map(normalise_label, phrases)) - {""} for phrases in entries))


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
