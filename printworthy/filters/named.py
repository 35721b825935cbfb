"""What the user names: elements by CSS selector, and text filters.

Elements are deleted, or kept whatever the other filters think of them. A text filter takes a text and returns a text;
the paper foresees them and has none (section 4.2). One that is registered in `TEXT_FILTERS` may be named.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from printworthy.filters.settings_fields import Group, setting
from printworthy.filters.walk.editors import drop_unseen
from printworthy.filters.walk.plan import CLAIM, DROP, Context, TextFilter, WalkPlan


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


TEXT_FILTERS: Final[dict[str, TextFilter]] = {"unseen": drop_unseen}


@dataclass(frozen=True, slots=True, kw_only=True)
class Texts(Group):
    """Which text filters are applied."""

    name: ClassVar[str] = "texts"

    filters: tuple[str, ...] = setting(
        (), 'text filters in their order: "unseen" drops soft hyphens', choices=tuple(TEXT_FILTERS)
    )


def install(plan: WalkPlan, settings: Texts) -> None:
    """Apply the filters to every text node."""
    plan.texts += [TEXT_FILTERS[name] for name in settings.filters]
