"""Ignoring attributes: looks that are written into single elements go, the elements stay. Phase one (section 4.2)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar, Final

from printworthy.data.tree import Node
from printworthy.filters.context import Context
from printworthy.filters.fields import Group, setting
from printworthy.filters.plan import ANY, Attributes, Edit, Plan

# Where pages keep the address of a picture that a script shows later.
_LATER: Final = ("data-src", "data-lazy-src", "data-original", "data-srcset", "data-lazy-srcset")
# Attributes with addresses that a browser may run.
_RUNNING: Final = ("href", "action", "formaction", "src")
# The events that elements have handlers for (the HTML standard, section 8.1.8.2, and what browsers add to it).
_HANDLERS: Final = " ".join(
    f"on{event}"
    for event in (
        "abort afterprint animationcancel animationend animationiteration animationstart auxclick beforecopy beforecut "
        "beforeinput beforematch beforepaste beforeprint beforetoggle beforeunload beforexrselect blur bounce cancel "
        "canplay canplaythrough change click close command contentvisibilityautostatechange contextlost contextmenu "
        "contextrestored copy cuechange cut dblclick drag dragend dragenter dragexit dragleave dragover dragstart drop "
        "durationchange emptied ended error finish focus focusin focusout formdata fullscreenchange fullscreenerror "
        "gesturechange gestureend gesturestart gotpointercapture hashchange input invalid keydown keypress keyup "
        "languagechange load loadeddata loadedmetadata loadend loadstart lostpointercapture message messageerror "
        "mousedown mouseenter mouseleave mousemove mouseout mouseover mouseup mousewheel offline online pagehide "
        "pagereveal pageshow pageswap paste pause play playing pointercancel pointerdown pointerenter pointerleave "
        "pointermove pointerout pointerover pointerrawupdate pointerup popstate progress promptdismissed promptaction "
        "ratechange readystatechange rejectionhandled reset resize scroll scrollend scrollsnapchange "
        "scrollsnapchanging search securitypolicyviolation seeked seeking select selectionchange selectstart "
        "slotchange stalled start storage submit suspend timeupdate toggle touchcancel touchend touchmove touchstart "
        "transitioncancel transitionend transitionrun transitionstart unhandledrejection unload volumechange waiting "
        "webkitanimationend webkitanimationiteration webkitanimationstart webkitfullscreenchange "
        "webkitfullscreenerror webkittransitionend wheel"
    ).split()
)
_TABLES: Final = "table td th col colgroup"
_STAND_IN: Final = re.compile(r"\s*(?:$|data:|about:)|.*(?:blank|spacer|placeholder|pixel)\.(?:gif|png|svg)", re.I)


@dataclass(frozen=True, slots=True, kw_only=True)
class Looks(Group):
    """Which attributes go."""

    name: ClassVar[str] = "attributes"

    styles: bool = setting(False, "delete style attributes")
    colours: bool = setting(False, "delete background colours and background pictures")
    widths: bool = setting(False, "delete the widths of tables and their cells")
    fonts: bool = setting(False, "delete font sizes")
    handlers: bool = setting(False, "delete scripts in attributes (onclick and the like) and in links")
    lazy: bool = setting(False, "show pictures at once that a script would show later")


def install(plan: Plan, settings: Looks) -> None:
    """Add what the switches ask for."""
    if settings.lazy:
        plan.edit(_show_lazy, "img source iframe", f"{' '.join(_LATER)} loading")
    if settings.handlers:
        plan.edit(_drop_handlers, ANY, _HANDLERS)
        plan.edit(_drop_scripts, ANY, " ".join(_RUNNING))
    if settings.styles:
        plan.edit(_dropper("style"), ANY, "style")
    if settings.colours:
        plan.edit(_dropper("bgcolor", "background"), ANY, "bgcolor background")
        plan.edit(_undeclared("background", "background-color", "background-image"), ANY, "style")
    if settings.widths:
        plan.edit(_dropper("width"), _TABLES, "width")
        plan.edit(_undeclared("width", "min-width", "max-width"), _TABLES, "style")
    if settings.fonts:
        plan.edit(_dropper("size"), "font basefont", "size")
        plan.edit(_undeclared("font-size", "font"), ANY, "style")


def remove(node: Node, attributes: Attributes, name: str) -> None:
    """Delete an attribute, in the page and in what was read of it."""
    if name in attributes:
        del node.attrs[name]
        del attributes[name]


def write(node: Node, attributes: Attributes, name: str, value: str) -> None:
    """Set an attribute, in the page and in what was read of it."""
    node.attrs[name] = value
    attributes[name] = value


def _dropper(*names: str) -> Edit:
    """An editor that deletes these attributes."""

    def edit(node: Node, attributes: Attributes, context: Context) -> None:
        for name in names:
            if name in attributes:
                remove(node, attributes, name)

    return edit


def _undeclared(*properties: str) -> Edit:
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


def _drop_handlers(node: Node, attributes: Attributes, context: Context) -> None:
    for name in [name for name in attributes if name[:2] == "on"]:
        remove(node, attributes, name)


def _drop_scripts(node: Node, attributes: Attributes, context: Context) -> None:
    for name in _RUNNING:
        value = attributes.get(name)
        if value and _SCRIPT.match(value):
            remove(node, attributes, name)


def _show_lazy(node: Node, attributes: Attributes, context: Context) -> None:
    for name in _LATER:
        value = attributes.get(name)
        if not value:
            continue
        place = "srcset" if name.endswith("srcset") else "src"
        if place == "srcset" and place not in attributes or _STAND_IN.match(attributes.get(place) or ""):
            write(node, attributes, place, value)
    if attributes.get("loading") == "lazy":
        remove(node, attributes, "loading")


_DECLARATION: Final = re.compile(r"""(?:[^;"'(]|"[^"]*"?|'[^']*'?|\((?:[^()"']|"[^"]*"?|'[^']*'?)*\)?)+""")
# Browsers ignore control characters and blanks before and within the name of the scheme.
_SCRIPT: Final = re.compile(r"[\x00-\x20]*j\s*a\s*v\s*a\s*s\s*c\s*r\s*i\s*p\s*t\s*:", re.I)
