"""Captions: what stands under a picture → caption, credit and the element that holds both."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from printworthy.base.tags import CODE
from printworthy.data.columns import Columns
from printworthy.data.tree import Node
from printworthy.images.candidates import Candidate

_HOLDERS: Final = ("caption", "figure", "photo", "image", "picture", "media", "thumb", "illustration", "bild", "img")
_CAPTION: Final = re.compile(r"caption|legend|bildunterschrift|image-desc|photo-desc|(?:^|[\s_-])cutline", re.I)
_CREDIT: Final = re.compile(r"credit|copyright|source|photographer|byline", re.I)
_CREDITS: Final = (
    "[class*=credit],[class*=Credit],[class*=copyright],[class*=source],[itemprop=copyrightHolder],small,cite"
)
_SAID: Final = re.compile(
    r"(?:^|(?<=[.!?。！？)\]\s]))\s*\(?("
    r"(?:photo(?:graph)?s?|image|picture|foto|bild|cr[eé]dit(?:s| photo)?|quelle|source|fuente|fonte|"
    r"illustration|zdj[eę]cie|фото|图片来源|图源|图|写真|사진)\s*"
    r"(?:credits?|courtesy(?: of)?|by|von|de|di|door|:|：|/|©)\s*[^.。]{2,80}|"
    r"©\s*[^.。]{2,80}|(?:AP|Reuters|AFP|Getty)[ /][^.。]{0,60})\)?\.?\s*$",
    re.I,
)
_LONGEST: Final = 1200
_CLIMB: Final = 5
# How many elements after its holder's begin a caption is looked for, and how many pictures are a gallery.
_REACH: Final = 40
_TOO_MANY: Final = 3
_FIGURE, _FIGCAPTION = CODE["figure"], CODE["figcaption"]
_TOO_WIDE: Final = frozenset(CODE[name] for name in ("body", "article", "main", "section"))


@dataclass(frozen=True, slots=True)
class Caption:
    """What a page says under a picture; `figure` that a `figure` element says so."""

    text: str = ""
    credit: str = ""
    figure: bool = False


def find_caption(candidate: Candidate, columns: Columns) -> Caption:
    """The caption of a picture: in its `figure`, or in an element that is made for the two of them."""
    element = candidate.block
    for _ in range(_CLIMB):
        if element <= 0 or columns.tag[element] in _TOO_WIDE:
            break
        if columns.tag[element] == _FIGURE:
            return _read(columns, element)
        if columns.last[element] > columns.first[element] and _is_holder(columns.key[element]):
            found = _read(columns, element)
            if found.text or found.credit:
                return found if len(columns.node[element].css("img")) < _TOO_MANY else Caption()
        element = columns.parent[element]
    return Caption()


def _is_holder(key: str) -> bool:
    """Do class and id say that an element holds a picture?"""
    key = key.lower()
    return any(name in key for name in _HOLDERS)


def _read(columns: Columns, holder: int) -> Caption:
    """Caption and credit in an element."""
    figure = columns.tag[holder] == _FIGURE
    text = credit = ""
    for at in range(holder + 1, min(len(columns.tag), holder + _REACH)):
        if columns.parent[at] < holder:
            break
        if columns.last[at] > columns.first[at]:
            if columns.tag[at] == _FIGCAPTION or not text and _CAPTION.search(columns.key[at]):
                text = text if columns.tag[at] != _FIGCAPTION and text else _text(columns, at)
                credit = credit or _inner_credit(columns.node[at])
            elif not credit and _CREDIT.search(columns.key[at]):
                credit = _text(columns, at)
    if len(text) > _LONGEST or len(credit) > _LONGEST // 4:
        return Caption(figure=figure)
    return Caption(*_apart(text, credit), figure)


def _text(columns: Columns, element: int) -> str:
    """The segments of an element in one line."""
    return " ".join(" ".join(columns.text[columns.first[element] : columns.last[element]]).split())


def _inner_credit(caption: Node) -> str:
    """The credit that stands in a line with the caption."""
    node = caption.css_first(_CREDITS)
    return " ".join(node.text().split()) if node is not None else ""


def _apart(text: str, credit: str) -> tuple[str, str]:
    """Caption and credit, neither holding the other."""
    if credit and credit == text:
        return "", credit
    if credit and credit in text:
        before, _, after = text.rpartition(credit)
        return f"{before.rstrip()} {after.lstrip()}".strip(), credit
    if not credit and (match := _SAID.search(text)):
        return text[: match.start()].strip(), match[1].strip()
    return text, credit
