"""Specials: elements that matter without any text of their own (players, posts, formulas), found once a page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from printworthy.base.tags import CODE, OTHER
from printworthy.build.embeds import PLAYERS, POSTS, add_embed, add_post
from printworthy.build.formulas import add_container, add_latex, add_math, add_script, image_latex
from printworthy.build.inline import Marks
from printworthy.build.scene import Scene
from printworthy.data.columns import Columns
from printworthy.data.tree import Node

# Elements without text that the columns do not record.
_QUERY: Final = (
    "iframe,object,embed,math,script[type^='math/tex'],img[class*='math'],img[class*='tex'],img[src*='latex']"
)
_SHARE: Final = 0.5
_FORMULAS: Final = frozenset(("math", "script", "mjx-container", "img"))
_CUSTOM: Final = frozenset((*PLAYERS, "mjx-container"))
_QUOTE: Final = CODE["blockquote"]
_RECORDED: Final = frozenset((CODE["video"], CODE["audio"], OTHER, _QUOTE))


def find_specials(scene: Scene) -> None:
    """Let the walk come past every special that stands near chosen text."""
    for node in (*_recorded(scene.columns), *scene.common.css(_QUERY)):
        tag = node.tag
        if tag == "img" and not image_latex(node.attributes):
            continue
        if tag in _FORMULAS:
            scene.has_formulas = True
        if tag != "math" and scene.lead_to(node):
            scene.specials.add(node.mem_id)


def _recorded(columns: Columns) -> Iterator[Node]:
    """The specials among the block elements."""
    for element, code in enumerate(columns.tag):
        if code in _RECORDED:
            node = columns.node[element]
            if code == _QUOTE:
                if POSTS.search(columns.key[element]):
                    yield node
            elif code != OTHER or node.tag in _CUSTOM:
                yield node


def add_special(scene: Scene, node: Node, element: int, marks: Marks) -> bool:
    """Append what a special shows; False if it is to be entered like any other element."""
    tag = node.tag or ""
    known = scene.elements.get(node.mem_id, -1)
    if known < 0 and not _is_within(scene, element):
        return True
    if tag == "blockquote":
        return add_post(scene, node, known)
    if tag == "mjx-container":
        return add_container(scene, node, marks)
    if tag == "script":
        add_script(scene, node, marks)
    elif tag == "math":
        add_math(scene, node, marks)
    elif tag == "img":
        add_latex(scene, image_latex(node.attributes), marks, "display" in (node.attributes.get("class") or ""))
    else:
        add_embed(scene, node)
        return known < 0
    return True


def _is_within(scene: Scene, element: int) -> bool:
    """Is there chosen text on both sides inside the element around, or is most of its text chosen?"""
    if element < 0 or scene.outline.run:
        return True
    first, last = scene.columns.first[element], scene.columns.last[element]
    before = scene.prefix[max(first, min(scene.cursor, last))] - scene.prefix[first]
    total = scene.prefix[last] - scene.prefix[first]
    return 0 < before < total or total >= _SHARE * (last - first)
