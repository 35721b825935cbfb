"""Notices about cookies, known by what they say: a small element with a name that many things have, and these words.

Suppliers of consent tools are known by their names alone. What they put on a page is never a part of it, however long.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from printworthy.filters.banner_signs import NEVER, OF_TEXT
from printworthy.filters.glance import CONTROLS, HEADINGS, first_nodes, is_within_text, says_cookies, words_of
from printworthy.filters.kinds import CLOSED, KINDS
from printworthy.filters.plan import CONSENT, KEEP, NOTICE

if TYPE_CHECKING:
    from printworthy.data.tree import Node

_CLOSED: Final = frozenset(tag for tag, kind in KINDS.items() if kind == CLOSED)
# Words of names that notices have, and other things as well; and words of names that suppliers give.
_VAGUE: Final = frozenset(
    "notice notices notification alert alerts banner overlay popup toast optin disclaimer cookmsg dsgvo onetrust "
    "optanon didomi usercentrics qc sp truste cli iubenda termly klaro axeptio osano cky evidon cmplz ccc cmpbox "
    "cmpbox2 cmpwrapper tarteaucitron tarteaucitronroot tarteaucitronalertbig".split()
)
# These count as whole classes alone: a page "has-sticky-header".
_STUCK: Final = frozenset({"fixed", "sticky"})
_SUPPLIERS: Final = re.compile(
    r"(?:^|[ _-])(?:onetrust[-_](?:consent|banner|pc|cookie|policy|group|accept|reject|close|style)[\w-]*|"
    r"optanon(?![-_]category)[\w-]*|didomi-(?:host|notice|popup|consent)[\w-]*|usercentrics-(?:root|cmp-ui|button)|"
    r"qc-cmp2?[-_][\w-]+|sp_message_container[\w-]*|truste-(?:consent|overlay|cookie)[\w-]*|CybotCookiebotDialog\w*|"
    r"cmp(?:box|wrapper)\d*|cli-(?:modal|bar-container|popupbar-overlay)|cookie-law-info-(?:bar|again)|"
    r"BorlabsCookie(?:Bar|Box|Entrance|Widget)\w*|moove[-_]gdpr[\w-]*|cookiefirst-root|iubenda-cs-[\w-]+|"
    r"termly-(?:consent|code-snippet)[\w-]*|klaro|tarteaucitron(?:Root|AlertBig|AlertSmall)?|"
    r"axeptio_(?:overlay|btn|main|widget)\w*|osano-cm-[\w-]+|cky-(?:consent|overlay|modal|btn-revisit)[\w-]*|"
    r"evidon-(?:banner|consent|prefdiag)[\w-]*|cmplz-(?:cookiebanner|manage-consent|soft-cookiewall)[\w-]*|"
    r"ccc-(?:notify|overlay))(?=$|[ _-])",
    re.I,
)
# So many nodes of an element are read.
_LOOK: Final = 50
# What holds one of these is more than a notice.
_MORE: Final = frozenset({"main", "article", "nav", "h1"})


def may_be_notice(names: str, words: list[str]) -> bool:
    """Names, in small letters, that notices have, among others; `words` are theirs."""
    # No loop: it would take most of the time.
    parts = "cookie" in names or "consent" in names or "privacy" in names or "gdpr" in names
    return parts or not _VAGUE.isdisjoint(words) or not _STUCK.isdisjoint(names.split())


def notice(node: Node, names: str) -> int:
    """An element that a consent tool made, or one that says what only notices say; both outside of the page's text."""
    if node.tag in NEVER or node.tag in OF_TEXT or node.tag in _CLOSED:
        return KEEP
    if _is_supplied(names):
        return KEEP if is_within_text(node) else CONSENT
    nodes = first_nodes(node, _LOOK)
    if not says_cookies(words_of(nodes)) or is_within_text(node):
        return KEEP
    tags = {one.tag for one in nodes}
    titled = not tags.isdisjoint(HEADINGS) and tags.isdisjoint(CONTROLS) and "a" not in tags
    return KEEP if titled or not tags.isdisjoint(_MORE) else NOTICE


@lru_cache(maxsize=4096)
def _is_supplied(names: str) -> bool:
    return _SUPPLIERS.search(names) is not None
