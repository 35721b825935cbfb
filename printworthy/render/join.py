"""Join: the tree parsed from a snapshot's markup, and the snapshot → the tree with its looks.

The markup carries each element's number, so that nothing depends on how it is parsed: an element that the parser moves
or splits keeps its looks, and one that it adds has those of its parent. The numbers are taken out again.
"""

from __future__ import annotations

from dataclasses import replace

from printworthy.data.looks import MARK, Box, ElementStyle, Looks, Snapshot
from printworthy.data.tree import Node, Tree


def join(tree: Tree, snapshot: Snapshot) -> Tree:
    """The same tree, which now knows how it looks."""
    styles: dict[int, ElementStyle] = {}
    boxes: dict[int, Box] = {}
    for node in _marked(tree.root):
        number = _number(node)
        del node.attrs[MARK]
        if not 0 <= number < len(snapshot.elements):
            continue
        style, boxes[node.mem_id] = snapshot.elements[number]
        styles[node.mem_id] = snapshot.styles[style]
        _join_texts(node, snapshot.texts.get(number, ()), boxes)
    return replace(tree, looks=Looks("browser", styles, boxes, snapshot.width, snapshot.height))


def _marked(root: Node) -> list[Node]:
    own = [root] if MARK in root.attributes else []
    return own + [node for node in root.css(f"[{MARK}]") if node.mem_id != root.mem_id]


def _number(node: Node) -> int:
    """The number of an element; -1 if it is none."""
    value = node.attributes.get(MARK) or ""
    return int(value[:9]) if value.isdecimal() else -1


def _join_texts(node: Node, known: tuple[Box, ...], boxes: dict[int, Box]) -> None:
    """The boxes of an element's own texts; where the parser sees other texts, they have the element's."""
    if not known:
        return
    texts = []
    child = node.child
    while child is not None:
        if child.tag == "-text" and (child.text_content or "").strip():
            texts.append(child.mem_id)
        child = child.next
    if len(texts) == len(known):
        boxes.update(zip(texts, known, strict=True))
