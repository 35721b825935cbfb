"""Text filters: the hook for changing words; the paper foresees them and has none (section 4.2).

A text filter takes a text and returns a text. One that is registered in `TEXT_FILTERS` may be named in the settings.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from printworthy.filters.settings_fields import Group, setting
from printworthy.filters.walk.editors import drop_unseen
from printworthy.filters.walk.plan import TextFilter, WalkPlan

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
