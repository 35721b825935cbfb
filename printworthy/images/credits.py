"""Credits: what stands under a picture → caption and credit, neither holding the other."""

from __future__ import annotations

import re
from typing import Final

_WHO: Final = (
    r"photo(?:graph(?:er|y)?|s)?|image|picture|pic|illustration|graphic|screenshot|video|art(?:work)?|file photo|"
    r"foto(?:graf(?:ie|ía|ia|in)?|s)?|fot|bild(?:er|quelle|nachweis|rechte)?|grafik|quelle|zdj[eę]cie|"
    r"cr[eé]dit(?:s|os|o)?|source|sources|fuente|fonte|font|ilustraci[oó]n|imagen|imagem|immagine|bron|beeld|"
    r"kuva|källa|kilde|źródło|фото|источник|изображение|Πηγή|φωτογραφία|الصورة|صورة|تصوير|المصدر|מקור|צילום|"
    r"图片来源|图片|图源|图|圖片來源|圖|来源|來源|攝|摄影|写真|提供|出典|画像|사진|출처"
)
_GIVES: Final = (
    r"credits?|courtesy(?: of)?|source|by|via|from|von|de|di|do|da|par|door|av|af|autor|archiv|/|©|©️"
)
_AGENCIES: Final = (
    r"AP|AFP|EPA|dpa|Reuters|Getty(?: Images)?|Shutterstock|iStock|Alamy|Unsplash|Pexels|Adobe Stock|"
    r"The New York Times|Redux|Bloomberg|Xinhua|TASS|PAP|ANSA|EFE|Lusa"
)
# After a space, only what cannot be part of a sentence; after a sentence, also what can.
_SAID: Final = re.compile(
    r"(?:^|(?<=[\s.!?…。！？)\]»”\"'|–—/·•,;:]))([(\[（]?\s*(?:"
    rf"(?:{_WHO})\.?\s*(?:(?:{_GIVES})\s*)?[:：]\s*[^\n]{{2,120}}|"
    r"(?:fot|foto|phot|abb)\.\s+[^.。\n]{2,100}|(?:©|\(c\)|copyright)\s*[^.。\n]{2,100}"
    r")[)\]）]?\.?)\s*$|"
    r"(?:^|(?<=[.!?…。！？)\]»”\"'|–—·•;:]))\s*([(\[（]?\s*(?:"
    rf"(?:{_WHO})\.?\s+(?:{_GIVES})[\s:：/]\s*[^.。\n]{{2,100}}|"
    r"(?:photographed|illustrated|pictured) by\s[^.\n]{2,80}|courtesy of\s[^.\n]{2,80}|"
    rf"(?:{_AGENCIES})[ /][^.。\n]{{0,60}}|[^.。\n]{{2,40}}?\s?/\s?(?:{_AGENCIES})[^.。\n]{{0,30}}"
    r")[)\]）]?\.?)\s*$",
    re.I,
)
_EDGES: Final = " \t\n|–—·•,;/-"
_LONGEST: Final = 600
_LINE: Final = 160


def part(text: str, credit: str = "") -> tuple[str, str]:
    """Caption and credit. `credit` is what the page itself marks as one, "" if it marks nothing.

    A line that is nothing but a credit is what the page says under its picture: it is given as the caption.
    """
    text, credit = " ".join(text.split()), " ".join(credit.split())
    if not credit and (match := _SAID.search(text[-_LONGEST:])):
        start = max(0, len(text) - _LONGEST) + _begin(match)
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
