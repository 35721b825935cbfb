"""Language tags (BCP 47) as filters: is it one at all, and does a page's tag fall under it?"""

from __future__ import annotations

import re
from typing import Final

from printworthy.errors import UsageError

# Language, script, region; variants do not count.
_TAG: Final = re.compile(
    r"([a-z]{2,3})(?:-([a-z]{4}))?(?:-([a-z]{2}|[0-9]{3}))?(?:-(?:[a-z0-9]{5,8}|[0-9][a-z0-9]{3}))*", re.I
)
# ISO 639-1. Tags of three letters are too many to list, and are taken as they come.
_TWO_LETTERS: Final = frozenset(
    "aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en "
    "eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv "
    "ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne "
    "ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg sh si sk sl sm sn so sq sr ss "
    "st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu".split()
)
# What people write instead: the language's name, or a country's code.
_MEANT: Final = dict(
    pair.split(":")
    for pair in (
        "english:en german:de deutsch:de french:fr français:fr francais:fr spanish:es español:es espanol:es italian:it "
        "italiano:it portuguese:pt português:pt dutch:nl nederlands:nl swedish:sv danish:da norwegian:no finnish:fi "
        "polish:pl polski:pl czech:cs slovak:sk hungarian:hu romanian:ro bulgarian:bg greek:el turkish:tr russian:ru "
        "ukrainian:uk arabic:ar hebrew:he persian:fa farsi:fa hindi:hi bengali:bn urdu:ur thai:th vietnamese:vi "
        "indonesian:id malay:ms chinese:zh mandarin:zh japanese:ja korean:ko cn:zh jp:ja gr:el cz:cs dk:da ua:uk us:en "
        "gb:en eng:en deu:de ger:de fra:fr fre:fr spa:es ita:it por:pt rus:ru zho:zh chi:zh jpn:ja kor:ko ara:ar"
    ).split()
)


def check_language(tag: str) -> None:
    """Raise `UsageError` for what is no language tag, with what was probably meant."""
    found, meant = _TAG.fullmatch(tag), _MEANT.get(tag.lower(), "")
    known = found is not None and (len(found[1]) == 3 or found[1].lower() in _TWO_LETTERS)
    if known and not meant:
        return
    advice = f"did you mean {meant}?" if meant else "give tags like en or pt-BR"
    raise UsageError(f"{tag!r} is no language: {advice}")


def covers(wanted: str, language: str) -> bool:
    """Is a page of this language wanted? What only one of the two tags says, a script or a region, does not count."""
    one, other = _TAG.match(wanted), _TAG.match(language)
    if one is None or other is None:
        return False
    pairs = zip(one.groups(), other.groups(), strict=True)
    return all(not left or not right or left.lower() == right.lower() for left, right in pairs)
