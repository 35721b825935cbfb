"""Paths: nodes ↔ absolute XPaths as browsers' tools write them, `/html[1]/body[1]/div[2]/text()[1]`.

Every step has the 1-based place among siblings of the same tag; `text()` counts text nodes.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

from printworthy.data.tree import Node

TEXT: Final = "text()"


def node_paths(root: Node) -> dict[int, str]:
    """The path of every element and text node at and below an element, by its `mem_id`."""
    paths = {root.mem_id: f"/{root.tag}[1]"}
    todo = [root]
    while todo:
        parent = todo.pop()
        here = paths[parent.mem_id]
        for child, step in _steps(parent):
            paths[child.mem_id] = f"{here}/{step}"
            if child.child is not None:
                todo.append(child)
    return paths


def find_node(root: Node, path: str) -> Node | None:
    """The node of a path; None if there is none, or if a step without number could mean several."""
    steps = _STEP.findall(path)
    first = _name(steps[0]) if steps else ""
    if first != root.tag or _number(steps[0]) > 1:
        return None
    return find_below(root, steps[1:])


def find_below(parent: Node, steps: str | list[str]) -> Node | None:
    """The node of a path that begins at an element's children."""
    node: Node | None = parent
    for step in _STEP.findall(steps) if isinstance(steps, str) else steps:
        if node is None:
            return None
        node = _child(node, _name(step), _number(step))
    return node


def children(parent: Node) -> Iterator[Node]:
    """The nodes right below an element, in their order."""
    child = parent.child
    while child is not None:
        yield child
        child = child.next


def _steps(parent: Node) -> Iterator[tuple[Node, str]]:
    seen: Counter[str] = Counter()
    for child in children(parent):
        tag = child.tag or ""
        if tag and tag[0] not in "-!#" or tag == "-text":
            name = TEXT if tag == "-text" else tag
            seen[name] += 1
            yield child, f"{name}[{seen[name]}]"


def _child(parent: Node, name: str, number: int) -> Node | None:
    tag = "-text" if name == TEXT else name
    alike = [child for child in children(parent) if (child.tag or "").lower() == tag or (name == "*" and child.tag)]
    if number:
        return alike[number - 1] if number <= len(alike) else None
    return alike[0] if len(alike) == 1 else None


def _name(step: str) -> str:
    name = step.partition("[")[0].lower()
    quoted = _QUOTED.search(step)
    return quoted[1].lower() if name == "*" and quoted else name


def _number(step: str) -> int:
    """The place that a step asks for, 0 if it does not say."""
    found = _INDEX.search(step)
    return int(found[1]) if found else 0


_STEP: Final = re.compile(r"[^/\[\]]+(?:\[[^\]]*\])*")
_INDEX: Final = re.compile(r"\[(\d+)\]$")
_QUOTED: Final = re.compile(r"name\(\)='([^']+)'")
