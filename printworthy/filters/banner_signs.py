"""Signs of banners in single elements: dialogs, what is fixed to the window, and what locks the page under it.

A notice about cookies is known by what it says: a small element with a name that many things have, and these words.
Suppliers of consent tools are known by their names alone: what they put on a page is never a part of it, however long.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from printworthy.base.languages import words
from printworthy.data.tree import Node
from printworthy.filters.walk.editors import declarations, remove, write
from printworthy.filters.walk.glance import (
    CONTROLS,
    HEADINGS,
    first_nodes,
    is_section,
    is_within_text,
    says_cookies,
    words_of,
)
from printworthy.filters.walk.node_kinds import CLOSED, KINDS
from printworthy.filters.walk.plan import BANNER, CONSENT, KEEP, NOTICE, Attributes, Context

_LOCKS: Final = re.compile(
    r"^(?:modal-open|no-?scroll(?:ing)?|scroll-?lock(?:ed)?|overflow-hidden|lock-?scroll|is-locked|disable-scroll|"
    r"prevent-scroll|noscroll|body--locked|popup-open|overlay-open|has-modal|sp-message-open|didomi-popup-open)$",
    re.I,
)
# What dialogs are called, and what they speak of.
_CALLED: Final = words("dialog_names")
_SPEAKS: Final = words("dialog_speaks")
_FIXED: Final = re.compile(r"(?:^|;)\s*position\s*:\s*fixed", re.I)
_LOCKING: Final = re.compile(r"\s*(?:overflow(?:-[xy])?\s*:\s*(?:hidden|clip)|position\s*:\s*fixed)", re.I)
# These are the page itself.
NEVER: Final = frozenset({"html", "body", "head", "main", "article", "h1"})
# Text has names, too: a heading's are its own words, and lists and tables have them for what leads there.
OF_TEXT: Final = frozenset("h2 h3 h4 h5 h6 a li dt dd tr th td code pre figure img picture".split())
# A menu that is fixed to the window covers nothing.
_MENUS: Final = frozenset({"header", "nav", "main"})
# So many nodes of an element are read.
_LOOK: Final = 50
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
# What holds one of these is more than a notice.
_MORE: Final = frozenset({"main", "article", "nav", "h1"})


def named(node: Node, sign: str, names: str) -> int:
    """An element that has a banner's name."""
    if node.tag in NEVER or node.tag in OF_TEXT:
        return KEEP
    return KEEP if sign == "#" and (is_section(node) or is_section(node, name=names)) else BANNER


def modal(node: Node, attributes: Attributes, context: Context) -> int:
    """An element that says that it is a dialog, and speaks of cookies or newsletters."""
    if attributes.get("role") not in ("dialog", "alertdialog") and attributes.get("aria-modal") != "true":
        return KEEP
    return KEEP if node.tag in NEVER else dialog(node, attributes, context)


def dialog(node: Node, attributes: Attributes, context: Context) -> int:
    """A dialog that speaks of cookies or newsletters; only its first words are read."""
    own = " ".join([attributes.get(name) or "" for name in ("aria-label", "id", "class")]).lower()
    if any(word in own for word in _CALLED):
        return BANNER
    words = words_of(first_nodes(node))
    return BANNER if says_cookies(words) or any(word in words for word in _SPEAKS) else KEEP


def fixed(node: Node, attributes: Attributes, context: Context) -> int:
    """Something that a style fixes to the window, and that neither is nor holds a menu."""
    style = attributes.get("style")
    if not style or "fixed" not in style or node.tag in NEVER or node.tag in _MENUS:
        return KEEP
    if _FIXED.search(style) is None or any(one.tag in _MENUS for one in first_nodes(node, _LOOK)):
        return KEEP
    return BANNER


def unlock(node: Node, attributes: Attributes, context: Context) -> None:
    """Let the page scroll again that a style locks."""
    style = attributes.get("style") or ""
    if "overflow" not in style and "fixed" not in style:
        return
    kept = [part for part in declarations(style) if not _LOCKING.match(part)]
    if kept:
        write(node, attributes, "style", ";".join(kept))
    else:
        remove(node, attributes, "style")


def unveil(node: Node, attributes: Attributes, context: Context) -> None:
    """Let the page be heard and used again that a dialog hides: all of it, or what holds its headline."""
    above = node.parent
    outermost = above is not None and above.tag == "body"
    if node.tag in ("html", "body", "main") or outermost and node.css_first("h1") is not None:
        remove(node, attributes, "inert")
        if attributes.get("aria-hidden") == "true":
            remove(node, attributes, "aria-hidden")


def unlock_names(node: Node, attributes: Attributes, context: Context) -> None:
    """The same where a class does it."""
    names = (attributes.get("class") or "").split()
    kept = [name for name in names if not _LOCKS.match(name)]
    if len(kept) < len(names):
        write(node, attributes, "class", " ".join(kept))


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
