"""Marks: how the address of a print page speaks of printing, in any of the languages that sites' makers write in."""

from __future__ import annotations

import re
from typing import Final

# "print" joins others (articleshowprint, printthread), but is not in "printers", "printing" or "blueprint-9".
_WORDS: Final = (
    "druck(?:en|version|ansicht|vorschau|fassung|seite)?|ausdruck(?:en)?|imprim(?:er|ir|e|eix|a|are|ible|able)|impression"
    "|impress[aã]o|impresi[oó]n|stampa(?:re|bile)?|drukuj|(?:wy)?druk|wydruku|afdrukken|utskrift|udskriv|skrivut|tulosta"
    "|nyomtat(?:as|ás|hato)?|tisk|tlac|pechat|raspechatat|yazd[iı]r|cetak|ispis|spausdinti|ektyposi|insatsu|dayin|daiyn"
)
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
_ROOTS: Final = ("print", "druck", "imprim", "impres", "stampa", "druk", "utskrift", "tisk", "cetak")
_ENDING: Final = re.compile(r"\.[a-z]{2,5}$", re.I)
_LETTERS: Final = re.compile(r"[\W_]+")


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
