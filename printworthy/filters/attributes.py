"""Ignoring attributes: looks that are written into single elements go, the elements stay. Phase one (section 4.2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from printworthy.filters.settings_fields import Group, setting
from printworthy.filters.walk.editors import (
    LATER,
    RUNNING,
    drop_handlers,
    dropper,
    script_dropper,
    show_lazy,
    undeclared,
)
from printworthy.filters.walk.plan import ANY, WalkPlan

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


@dataclass(frozen=True, slots=True, kw_only=True)
class StyleAttributes(Group):
    """Which attributes go."""

    name: ClassVar[str] = "attributes"

    styles: bool = setting(False, "delete style attributes")
    colours: bool = setting(False, "delete background colours and background pictures")
    widths: bool = setting(False, "delete the widths of tables and their cells")
    fonts: bool = setting(False, "delete font sizes")
    handlers: bool = setting(False, "delete scripts in attributes (onclick and the like) and in links")
    lazy: bool = setting(False, "show pictures at once that a script would show later")


def install(plan: WalkPlan, settings: StyleAttributes) -> None:
    """Add what the switches ask for."""
    if settings.lazy:
        plan.edit(show_lazy, "img source iframe", f"{' '.join(LATER)} loading")
    if settings.handlers:
        plan.edit(drop_handlers, ANY, _HANDLERS)
        for name in RUNNING:
            plan.edit(script_dropper(name), ANY, name)
    if settings.colours:
        plan.edit(dropper("bgcolor", "background"), ANY, "bgcolor background")
    if settings.widths:
        plan.edit(dropper("width"), _TABLES, "width")
    if settings.fonts:
        plan.edit(dropper("size"), "font basefont", "size")
    _install_styles(plan, settings)


def _install_styles(plan: WalkPlan, settings: StyleAttributes) -> None:
    """Edit style attributes, unless they go as a whole."""
    if settings.styles:
        plan.edit(dropper("style"), ANY, "style")
        return
    if settings.colours:
        plan.edit(undeclared("background", "background-color", "background-image"), ANY, "style")
    if settings.widths:
        plan.edit(undeclared("width", "min-width", "max-width"), _TABLES, "style")
    if settings.fonts:
        plan.edit(undeclared("font-size", "font"), ANY, "style")
