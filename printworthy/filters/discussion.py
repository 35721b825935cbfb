"""The discussion: what readers wrote below the page's own text goes; a voice would read it on as if it belonged to it.

It is known by the names that most sites give it. A page that would have little left beside it is a discussion, such as
a thread of a forum, and keeps it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from printworthy.data.tree import Node
from printworthy.filters.settings_fields import Group, setting
from printworthy.filters.walk.glance import CONTROLS, is_section
from printworthy.filters.walk.layout import Element, Layout
from printworthy.filters.walk.plan import DISCUSSION, KEEP, REMOVE, Context, WalkPlan

NAME: Final = "discussion"
_IDS: Final = frozenset({"comments", "respond", "disqus_thread"})
_CLASSES: Final = frozenset({"comments", "comments-area"})
_TAGS: Final = frozenset({"div", "section", "aside", "ul", "ol", "dl", "footer"})
# With fewer letters than this left, and so many times as many in the discussion, that is what the page is about.
_LEFT: Final = 1500
_MORE: Final = 5
# Where readers write and answer, there are such elements.
_ANSWERS: Final = CONTROLS | {"ol", "time", "article", "iframe"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Discussion(Group):
    """Whether it goes."""

    name: ClassVar[str] = NAME

    enabled: bool = setting(False, "delete what readers wrote below the page's own text")


def install(plan: WalkPlan, settings: Discussion) -> None:
    """Judge what is called so."""
    if settings.enabled:
        plan.name(NAME, _ask, _confirm)
        plan.judge(NAME, DISCUSSION, _judge)


def is_all(layout: Layout) -> bool:
    """Would little be left without the discussion, as judged, and does that have many times as much?"""
    left = layout.elements[0].letters
    said = sum([element.letters for element in layout.elements if element.by == NAME])
    return left < _LEFT and said > _MORE * left


def _ask(sign: str, names: str) -> bool:
    return names in _IDS if sign == "#" else not _CLASSES.isdisjoint(names.split())


def _confirm(node: Node, sign: str, names: str, context: Context) -> int:
    if node.tag not in _TAGS or sign == "#" and is_section(node, _ANSWERS, names):
        return KEEP
    return DISCUSSION


def _judge(discussion: Element) -> int:
    return KEEP if discussion.headline else REMOVE
