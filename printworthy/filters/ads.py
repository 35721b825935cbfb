"""The ad remover: elements go whose `src` or `href` leads to a host on a block list, or that cosmetic rules name.

The paper has a list of hosts (section 3). Lists of today also name classes and ids of the places where advertisements
stand. With Brave's `adblock` engine installed, all network rules count; without it, those about whole hosts do.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from printworthy.data.tree import Node
from printworthy.errors import UsageError
from printworthy.filters.blocking.block_lists import BlockLists, load_lists
from printworthy.filters.blocking.blocked import blocked, spared
from printworthy.filters.settings_fields import Group, setting
from printworthy.filters.walk.plan import DROP, KEEP, Ask, Confirm, Context, WalkPlan

# The attribute that holds an element's address, and what the engine calls what is fetched from there.
_RESOURCES: Final = {
    "img": ("src", "image"),
    "iframe": ("src", "sub_frame"),
    "frame": ("src", "sub_frame"),
    "script": ("src", "script"),
    "embed": ("src", "object"),
    "object": ("data", "object"),
    "video": ("src", "media"),
    "audio": ("src", "media"),
    "source": ("src", "media"),
    "input": ("src", "image"),
    "link": ("href", "stylesheet"),
}
_PAGE: Final = frozenset({"html", "body", "head", "main", "article"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Ads(Group):
    """Which lists count."""

    name: ClassVar[str] = "ads"

    enabled: bool = setting(False, "delete advertisements")
    builtin: bool = setting(True, "use the small list that comes with Printworthy")
    lists: tuple[str, ...] = setting((), "files of further lists, in EasyList's format or as hosts files")
    block: tuple[str, ...] = setting((), "hosts of your own to block, with all below them")
    allow: tuple[str, ...] = setting((), "hosts never to block, and sites on which nothing is blocked")
    cosmetic: bool = setting(True, "also delete what the lists name by class, id or selector")
    labels: bool = setting(True, "also delete small boxes that are labelled as advertisements")
    engine: str = setting("auto", "who reads network rules", choices=("auto", "sets", "adblock"))


def lists_of(settings: Ads) -> BlockLists | None:
    """The lists that the settings name, read again if a file has changed; none if advertisements stay."""
    if not settings.enabled:
        return None
    return load_lists(settings.builtin, settings.lists, settings.block, settings.allow, settings.engine)


def install(plan: WalkPlan, settings: Ads, lists: BlockLists) -> None:
    """Ask the lists about addresses, classes and ids."""
    hosts: dict[str, str] = {}
    for tag, (attribute, kind) in _RESOURCES.items():
        plan.test("ads", blocked(lists, attribute, kind, hosts), tag, attribute)
    plan.test("ads", blocked(lists, "href", "", hosts), "a area", "href")
    if settings.cosmetic:
        plan.name("ads", *_cosmetic(lists))


def choose(settings: Ads, lists: BlockLists | None, context: Context) -> None:
    """Note what rules for this site alone mean."""
    context.spared = spared(settings.allow, context.host)
    if lists is None or not settings.cosmetic or context.spared:
        return
    for selector in lists.rules.selectors(context.host):
        for node in _found(context, selector):
            if node.tag not in _PAGE:
                context.chosen[node.mem_id] = (DROP, "ads")


def _cosmetic(lists: BlockLists) -> tuple[Ask, Confirm]:
    """Ask the rules about classes and ids."""
    rules = lists.rules

    def ask(sign: str, names: str) -> bool:
        if sign == "#":
            return "#" + names in rules.named or names.startswith(rules.ids)
        return not rules.classes.isdisjoint(names.split()) or names.startswith(rules.class_starts)

    def confirm(node: Node, sign: str, names: str, context: Context) -> int:
        if node.tag in _PAGE or context.spared:
            return KEEP
        starts = rules.ids if sign == "#" else rules.class_starts
        excepted = rules.spared_on(context.host)
        found = [name for name in _tokens(sign, names) if name not in excepted]
        if names.startswith(starts) or not rules.tokens.isdisjoint(found):
            return DROP
        selectors = (one for name in found for one in rules.complex.get(name, ()) if one not in excepted)
        return DROP if any(node.mem_id in _matched(context, selector) for selector in selectors) else KEEP

    return ask, confirm


def _tokens(sign: str, names: str) -> list[str]:
    return [sign + name for name in names.split()] if sign == "." else [sign + names]


def _matched(context: Context, selector: str) -> frozenset[int]:
    """The elements that a selector means on this page, looked up once."""
    if selector not in context.matched:
        context.matched[selector] = frozenset(node.mem_id for node in _found(context, selector))
    return context.matched[selector]


def _found(context: Context, selector: str) -> list[Node]:
    """What a selector of a list means; one that is not understood means nothing."""
    try:
        return context.find(context.root, selector)
    except UsageError:
        return []
