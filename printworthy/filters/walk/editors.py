"""Editors of elements' attributes and texts, and tests of attributes, for the filters to install (section 4.2)."""

from __future__ import annotations

import re
from typing import Final

from printworthy.data.tree import Node
from printworthy.filters.walk.plan import DROP, KEEP, Attributes, Context, Edit, WalkPlan

# Where pages keep the address of a picture that a script shows later.
LATER: Final = ("data-src", "data-lazy-src", "data-original", "data-srcset", "data-lazy-srcset")
# Attributes with addresses that a browser may run.
RUNNING: Final = ("href", "action", "formaction", "src")
_STAND_INS: Final = re.compile(r"(?:blank|spacer|placeholder|pixel)\.(?:gif|png|svg)")
_DECLARATION: Final = re.compile(r"""(?:[^;"'(]|"[^"]*"?|'[^']*'?|\((?:[^()"']|"[^"]*"?|'[^']*'?)*\)?)+""")
# Browsers ignore control characters and blanks before and within the name of the scheme.
_SCRIPT: Final = re.compile(r"[\x00-\x20]*j\s*a\s*v\s*a\s*s\s*c\s*r\s*i\s*p\s*t\s*:", re.I)
_UNSEEN: Final = ("\u00ad", "\u200b", "\u2060", "\ufeff")
_NAME: Final = re.compile(r"""\bcharset\s*=\s*["']?[^;"']*["']?""", re.I)
_OURS: Final = ("utf-8", "utf8")


def remove(node: Node, attributes: Attributes, name: str) -> None:
    """Delete an attribute, in the page and in what was read of it."""
    if name in attributes:
        del node.attrs[name]
        del attributes[name]


def write(node: Node, attributes: Attributes, name: str, value: str) -> None:
    """Set an attribute, in the page and in what was read of it."""
    node.attrs[name] = value
    attributes[name] = value


def dropper(*names: str) -> Edit:
    """An editor that deletes these attributes."""

    def edit(node: Node, attributes: Attributes, context: Context) -> None:
        for name in names:
            if name in attributes:
                remove(node, attributes, name)

    return edit


def undeclared(*properties: str) -> Edit:
    """An editor that deletes these properties from style attributes."""
    wanted = frozenset(properties)

    def edit(node: Node, attributes: Attributes, context: Context) -> None:
        style = attributes.get("style")
        if not style:
            return
        parts = declarations(style)
        kept = [part for part in parts if part.partition(":")[0].strip().lower() not in wanted]
        if len(kept) == len(parts):
            return
        if kept:
            write(node, attributes, "style", ";".join(kept))
        else:
            remove(node, attributes, "style")

    return edit


def declarations(style: str) -> list[str]:
    """The declarations of a style attribute; a semicolon in quotes or parentheses parts nothing."""
    return [part for part in _DECLARATION.findall(style) if part.strip()]


def drop_handlers(node: Node, attributes: Attributes, context: Context) -> None:
    """Delete scripts that answer to events."""
    for name in [name for name in attributes if name[:2] == "on"]:
        remove(node, attributes, name)


def script_dropper(name: str) -> Edit:
    """An editor that deletes this attribute if it is a script."""

    def edit(node: Node, attributes: Attributes, context: Context) -> None:
        value = attributes.get(name)
        if value and _runs(value):
            remove(node, attributes, name)

    return edit


def _runs(address: str) -> bool:
    """Is this address a script?"""
    return (address[0] in "jJ" or address[0] <= " ") and _SCRIPT.match(address) is not None


def show_lazy(node: Node, attributes: Attributes, context: Context) -> None:
    """Show a picture at once that a script would show later."""
    for name in LATER:
        value = attributes.get(name)
        if not value or _runs(value):
            continue
        place = "srcset" if name.endswith("srcset") else "src"
        if place == "srcset" and place not in attributes or _stands_in(attributes.get(place) or ""):
            write(node, attributes, place, value)
    if attributes.get("loading") == "lazy":
        remove(node, attributes, "loading")


def _stands_in(address: str) -> bool:
    """Is there no picture here yet, or an empty one? The pattern is slow, and most pictures are of other formats."""
    start = address.lstrip()
    if not start or start[:6].casefold().startswith(("data:", "about:")):
        return True
    line = address.partition("\n")[0].casefold()
    return (".gif" in line or ".png" in line or ".svg" in line) and _STAND_INS.search(line) is not None


def drop_unseen(text: str) -> str:
    """The text without them."""
    if not text.isascii():
        for letter in _UNSEEN:
            if letter in text:
                text = text.replace(letter, "")
    return text


def install_charset(plan: WalkPlan) -> None:
    """Look at both spellings of the declaration."""
    plan.edit(_charset, "meta", "charset")
    plan.edit(_content, "meta", "http-equiv")


def _charset(node: Node, attributes: Attributes, context: Context) -> None:
    if (attributes.get("charset") or "").strip().lower() not in _OURS:
        write(node, attributes, "charset", "utf-8")


def _content(node: Node, attributes: Attributes, context: Context) -> None:
    if (attributes.get("http-equiv") or "").strip().lower() != "content-type":
        return
    content = attributes.get("content") or ""
    whole = _NAME.sub("charset=utf-8", content)
    if whole.lower() != content.lower():
        write(node, attributes, "content", whole)


def script_link(node: Node, attributes: Attributes, context: Context) -> int:
    """A link that loads a script."""
    rel = (attributes.get("rel") or "").lower().split()
    loads = "preload" in rel and (attributes.get("as") or "").lower() == "script"
    return DROP if "modulepreload" in rel or loads else KEEP


def style_link(node: Node, attributes: Attributes, context: Context) -> int:
    """A link that loads a style sheet."""
    rel = (attributes.get("rel") or "").lower().split()
    loads = "preload" in rel and (attributes.get("as") or "").lower() == "style"
    return DROP if "stylesheet" in rel or loads else KEEP


def refresh(node: Node, attributes: Attributes, context: Context) -> int:
    """What reloads the page after a while."""
    return DROP if (attributes.get("http-equiv") or "").strip().lower() == "refresh" else KEEP


def button(node: Node, attributes: Attributes, context: Context) -> int:
    """An input that is a button."""
    kinds = ("button", "submit", "reset", "image")
    return DROP if (attributes.get("type") or "").strip().lower() in kinds else KEEP
