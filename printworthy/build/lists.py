"""Lists: `ul`, `ol`, `dl` and what stands in them → `List` and `Definitions`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, cast

from printworthy.base.tags import CODE
from printworthy.base.words import is_amount
from printworthy.build.inline import plain
from printworthy.build.outline import Outline, tidy
from printworthy.build.scene import Scene
from printworthy.data.blocks import Block, Definition, Definitions, Inline, Item, List, Paragraph, Text
from printworthy.data.tree import Node

_MOST: Final = 1_000_000
# A term stands near the beginning of its list, or the list is no glossary.
_NEAR: Final = 64
_DT: Final = CODE["dt"]
# Amount, unit and thing.
_AMOUNT_PARTS: Final = 3


@dataclass(frozen=True, slots=True)
class Term:
    """A `dt` on its way into a `Definition`."""

    children: tuple[Inline, ...]


@dataclass(frozen=True, slots=True)
class Described:
    """A `dd` on its way into a `Definition`."""

    blocks: tuple[Block, ...]


@dataclass(slots=True)
class Numbering:
    """How an open list counts: the number of the next item, and the step to the one after it."""

    ordered: bool
    next: int = 1
    step: int = 1


@dataclass(frozen=True, slots=True)
class Numbered:
    """An item on its way into a `List`, with its number."""

    blocks: tuple[Block, ...]
    number: int


def open_list(scene: Scene, node: Node, element: int) -> bool:
    """`ul`, `ol`, `menu`, `dir`."""
    numbering = Numbering(node.tag == "ol")
    if numbering.ordered:
        attributes = node.attributes
        start = _number(attributes.get("start"))
        if "reversed" in attributes:
            numbering.step = -1
            start = _items(node) if start is None else start
        numbering.next = 1 if start is None else start
    scene.outline.open("list", _close_list, numbering)
    return False


def _items(node: Node) -> int:
    """How many items a list has."""
    count, child = 0, node.child
    while child is not None:
        count += child.tag == "li"
        child = child.next
    return count


def open_item(scene: Scene, node: Node, element: int) -> bool:
    """`li`; outside a list it is a paragraph like any other."""
    outline = scene.outline
    if outline.top == "list":
        numbering = cast(Numbering, outline.frames[-1][2])
        if numbering.ordered:
            value = _number(node.attributes.get("value"))
            if value is not None:
                numbering.next = value
        outline.open("item", _close_item, numbering.next)
        numbering.next += numbering.step
    return False


def open_definitions(scene: Scene, node: Node, element: int) -> bool:
    """`dl`. Without any term it only indents, as wikis use it: then its content stands for itself."""
    codes, parent = scene.columns.tag, scene.columns.parent
    near = range(element + 1, min(len(codes), element + _NEAR))
    if any(codes[at] == _DT and parent[at] >= element for at in near):
        scene.outline.open("definitions", _close_definitions)
    return False


def open_term(scene: Scene, node: Node, element: int) -> bool:
    """`dt`."""
    if scene.outline.top == "definitions":
        scene.outline.open_flat("term", _close_term)
    return False


def open_described(scene: Scene, node: Node, element: int) -> bool:
    """`dd`."""
    if scene.outline.top == "definitions":
        scene.outline.open("described", _close_described)
    return False


def _close_list(outline: Outline, parts: list[object], data: object) -> List | None:
    """The list; where its numbers leap or run backwards, several, so that every number stays."""
    numbering = cast(Numbering, data)
    lists: list[tuple[int, list[list[Block]]]] = []
    for part in parts:
        if isinstance(part, Numbered):
            start, items = lists[-1] if lists else (0, [])
            if lists and (not numbering.ordered or part.number == start + len(items)):
                items.append([*part.blocks])
            else:
                lists.append((part.number, [[*part.blocks]]))
        elif isinstance(part, List) and lists:
            # A list directly in a list belongs to the item before it.
            lists[-1][1][-1].append(part)
        elif lists:
            lists[-1][1].append([cast(Block, part)])
        else:
            lists.append((numbering.next, [[cast(Block, part)]]))
    found = [
        List(numbering.ordered, tuple(Item(tuple(blocks)) for blocks in items), start if numbering.ordered else 1)
        for start, items in lists
    ]
    outline.out.extend(found[:-1])
    return found[-1] if found else None


def _close_item(outline: Outline, parts: list[object], data: object) -> Numbered | None:
    blocks = tidy(parts)
    return Numbered(_with_amount(blocks), cast(int, data)) if blocks else None


def _with_amount(blocks: tuple[Block, ...]) -> tuple[Block, ...]:
    """An item whose amount stands in an element of its own, in one line."""
    if len(blocks) < 2 or not all(isinstance(block, Paragraph) for block in blocks):
        return blocks
    lines = [plain(cast(Paragraph, block).children) for block in blocks]
    if not is_amount(lines[0], lines[1]) or len(lines) > _AMOUNT_PARTS:
        return blocks
    children: list[Inline] = []
    for block in cast("tuple[Paragraph, ...]", blocks):
        children += [*([Text(" ")] if children else []), *block.children]
    return (Paragraph(tuple(children)),)


def _close_term(children: tuple[Inline, ...], data: object) -> Term | None:
    return Term(children) if children else None


def _close_described(outline: Outline, parts: list[object], data: object) -> Described | None:
    blocks = tidy(parts)
    return Described(blocks) if blocks else None


def _close_definitions(outline: Outline, parts: list[object], data: object) -> Definitions | None:
    found: list[Definition] = []
    terms: list[tuple[Inline, ...]] = []
    blocks: list[Block] = []
    for part in parts:
        if isinstance(part, Term):
            if blocks:
                found.append(Definition(tuple(terms), tuple(blocks)))
                terms, blocks = [], []
            terms.append(part.children)
        elif isinstance(part, Described):
            blocks += part.blocks
        else:
            blocks.append(cast(Block, part))
    if terms or blocks:
        found.append(Definition(tuple(terms), tuple(blocks)))
    if not any(definition.terms for definition in found):
        # The terms were not chosen: what is left are paragraphs.
        for definition in found:
            outline.out.extend(definition.blocks)
        return None
    return Definitions(tuple(found)) if found else None


def _number(value: str | None) -> int | None:
    """A whole number as an attribute writes it."""
    try:
        number = int((value or "").strip())
    except ValueError:
        return None
    return number if abs(number) < _MOST else None
