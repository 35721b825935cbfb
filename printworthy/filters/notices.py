"""Notices about cookies, known by what they say: a small element with a name that many things have, and these words.

Suppliers of consent tools are known by their names alone. What they put on a page is never a part of it, however long.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from printworthy.filters.banner_signs import NEVER, first_words, is_within_text
from printworthy.filters.kinds import CLOSED, KINDS
from printworthy.filters.plan import CONSENT, KEEP, NOTICE

if TYPE_CHECKING:
    from printworthy.data.tree import Node

_CLOSED: Final = frozenset(tag for tag, kind in KINDS.items() if kind == CLOSED)
# Words of names that notices have, and other things as well; and words of names that suppliers give.
_VAGUE: Final = frozenset(
    "notice notices notification alert alerts banner overlay popup toast fixed sticky optin disclaimer cookmsg dsgvo "
    "onetrust optanon ot didomi usercentrics qc sp truste cli brlbs iubenda termly klaro axeptio osano cky evidon "
    "cmplz ccc cmpbox cmpbox2 cmpwrapper tarteaucitron tarteaucitronroot tarteaucitronalertbig".split()
)
_SUPPLIERS: Final = re.compile(
    r"(?:^|[ _-])(?:onetrust[-_](?:consent|banner|pc|cookie|policy|group|accept|reject|close|style)[\w-]*|"
    r"optanon(?![-_]category)[\w-]*|ot-sdk-(?:container|show-settings)|didomi[-_][\w-]+|usercentrics[-_][\w-]+|"
    r"qc-cmp2?[-_][\w-]+|sp_message_container[\w-]*|truste[-_][\w-]+|CybotCookiebotDialog\w*|cmp(?:box|wrapper)\d*|"
    r"cli-(?:modal|bar-container|popupbar-overlay)|cookie-law-info-(?:bar|again)|BorlabsCookie\w*|_brlbs-\w+|"
    r"moove[-_]gdpr[\w-]*|cookiefirst-root|iubenda-cs-[\w-]+|termly-[\w-]+|klaro|tarteaucitron\w*|axeptio_\w+|"
    r"osano-cm-[\w-]+|cky-(?:consent|overlay|modal|btn-revisit)[\w-]*|evidon-[\w-]+|cmplz-[\w-]+|ccc-(?:notify|overlay))"
    r"(?=$|[ _-])",
    re.I,
)
# So many nodes of an element are read.
_LOOK: Final = 50
# One of these, or "cookie", stands in all that notices say; to look for them takes less time than the pattern does.
_COOKIES: Final = ("informasjonskapsler", "eväste", "çerez", "süti", "куки", "クッキー", "쿠키")
# What notices say, in the languages that most pages are written in.
_SAYS: Final = re.compile(
    r"\b(?:us(?:e|es|ing) (?:\w+ )?cookies|(?:accept|reject|allow|manage) (?:all )?cookies|"
    r"cookies and (?:similar|other)|"
    r"(?:verwende[nt]|nutz(?:en|t)|benutz(?:en|t)|setz(?:en|t)|verwendung von|einsatz von) (?:\w+ )?cookies|"
    r"cookies (?:akzeptieren|zulassen|erlauben|ablehnen)|"
    r"(?:utilis\w+|utiliza\w*|usa(?:mos)?|uso de|gebruik\w*|använd\w+|bruger|bruker|anvender|käyttää|"
    r"používá\w*|používa\w*|używa\w*|używamy|folosește|folosim|koristi\w*|menggunakan|использу\w+|χρησιμοποι\w+) "
    r"(?:(?:des|les|van|plików|soubory|súbory|файлы) )?cookies?|utilizz\w+ (?:i )?cookie|uso dei cookie|"
    r"cookies pour|accepter les cookies|aceptar cookies|aceitar cookies|accetta\w* (?:i )?cookie|cookies? accepteren|"
    r"informasjonskapsler|evästeitä|çerez\w*|sütiket|sütik|cookie-uri|файл\w+ куки)|"
    r"クッキーを|cookieを|使用\s?cookie|쿠키를"
)


def may_be_notice(names: str, words: list[str]) -> bool:
    """Names, in small letters, that notices have, among others; `words` are theirs."""
    # No loop: it would take most of the time.
    parts = "cookie" in names or "consent" in names or "privacy" in names or "gdpr" in names
    return parts or not _VAGUE.isdisjoint(words)


def notice(node: Node, names: str) -> int:
    """An element that a consent tool made; or one outside of the page's text that says what only notices say."""
    if node.tag in NEVER or node.tag in _CLOSED:
        return KEEP
    if _is_supplied(names):
        return CONSENT
    words = first_words(node, _LOOK).lower()
    says = ("cookie" in words or any(word in words for word in _COOKIES)) and _SAYS.search(words)
    return NOTICE if says and not is_within_text(node) else KEEP


@lru_cache(maxsize=4096)
def _is_supplied(names: str) -> bool:
    return _SUPPLIERS.search(names) is not None
