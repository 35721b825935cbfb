"""Anything by CSS selector: what the user names is deleted, or kept whatever the other filters think of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from printworthy.filters.settings_fields import Group, setting
from printworthy.filters.walk.plan import CLAIM, DROP, Context


@dataclass(frozen=True, slots=True, kw_only=True)
class Selectors(Group):
    """What the user names."""

    name: ClassVar[str] = "selectors"

    remove: tuple[str, ...] = setting((), 'CSS selectors of what goes, such as "#sidebar"')
    keep: tuple[str, ...] = setting((), "CSS selectors of what stays untouched, with all inside")


def choose(settings: Selectors, context: Context) -> None:
    """Note the elements that the selectors mean; what is to be kept counts more."""
    for verdict, selectors in ((DROP, settings.remove), (CLAIM, settings.keep)):
        for selector in selectors:
            for node in context.find(context.root, selector):
                if node.tag not in ("html", "head", "body"):
                    context.chosen[node.mem_id] = (verdict, "selectors")
