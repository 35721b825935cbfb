"""Signs of banners in single elements: dialogs, what is fixed to the window, and what locks the page under it."""

from __future__ import annotations

import re
from typing import Final

from printworthy.data.tree import Node
from printworthy.filters.context import Context
from printworthy.filters.editors import declarations, remove, write
from printworthy.filters.plan import BANNER, KEEP, Attributes

_LOCKS: Final = re.compile(
    r"^(?:modal-open|no-?scroll(?:ing)?|scroll-?lock(?:ed)?|overflow-hidden|lock-?scroll|is-locked|disable-scroll|"
    r"prevent-scroll|noscroll|body--locked|popup-open|overlay-open|has-modal|sp-message-open|didomi-popup-open)$",
    re.I,
)
# Words by which a dialog is known for what it is, in the languages that most pages are written in.
_SPEAKS: Final = (
    "cookie consent gdpr dsgvo datenschutz privacy confidentialit privacidad prywatno newsletter subscribe abonn "
    "suscrib suscríb inscreva iscriviti подпис クッキー 隐私"
).split()
_LOOK: Final = 200
_ENOUGH: Final = 2000
_WORD: Final = re.compile(r"[^\W_]+")
_FIXED: Final = re.compile(r"(?:^|;)\s*position\s*:\s*fixed", re.I)
_LOCKING: Final = re.compile(r"\s*(?:overflow(?:-[xy])?\s*:\s*(?:hidden|clip)|position\s*:\s*fixed)", re.I)
# These are the page itself.
NEVER: Final = frozenset({"html", "body", "head", "main", "article", "h1"})
# Text has names, too: a heading's are its own words, and lists and tables have them for what leads there.
_OF_TEXT: Final = frozenset("h2 h3 h4 h5 h6 a li dt dd tr th td code pre".split())
_HEADINGS: Final = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_UNSEEN: Final = frozenset({"script", "style", "template", "svg"})
# A menu that is fixed to the window covers nothing.
_MENUS: Final = frozenset({"header", "nav"})
# So far up and down one looks for what makes an element a section of a text.
_CLIMB: Final = 30
_FIRST: Final = 3


def named(node: Node, sign: str, names: str) -> int:
    """An element that has a banner's name."""
    if node.tag in NEVER or node.tag in _OF_TEXT:
        return KEEP
    return KEEP if sign == "#" and _is_section(node, names) else BANNER


def modal(node: Node, attributes: Attributes, context: Context) -> int:
    """An element that says that it is a dialog, and speaks of cookies or newsletters."""
    if attributes.get("role") not in ("dialog", "alertdialog") and attributes.get("aria-modal") != "true":
        return KEEP
    return KEEP if node.tag in NEVER else dialog(node, attributes, context)


def dialog(node: Node, attributes: Attributes, context: Context) -> int:
    """A dialog that speaks of cookies or newsletters; only its first words are read."""
    own = [attributes.get(name) or "" for name in ("aria-label", "id", "class")]
    return BANNER if _speaks(" ".join(own)) or _speaks(first_words(node)) else KEEP


def fixed(node: Node, attributes: Attributes, context: Context) -> int:
    """Something that a style fixes to the window."""
    style = attributes.get("style")
    if not style or "fixed" not in style or node.tag in NEVER or node.tag in _MENUS:
        return KEEP
    return BANNER if _FIXED.search(style) else KEEP


def _is_section(node: Node, name: str) -> bool:
    """Whether it is a section of a text, with an id made of its heading: a text about banners names them."""
    words = _WORD.findall(name.lower())
    one, tried = node.child, 0
    while one is not None and tried < _FIRST:
        if one.tag in _HEADINGS:
            return _WORD.findall(first_words(one).lower()) == words and is_within_text(node)
        one, tried = one.next, tried + 1
    return False


def is_within_text(node: Node) -> bool:
    """Whether it stands in what the page says is its main part."""
    above = node.parent
    for _ in range(_CLIMB):
        if above is None:
            return False
        if above.tag in ("main", "article") or above.attributes.get("role") == "main":
            return True
        above = above.parent
    return False


def _speaks(text: str) -> bool:
    text = text.lower()
    return any(word in text for word in _SPEAKS)


def first_words(node: Node, most: int = _LOOK) -> str:
    """The words of the first nodes inside an element; not of all, so that banners within banners stay cheap."""
    found: list[str] = []
    size = 0
    todo: list[Node | None] = [node.child]
    for _ in range(most):
        one = todo.pop() if todo else None
        if one is None:
            if not todo:
                break
            continue
        if words := one.text_content:
            found.append(words)
            size += len(words)
            if size > _ENOUGH:
                break
        todo.append(one.next)
        if one.tag not in _UNSEEN:
            todo.append(one.child)
    return " ".join(found)


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
