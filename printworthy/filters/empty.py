"""The empty-table remover, and empty blocks: what holds nothing of substance after the other filters goes (section 3).

A table without substance goes in any case, as in the paper. A block goes only if something was deleted inside it: pages
use blocks that were empty from the start to draw lines, clear columns, and for scripts to fill.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from printworthy.filters.settings_fields import Group, setting
from printworthy.filters.walk.plan import BLOCK, TABLE, WalkPlan
from printworthy.filters.walk.verdicts import judge_block, table_judge

_BLOCKS: Final = (
    "div p ul ol li dl dt dd section aside nav header footer figure figcaption blockquote details center menu form "
    "fieldset dialog"
).split()
SUBSTANCE: Final = tuple(
    "img svg video audio iframe object embed canvas math input select textarea button picture meter progress hr".split()
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Empty(Group):
    """What counts as substance."""

    name: ClassVar[str] = "empty"

    tables: bool = setting(False, "delete tables without substance")
    blocks: bool = setting(False, "delete blocks that the other filters left empty")
    characters: int = setting(3, "letters that a table needs to be of substance", most=1_000_000)
    substance: tuple[str, ...] = setting(SUBSTANCE, "tags that are of substance by themselves")


def install(plan: WalkPlan, settings: Empty) -> None:
    """Judge tables and blocks. Substance is counted for all filters, because links ask for it, too."""
    plan.substance = frozenset(settings.substance)
    if settings.tables:
        plan.role(TABLE, "table")
        plan.judge("empty", TABLE, table_judge(settings.characters))
    if settings.blocks:
        plan.role(BLOCK, *_BLOCKS)
        plan.judge("empty", BLOCK, judge_block)
