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
_SPEAKS: Final = re.compile(
    r"cookie|consent|gdpr|dsgvo|datenschutz|privacy|confidentialit|privacidad|privacidade|prywatno|newsletter|"
    r"subscribe|abonn|suscr[ií]b|inscreva|iscriviti|подпис|クッキー|隐私",
    re.I,
)
_LOOK: Final = 200
_FIXED: Final = re.compile(r"(?:^|;)\s*position\s*:\s*fixed", re.I)
_LOCKING: Final = re.compile(r"\s*(?:overflow(?:-[xy])?\s*:\s*(?:hidden|clip)|position\s*:\s*fixed)", re.I)
# These are the page itself.
NEVER: Final = frozenset({"html", "body", "head", "main", "article", "h1"})


def dialog(node: Node, attributes: Attributes, context: Context) -> int:
    """A dialog that speaks of cookies or newsletters; its words are read only up to where that shows."""
    modal = attributes.get("aria-modal") == "true" or attributes.get("role") in ("dialog", "alertdialog")
    tag = node.tag
    if not modal and tag != "dialog" or tag in NEVER:
        return KEEP
    told = " ".join(filter(None, (attributes.get("aria-label"), attributes.get("id"), attributes.get("class"))))
    return BANNER if _SPEAKS.search(told) or _SPEAKS.search(_words(node)) else KEEP


def _words(node: Node) -> str:
    """The first words inside an element, from at most a few hundred nodes, so that nested dialogs stay cheap."""
    found: list[str] = []
    todo: list[Node | None] = [node.child]
    for _ in range(_LOOK):
        one = todo.pop() if todo else None
        if one is None:
            if not todo:
                break
            continue
        found.append(one.text_content or "")
        todo += [one.next, one.child]
    return " ".join(found)


def fixed(node: Node, attributes: Attributes, context: Context) -> int:
    """Something that a style fixes to the window."""
    style = attributes.get("style")
    if not style or "fixed" not in style:
        return KEEP
    return BANNER if _FIXED.search(style) and node.tag not in NEVER else KEEP


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


def unlock_names(node: Node, attributes: Attributes, context: Context) -> None:
    """The same where a class does it."""
    names = (attributes.get("class") or "").split()
    kept = [name for name in names if not _LOCKS.match(name)]
    if len(kept) < len(names):
        write(node, attributes, "class", " ".join(kept))
