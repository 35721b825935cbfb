"""The removed-link retainer: links that went with what was deleted are listed at the page's end (section 3).

They are grouped by where they stood: the label or heading of what held them, or the part of the page that it was.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from printworthy.filters.settings_fields import Group, setting
from printworthy.filters.walk.plan import WalkPlan


@dataclass(frozen=True, slots=True, kw_only=True)
class Retained(Group):
    """What is listed."""

    name: ClassVar[str] = "retained"

    enabled: bool = setting(False, "list the deleted links at the page's end")
    most: int = setting(300, "list no more links than this", least=1, most=100_000)
    title: str = setting("Links removed from this page", "the heading of the list")
    inline: bool = setting(False, "also list the links within the text, if links are deleted (tags.links)")


def install(plan: WalkPlan, settings: Retained) -> None:
    """Have the links noted."""
    plan.retain_links = settings.enabled
