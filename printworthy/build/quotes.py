"""Quotations: `blockquote` → `Quote`, with who said it as its last line, wherever the page says so."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, cast

from printworthy.base.tags import CODE
from printworthy.build.callouts import as_callout
from printworthy.build.outline import Outline, tidy
from printworthy.build.scene import Scene
from printworthy.data.blocks import Callout, Inline, Quote, Table
from printworthy.data.columns import Columns
from printworthy.data.tree import Node

# A figure of more elements holds more than a quotation.
_REACH: Final = 60
_FIGURE, _BLOCKQUOTE = (CODE[name] for name in ("figure", "blockquote"))


def open_quote(scene: Scene, node: Node, element: int) -> bool:
    """`blockquote`."""
    scene.outline.open("quote", _close, scene.links.picture(node.attributes.get("cite")))
    return False


def open_speaker(scene: Scene, node: Node, element: int) -> bool:
    """`figcaption`: below a quotation it says who said that; below a table it is the table's caption."""
    outline = scene.outline
    last = outline.out[-1] if outline.out else None
    if isinstance(last, Table) and not last.caption and scene.columns.tag[scene.columns.parent[element]] == _FIGURE:
        outline.open_flat("caption", _close_caption, outline)
        return False
    if outline.out and isinstance(outline.out[-1], Quote) and is_below_quote(scene.columns, element):
        outline.open("speaker", _close_speaker)
    return False


def is_below_quote(columns: Columns, element: int) -> bool:
    """Does an element stand in a figure, below a quotation?"""
    figure = columns.parent[element]
    near = element - figure <= _REACH
    return near and columns.tag[figure] == _FIGURE and _BLOCKQUOTE in columns.tag[figure:element]


def _close_caption(children: tuple[Inline, ...], data: object) -> Table | None:
    """The table, which is taken back from the outline, with its caption."""
    outline = cast(Outline, data)
    if not children:
        return None
    table = cast(Table, outline.out.pop())
    return replace(table, caption=children)


def _close_speaker(outline: Outline, parts: list[object], data: object) -> Quote:
    quote = cast(Quote, outline.out.pop())
    return Quote((*quote.blocks, *tidy(parts)), quote.cite)


def _close(outline: Outline, parts: list[object], data: object) -> Quote | Callout | None:
    blocks = tidy(parts)
    return as_callout(Quote(blocks, cast(str, data))) if blocks else None
