"""Ignoring tags: elements of these kinds are deleted; links and long forms leave their words behind (section 3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from printworthy.filters.settings_fields import Group, setting
from printworthy.filters.walk.editors import button, refresh, script_link, style_link
from printworthy.filters.walk.layout import Element
from printworthy.filters.walk.plan import FORM, NOSCRIPT, REMOVE, UNWRAP, WalkPlan

# A form with as much text as this is the page itself, as some servers make them.
_LONG_FORM: Final = 600


@dataclass(frozen=True, slots=True, kw_only=True)
class Tags(Group):
    """Which kinds of element go."""

    name: ClassVar[str] = "tags"

    images: bool = setting(False, "delete pictures")
    links: bool = setting(False, "delete links and keep their text")
    scripts: bool = setting(False, "delete scripts, and show what pages have for readers without them")
    styles: bool = setting(False, "delete style sheets")
    refresh: bool = setting(False, "delete what reloads the page or sends the reader elsewhere after a while")
    forms: bool = setting(False, "delete forms; one that holds the whole page leaves its content behind")
    buttons: bool = setting(False, "delete buttons")
    inputs: bool = setting(False, "delete fields, lists to choose from and their labels")
    frames: bool = setting(False, "delete pages within the page (iframe, frame)")
    objects: bool = setting(False, "delete plug-in objects (object, applet)")
    embeds: bool = setting(False, "delete embedded plug-ins (embed)")
    media: bool = setting(False, "delete audio and video players")
    comments: bool = setting(False, "delete comments in the markup, which nobody sees")


_TAGS: Final = {
    "images": "img picture image map area amp-img",
    "scripts": "script",
    "styles": "style",
    "buttons": "button",
    "inputs": "input select textarea label datalist option optgroup fieldset legend output progress meter",
    "frames": "iframe frame frameset portal fencedframe amp-iframe",
    "objects": "object applet",
    "embeds": "embed",
    "media": "audio video amp-video amp-audio bgsound",
    "comments": "-comment",
}
# A fieldset may be the frame around the page's text; its controls go, it stays.
_KEPT_FRAMES: Final = frozenset({"fieldset", "legend"})


def install(plan: WalkPlan, settings: Tags) -> None:
    """Add what the switches ask for."""
    for switch, tags in _TAGS.items():
        if getattr(settings, switch):
            plan.drop("tags", *(tag for tag in tags.split() if tag not in _KEPT_FRAMES))
    plan.unwrap_links = settings.links
    if settings.forms:
        plan.role(FORM, "form")
        plan.judge("tags", FORM, _judge_form)
    if settings.scripts:
        plan.role(NOSCRIPT, "noscript")
        plan.judge("tags", NOSCRIPT, _show)
        plan.test("tags", script_link, "link", "rel")
    if settings.styles:
        plan.test("tags", style_link, "link", "rel")
    if settings.refresh:
        plan.test("tags", refresh, "meta", "http-equiv")
    if settings.buttons:
        plan.test("tags", button, "input", "type")


def _judge_form(form: Element) -> int:
    """A form goes; one that holds the page's own text, as some servers make them, only loses its frame."""
    whole = form.letters >= _LONG_FORM or form.headline
    return UNWRAP if whole else REMOVE


def _show(noscript: Element) -> int:
    """Without scripts, what is there for readers without scripts is for everybody."""
    return UNWRAP
