"""The order of the chain: `Tree` + `Settings` → the same tree, filtered, and a report of what was deleted.

    install    each filter says what it wants to see             walk/plan.py, and `install` of each filter
    walk       phase one edits, phase two notes what to delete   walk/walk.py; edits alone need no walk
    judge      from the innermost element outwards               walk/verdicts.py
    carry out  delete, empty, unwrap; list the deleted links     walk/carry_out.py

Nothing is deleted before everything is judged, so that the same verdicts also serve where the page must stay whole.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from printworthy.base.links import Resolver
from printworthy.base.urls import host_of
from printworthy.data.tree import Tree
from printworthy.filters import (
    addresses,
    ads,
    attributes,
    banners,
    discussion,
    empty,
    labels,
    link_lists,
    named,
    tags,
)
from printworthy.filters.blocking.block_lists import BlockLists
from printworthy.filters.link_lists import is_portal
from printworthy.filters.settings import Settings
from printworthy.filters.walk.carry_out import FilterReport, carry_out
from printworthy.filters.walk.editors import install_charset
from printworthy.filters.walk.layout import Layout
from printworthy.filters.walk.plan import MARK, Context, Find, WalkPlan, spare_marked
from printworthy.filters.walk.verdicts import give_verdicts, take_back
from printworthy.filters.walk.walk import edit_alone, walk


@dataclass(frozen=True, slots=True)
class JudgedPage:
    """A page whose elements have their verdicts, and whether it is a portal."""

    layout: Layout
    portal: bool


def run_chain(tree: Tree, settings: Settings, url: str, find: Find) -> FilterReport:
    """Filter the tree in place."""
    context = _context(tree, url, find)
    judged = _judge(tree, settings, context, edits=True)
    return carry_out(tree, judged, settings, context)


def decide(tree: Tree, settings: Settings, url: str, find: Find) -> JudgedPage:
    """What the chain would do; the tree stays as it is, and the layout has its text nodes."""
    return _judge(tree, settings, _context(tree, url, find), edits=False, texts_too=True)


@lru_cache(maxsize=32)
def _static_plan(settings: Settings, edits: bool) -> WalkPlan:
    """What does not depend on files that may change."""
    plan = WalkPlan()
    spare_marked(plan)
    tags.install(plan, settings.tags)
    banners.install(plan, settings.banners)
    labels.install(plan, settings.ads)
    discussion.install(plan, settings.discussion)
    link_lists.install(plan, settings.link_lists)
    empty.install(plan, settings.empty)
    link_lists.install_retained(plan, settings.retained)
    if edits:
        install_charset(plan)
        attributes.install(plan, settings.attributes)
        named.install(plan, settings.texts)
        if settings.output.absolute:
            addresses.install(plan)
    else:
        plan.edits.clear()
    return plan


@lru_cache(maxsize=32)
def _plan(settings: Settings, edits: bool, lists: BlockLists | None) -> WalkPlan:
    """The plan of these settings, made once as long as the block lists do not change."""
    if lists is None:
        return _static_plan(settings, edits)
    plan = _static_plan(settings, edits).extensible()
    ads.install(plan, settings.ads, lists)
    return plan


def _context(tree: Tree, url: str, find: Find) -> Context:
    href = _base(tree)
    host = host_of(url)
    own = (f"https://{host}/", f"http://{host}/") if host else ()
    return Context(tree.root, url, host, Resolver(url, href), find, own)


def _base(tree: Tree) -> str:
    """What the page says its addresses begin with; its first `<base>` counts."""
    if tree.head is None or tree.head.css_first("base") is None:
        return ""
    node = tree.head.child
    while node is not None:
        if node.tag == "base" and (href := node.attributes.get("href")):
            return href
        node = node.next
    return ""


def _judge(tree: Tree, settings: Settings, context: Context, edits: bool, texts_too: bool = False) -> JudgedPage:
    lists = ads.lists_of(settings.ads)
    plan = _plan(settings, edits, lists)
    ads.choose(settings.ads, lists, context)
    named.choose(settings.selectors, context)
    if plan.only_edits(MARK) and not context.chosen and tree.root.css_first(f"[{MARK}]") is None:
        return JudgedPage(edit_alone(tree, plan, context), False)
    layout = walk(tree, plan, context, texts_too)
    give_verdicts(layout, plan.judges)
    idle: set[str] = set()
    if settings.discussion.enabled and discussion.is_all(layout):
        idle.add(discussion.NAME)
        _judge_without(layout, plan, idle)
    words = settings.link_lists.word_length
    portal = settings.link_lists.enabled and is_portal(settings.portals, layout.elements[0], words)
    if portal:
        _judge_without(layout, plan, idle | {"link_lists", "empty"})
    return JudgedPage(layout, portal)


def _judge_without(layout: Layout, plan: WalkPlan, idle: set[str]) -> None:
    """Once more, by the other filters alone."""
    take_back(layout)
    give_verdicts(layout, [judge for judge in plan.judges if judge.name not in idle])
