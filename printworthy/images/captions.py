"""Captions: what stands under a picture → caption, credit, and the element that holds nothing but picture and caption.

The paper's rule (section 4.3) takes the whole text of the first block element around a picture. That is right where the
two have a box of their own; elsewhere it takes a paragraph. So elements made for captions come first, then what stands
beside the picture and looks like one, then the paper's rule on short lines.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from printworthy.base.languages import either
from printworthy.base.tags import BUTTON, CODE
from printworthy.data.columns import Columns
from printworthy.data.tree import Node
from printworthy.images.candidates import Candidate

_HOLDERS: Final = (
    "caption", "figure", "photo", "image", "picture", "media", "thumb", "illustration", "bild", "img", "foto", "hero",
    "gallery",
)  # fmt: skip
_CAPTIONS: Final = (
    "caption", "legend", "bildunterschrift", "bildtext", "cutline", "piefoto", "pie-foto", "epigrafe", "didascalia",
    "podpis", "image-desc", "image_desc", "photo-desc", "photo_desc", "image-text", "image__text", "img-desc",
    "picture-text", "photo-text", "foto-text", "media-text", "image-info", "photo-info", "image-title",
)  # fmt: skip
_DESCRIPTIONS: Final = frozenset(("desc", "description"))
_CREDITED: Final = (
    "credit", "copyright", "-source", "_source", "photographer", "attribution", "bildnachweis", "fotograf",
)  # fmt: skip
_CREDITS: Final = (
    "[class*=credit],[class*=Credit],[class*=copy],[class*=source],[class*=attribution],[itemprop=copyrightHolder],"
    "small,cite"
)
_LONGEST: Final = 1200
_SHORT: Final = 160
_CLIMB: Final = 7
# How many elements after its holder's begin a caption is looked for, and how many pictures are a gallery.
_REACH: Final = 40
_TOO_MANY: Final = 3
_TOO_LONG: Final = 30
# What buttons and counters may add to the text of a picture's box.
_SLACK: Final = 40
_SEGMENTS: Final = 12
_FIGURE, _FIGCAPTION = CODE["figure"], CODE["figcaption"]
_TOO_WIDE: Final = frozenset(CODE[name] for name in ("body", "article", "main", "section", "header"))
_OWN: Final = frozenset(CODE[name] for name in ("p", "td", "div", "center", "dd", "dt"))
_HEADINGS: Final = frozenset(CODE[name] for name in ("h1", "h2", "h3", "h4", "h5", "h6"))
# After a space, only what cannot be part of a sentence; after a sentence, also what can.
_WHO: Final = f"(?:{either('picture')})"
_GIVES: Final = f"(?:{either('credit')}|/|©|©️)"
_AGENCIES: Final = f"(?:{either('photo_agencies')})"
_SAID: Final = re.compile(
    r"(?:^|(?<=[\s.!?…。！？)\]»”\"'|–—/·•,;:]))([(\[（]?\s*(?:"
    rf"{_WHO}\.?\s*(?:{_GIVES}\s*)?[:：]\s*[^\n]{{2,120}}|"
    rf"(?:{either('picture_short')})\.\s+[^.。\n]{{2,100}}|(?:©|\(c\)|copyright)\s*[^.。\n]{{2,100}}"
    r")[)\]）]?\.?)\s*$|"
    r"(?:^|(?<=[.!?…。！？)\]»”\"'|–—·•;:]))\s*([(\[（]?\s*(?:"
    rf"{_WHO}\.?\s+{_GIVES}[\s:：/]\s*[^.。\n]{{2,100}}|"
    rf"(?:{either('credited_by')})\s[^.\n]{{2,80}}|"
    rf"{_AGENCIES}[ /][^.。\n]{{0,60}}|[^.。\n]{{2,40}}?\s?/\s?{_AGENCIES}[^.。\n]{{0,30}}"
    r")[)\]）]?\.?)\s*$",
    re.I,
)
_EDGES: Final = " \t\n|–—·•,;/-"
_LONGEST_CREDIT: Final = 600
_LINE: Final = 160


@dataclass(frozen=True, slots=True)
class Caption:
    """What a page says under a picture. `figure` tells that a `figure` element holds it, `hull` is the largest element
    that holds nothing but the picture and these words."""

    text: str = ""
    credit: str = ""
    figure: bool = False
    hull: int = 0


def find_caption(candidate: Candidate, columns: Columns) -> Caption:
    """The caption of a picture."""
    figure, text, credit = _in_holder(candidate, columns)
    if not text and not credit and columns.tag[candidate.block] not in _TOO_WIDE:
        text = _beside(candidate, columns) or _described(candidate, columns) or _own(candidate, columns)
    hull = _hull(candidate.block, columns, len(text) + len(credit))
    if text or credit:
        text, credit = part(text, credit)
    return Caption(text, credit, figure, hull)


def _in_holder(candidate: Candidate, columns: Columns) -> tuple[bool, str, str]:
    """Is there a figure, and what does it, or another element made for picture and caption, say?"""
    element, figure = candidate.block, False
    for _ in range(_CLIMB):
        tag = columns.tag[element]
        if element <= 0 or tag in _TOO_WIDE or columns.last[element] - columns.first[element] > _TOO_LONG:
            break
        figure = figure or tag == _FIGURE
        if columns.last[element] > columns.first[element] and (figure or _has(columns.key[element], _HOLDERS)):
            text, credit = _read(columns, element)
            if text or credit:
                lonely = tag == _FIGURE or len(columns.node[element].css("img")) < _TOO_MANY
                return figure, text if lonely else "", credit if lonely else ""
            if figure:
                break
        element = columns.parent[element]
    return figure, "", ""


def _read(columns: Columns, holder: int) -> tuple[str, str]:
    """Caption and credit in an element."""
    text = credit = ""
    certain = False
    for at in range(holder + 1, min(len(columns.tag), holder + _REACH)):
        if columns.parent[at] < holder:
            break
        if columns.last[at] == columns.first[at]:
            continue
        named = columns.tag[at] == _FIGCAPTION
        if named and not certain or not text and _is_caption(columns, at):
            text, certain = _text(columns, at), named
            credit = credit or _inner_credit(columns.node[at])
        elif not credit and _has(columns.key[at], _CREDITED):
            credit = _text(columns, at)
    return (text, credit) if len(text) <= _LONGEST and len(credit) <= _LONGEST // 4 else ("", "")


def _is_caption(columns: Columns, element: int) -> bool:
    """Is an element named as a caption?"""
    key = columns.key[element]
    if not key or columns.tag[element] in _HEADINGS:
        return False
    return _has(key, _CAPTIONS) or not _DESCRIPTIONS.isdisjoint(key.lower().split())


def _beside(candidate: Candidate, columns: Columns) -> str:
    """The next text, if it is named as a caption or is nothing but a credit."""
    hull = _hull(candidate.block, columns, 0)
    after = columns.last[hull]
    if columns.first[hull] != after or after >= len(columns.text):
        return ""
    owner, text = columns.owner[after], columns.text[after]
    if len(text) > _LONGEST // 2 or columns.tag[owner] in _HEADINGS:
        return ""
    return text if is_credit(text) or _has(columns.key[owner], _CAPTIONS[:5]) else ""


def _described(candidate: Candidate, columns: Columns) -> str:
    """What an attribute says is the caption."""
    attributes = candidate.attributes
    if mark := attributes.get("aria-describedby"):
        wanted = f"#{mark}"
        for at in range(max(0, candidate.block - _REACH), min(len(columns.key), candidate.block + _REACH)):
            if columns.key[at].endswith(wanted):
                text = _text(columns, at)
                return text if len(text) <= _LONGEST else ""
    text = attributes.get("data-caption") or attributes.get("data-image-caption") or ""
    return " ".join(re.sub(r"<[^>]{1,200}>", " ", text[:_LONGEST]).split()) if text else ""


def _own(candidate: Candidate, columns: Columns) -> str:
    """The paper's rule, where the block is no paragraph: a short line of its own, or set apart, under the picture."""
    block = candidate.block
    first, last = columns.first[block], columns.last[block]
    if candidate.kind != "picture" or last - first != 1 or columns.tag[block] not in _OWN:
        return ""
    text = columns.text[first]
    if len(text) > _SHORT or columns.links[first] or not (columns.soft[first] or _is_set_apart(candidate.node)):
        return ""
    return text if len(columns.node[block].css("img")) == 1 else ""


def _is_set_apart(picture: Node) -> bool:
    """Does a small or slanted line follow a picture?"""
    following = picture.next
    while following is not None and following.tag == "-text" and not (following.text_content or "").strip():
        following = following.next
    return following is not None and following.tag in ("em", "i", "small")


def _hull(block: int, columns: Columns, said: int) -> int:
    """The largest element whose text is not more than what is said of the picture."""
    limit = said + _SLACK if said else 0
    while True:
        up = columns.parent[block]
        if up <= 0 or columns.tag[up] in _TOO_WIDE or _is_longer(columns, up, limit):
            return block
        block = up


def _is_longer(columns: Columns, element: int, limit: int) -> bool:
    """Has an element more text than so many characters?"""
    first, last = columns.first[element], columns.last[element]
    if last == first:
        return False
    return not limit or last - first > _SEGMENTS or sum(map(len, columns.text[first:last])) > limit


def _text(columns: Columns, element: int) -> str:
    """The segments of an element in one line; nothing if there is a heading among them."""
    first, last = columns.first[element], columns.last[element]
    if any(columns.tag[owner] in _HEADINGS for owner in columns.owner[first:last]):
        return ""
    lines = [columns.text[at] for at in range(first, last) if not columns.flags[columns.owner[at]] & BUTTON]
    return " ".join(" ".join(lines).split())


def _inner_credit(caption: Node) -> str:
    """The credit that stands in a line with the caption."""
    node = caption.css_first(_CREDITS)
    return " ".join(node.text(separator=" ").split()) if node is not None else ""


def _has(key: str, parts: tuple[str, ...]) -> bool:
    """Does a class name or id hold one of some words?"""
    if not key:
        return False
    key = key.lower()
    return any(part in key for part in parts)


def part(text: str, credit: str = "") -> tuple[str, str]:
    """Caption and credit. `credit` is what the page itself marks as one, "" if it marks nothing.

    A line that is nothing but a credit is what the page says under its picture: it is given as the caption.
    """
    text, credit = " ".join(text.split()), " ".join(credit.split())
    if not credit and (match := _SAID.search(text[-_LONGEST_CREDIT:])):
        start = max(0, len(text) - _LONGEST_CREDIT) + _begin(match)
        text, credit = text[:start], text[start:]
    elif credit and credit in text:
        before, _, after = text.rpartition(credit)
        text = f"{before.rstrip(_EDGES)} {after.lstrip(_EDGES)}"
    text, credit = text.strip().strip("|–—·•/ ").strip(), _unwrapped(credit)
    return (text, credit) if len(text) > 1 else (credit, "")


def is_credit(text: str) -> bool:
    """Is a line nothing but a credit?"""
    return len(text) < _LINE and _SAID.match(text) is not None


def _begin(match: re.Match[str]) -> int:
    """Where the credit begins that was found."""
    return max(match.start(1), match.start(2))


def _unwrapped(credit: str) -> str:
    """A credit without the brackets around it."""
    credit = credit.strip(_EDGES)
    if credit[:1] in "([（" and credit[-1:] in ")]）":
        credit = credit[1:-1].strip()
    return credit


# What programs write where a description should stand: the name of a file, of a format, of nothing.
_NO_WORDS: Final = re.compile(
    r"(?:[\w\-. ()]+\.(?:jpe?g|png|gif|webp|avif|svg|bmp|tiff?)"
    r"|(?:img|dsc|dscn|pxl|screenshot|image|photo|picture)?[\W_\d]*"
    r"|image|img|photo|picture|thumbnail|placeholder|untitled|null|undefined|alt)",
    re.I,
)


def said_of_picture(alternative: str) -> str:
    """The alternative text on one line; "" for one that says nothing."""
    text = " ".join(alternative.split())
    return "" if _NO_WORDS.fullmatch(text) else text
