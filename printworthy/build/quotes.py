"""Quotations: `blockquote` → `Quote`."""

from __future__ import annotations

from typing import cast

from printworthy.build.outline import Outline
from printworthy.build.scene import Scene
from printworthy.build.tidy import tidy
from printworthy.data.blocks import Quote
from printworthy.data.tree import Node


def open_quote(scene: Scene, node: Node, element: int) -> bool:
    """`blockquote`."""
    scene.outline.open("quote", _close, scene.links.picture(node.attributes.get("cite")))
    return False


def _close(outline: Outline, parts: list[object], data: object) -> Quote | None:
    blocks = tidy(parts)
    return Quote(blocks, cast(str, data)) if blocks else None
