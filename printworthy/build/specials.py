"""Specials: elements that matter without any text of their own (players, posts), found once a page; and formulas."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from printworthy.base.tags import CODE, OTHER
from printworthy.build.embeds import PLAYERS, POSTS, add_embed, add_post
from printworthy.build.inline import Marks
from printworthy.build.scene import Scene
from printworthy.data.blocks import Formula, Math
from printworthy.data.columns import Columns
from printworthy.data.tree import Node

# Elements without text that the columns do not record.
_QUERY: Final = "iframe,object,embed"
_SHARE: Final = 0.5
_CUSTOM: Final = frozenset(PLAYERS)
_QUOTE: Final = CODE["blockquote"]
_RECORDED: Final = frozenset((CODE["video"], CODE["audio"], OTHER, _QUOTE))


def find_specials(scene: Scene) -> None:
    """Let the walk come past every special that stands near chosen text."""
    for node in (*_recorded(scene.columns), *scene.common.css(_QUERY)):
        if scene.lead_to(node):
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


def add_special(scene: Scene, node: Node, element: int) -> bool:
    """Append what a special shows; False if it is to be entered like any other element."""
    known = scene.elements.get(node.mem_id, -1)
    if known < 0 and not _is_within(scene, element):
        return True
    if node.tag == "blockquote":
        return add_post(scene, node, known)
    add_embed(scene, node)
    return known < 0


def _is_within(scene: Scene, element: int) -> bool:
    """Is there chosen text on both sides inside the element around, or is most of its text chosen?"""
    if element < 0 or scene.outline.run:
        return True
    first, last = scene.columns.first[element], scene.columns.last[element]
    before = scene.prefix[max(first, min(scene.cursor, last))] - scene.prefix[first]
    total = scene.prefix[last] - scene.prefix[first]
    return 0 < before < total or total >= _SHARE * (last - first)


def add_math(scene: Scene, node: Node, marks: Marks) -> None:
    """A `math` element, as `parse.formulas` writes it. A displayed one is a block, except inside a line."""
    text = scene.first_text(node)
    content = scene.texts.get(text.mem_id) if text is not None else None
    latex = (node.attributes.get("alttext") or "").strip()
    if content is None or not latex:
        return
    outline = scene.outline
    if node.attributes.get("display") == "block" and not outline.flat:
        outline.flush()
        outline.add(Math(latex))
        return
    if content[0] == " ":
        outline.run.append((marks, " "))
    outline.run.append((marks, Formula(latex)))
