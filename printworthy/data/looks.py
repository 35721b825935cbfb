"""How a page looks: styles and boxes of its nodes, as a browser computed them or as its stylesheets suggest."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple, TypeAlias

from printworthy.data.tree import Node

Source: TypeAlias = Literal["browser", "stylesheet"]


class ElementStyle(NamedTuple):
    """What CSS says about an element: `display` as computed, `size` in pixels, colours as rgb(…) or rgba(…)."""

    display: str = "inline"
    visible: bool = True
    size: float = 16.0
    weight: int = 400
    color: str = "rgb(0, 0, 0)"
    background: str = "rgba(0, 0, 0, 0)"


class Box(NamedTuple):
    """A rectangle on the page in pixels, from its left upper corner."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        """From left to right."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """From top to bottom."""
        return self.bottom - self.top


@dataclass(frozen=True, slots=True)
class Looks:
    """Styles of elements, and boxes of elements and text nodes, by `node.mem_id`.

    source:        who says so: "browser", or "stylesheet" for an approximation, which knows no boxes.
    width, height: of the whole page in pixels; 0 if nobody laid it out.
    """

    source: Source
    styles: Mapping[int, ElementStyle] = field(default_factory=dict, repr=False)
    boxes: Mapping[int, Box] = field(default_factory=dict, repr=False)
    width: float = 0.0
    height: float = 0.0

    def style(self, node: Node) -> ElementStyle:
        """The style of an element, or the one that a text node is set in: that of the nearest element with one."""
        here: Node | None = node
        while here is not None:
            found = self.styles.get(here.mem_id)
            if found is not None:
                return found
            here = here.parent
        return INITIAL

    def box(self, node: Node) -> Box | None:
        """The box of an element or text node; a text of which none is known has its element's."""
        found = self.boxes.get(node.mem_id)
        parent = node.parent if found is None else None
        return self.boxes.get(parent.mem_id) if parent is not None and node.tag == "-text" else found


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A page as it stands in a browser: its markup, and how each element and text looks.

    url:      its address: the one given, or where it sent the browser.
    html:     the markup, in UTF-8; each element has its number as the attribute `MARK`.
    styles:   the different styles; `elements` has for each number the place of its style and its box.
    texts:    for the number of an element, the boxes of the texts right under it that hold more than white space.
    timings:  seconds by step: "load", "settle", "collect".
    """

    html: bytes = field(repr=False)
    url: str = ""
    styles: tuple[ElementStyle, ...] = field(default=(), repr=False)
    elements: tuple[tuple[int, Box], ...] = field(default=(), repr=False)
    texts: Mapping[int, tuple[Box, ...]] = field(default_factory=dict, repr=False)
    width: float = 0.0
    height: float = 0.0
    timings: Mapping[str, float] = field(default_factory=dict)


# Whatever shows a page (in UTF-8, with its address) as a browser would: `Browser.render`, or a fake.
Renderer: TypeAlias = Callable[[bytes, str], Snapshot]
MARK: Final = "data-printworthy"
INITIAL: Final = ElementStyle()
