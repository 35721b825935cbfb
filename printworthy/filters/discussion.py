"""The discussion: what readers wrote below the page's own text goes; a voice would read it on as if it belonged to it.

It is known by the names that most sites give it. A page that would hardly have a sentence left is a discussion, such as
a thread of a forum, and keeps it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final

from printworthy.filters.fields import Group, setting
from printworthy.filters.plan import DISCUSSION, KEEP, REMOVE, Plan

if TYPE_CHECKING:
    from printworthy.data.tree import Node
    from printworthy.filters.context import Context
    from printworthy.filters.layout import Element, Layout

NAME: Final = "discussion"
_IDS: Final = frozenset({"comments", "respond", "disqus_thread"})
_CLASSES: Final = frozenset({"comments", "comments-area"})
_TAGS: Final = frozenset({"div", "section", "aside", "ul", "ol", "dl", "footer"})
# With fewer letters of sentences than this, nothing is left worth hearing.
_LEFT: Final = 250


@dataclass(frozen=True, slots=True, kw_only=True)
class Discussion(Group):
    """Whether it goes."""

    name: ClassVar[str] = NAME

    enabled: bool = setting(False, "delete what readers wrote below the page's own text")


def install(plan: Plan, settings: Discussion) -> None:
    """Judge what is called so."""
    if settings.enabled:
        plan.name(NAME, _ask, _confirm)
        plan.judge(NAME, DISCUSSION, _judge)


def is_all(layout: Layout) -> bool:
    """Would hardly a sentence be left without the discussion, as judged, and does that have more of them?"""
    left = layout.elements[0].told + layout.elements[0].prose
    return left < _LEFT and left < sum([element.told for element in layout.elements if element.by == NAME])


def _ask(sign: str, names: str) -> bool:
    return names in _IDS if sign == "#" else not _CLASSES.isdisjoint(names.split())


def _confirm(node: Node, sign: str, names: str, context: Context) -> int:
    return DISCUSSION if node.tag in _TAGS else KEEP


def _judge(discussion: Element) -> int:
    return KEEP if discussion.headline else REMOVE
