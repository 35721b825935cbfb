"""Carry out: verdicts → the tree without what was deleted, with the deleted links at its end, and a report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from printworthy.data.tree import Node, Tree
from printworthy.filters.addresses import absolute_styles
from printworthy.filters.settings import Settings
from printworthy.filters.walk.layout import Layout
from printworthy.filters.walk.node_kinds import FORGOTTEN
from printworthy.filters.walk.plan import HOLLOW, KEEP, REMOVE, UNWRAP, Context
from printworthy.filters.walk.removed_links import RemovedLinks
from printworthy.filters.walk.verdicts import mark_gone

if TYPE_CHECKING:
    from printworthy.filters.chain import JudgedPage

_IN_THE_TEXT: Final = "In the text"


@dataclass(frozen=True, slots=True)
class FilterReport:
    """What the chain did: elements deleted by filter, links kept at the end (as HTML), and whether it is a portal."""

    removed: Counter[str] = field(default_factory=Counter)
    links: int = 0
    link_list: str = ""
    portal: bool = False


def carry_out(tree: Tree, judged: JudgedPage, settings: Settings, context: Context) -> FilterReport:
    """Do what was decided."""
    layout = judged.layout
    links = RemovedLinks() if settings.retained.enabled else None
    if links is not None:
        for node in layout.lost:
            links.take(node)
    for node in layout.drops:
        node.decompose()
    removed: dict[str, int] = {}  # a Counter is ten times as slow
    for name in layout.droppers:
        removed[name] = removed.get(name, 0) + 1
    mark_gone(layout)
    if settings.empty.blocks or settings.tags.images:
        _drop_hollow_links(layout)
    for element in layout.elements[1:]:
        if element.verdict != KEEP and element.above is not None and not element.above.gone:
            if element.verdict != UNWRAP:
                removed[element.by] = removed.get(element.by, 0) + 1
                if links is not None and element.by not in FORGOTTEN:
                    links.take_element(element, layout)
            _ACTIONS[element.verdict](element.node)
    _unwrap_links(layout, links if settings.retained.inline else None)
    if settings.output.absolute and not settings.tags.styles:
        _absolute_sheets(tree, context)
    if links is None:
        return FilterReport(Counter(removed), portal=judged.portal)
    html = links.html(settings.retained.title, settings.retained.most)
    return FilterReport(Counter(removed), links.count(), html, judged.portal)


def _drop_hollow_links(layout: Layout) -> None:
    for node, element in layout.hollow:
        if not element.gone:
            node.decompose()


def _remove(node: Node) -> None:
    node.decompose()


def _hollow(node: Node) -> None:
    for child in list(_children(node)):
        child.decompose()


def _unwrap(node: Node) -> None:
    if node.child is None:
        node.decompose()
    else:
        node.unwrap()


_ACTIONS: Final[dict[int, Callable[[Node], None]]] = {REMOVE: _remove, HOLLOW: _hollow, UNWRAP: _unwrap}


def _children(node: Node) -> Iterator[Node]:
    child = node.child
    while child is not None:
        yield child
        child = child.next


def _unwrap_links(layout: Layout, links: RemovedLinks | None) -> None:
    """Links lose their frame and keep their words; one that is only a place to jump to stays."""
    for node, element in layout.anchors:
        if element.gone:
            continue
        attributes = node.attributes
        if "href" not in attributes:
            continue
        if links is not None:
            links.put(node, attributes["href"], _IN_THE_TEXT)
        _unwrap(node)


def _absolute_sheets(tree: Tree, context: Context) -> None:
    for node in tree.root.css("style"):
        child = node.child
        content = child.text_content if child is not None else None
        if child is not None and content and "url(" in content:
            whole = absolute_styles(content, context)
            if whole != content:
                child.replace_with(whole)
