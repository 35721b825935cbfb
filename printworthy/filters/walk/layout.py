"""The page as filters see it: tables, cells, lists and blocks with what they hold. The walk fills it, judges read it.

Because an element is judged from sums over what is inside it, and those are added up from the innermost outwards, the
chain stays linear even for tables within tables, where the paper's was quadratic (section 4).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from printworthy.base.compiler import mypyc_attr
from printworthy.data.tree import Node
from printworthy.filters.walk.plan import KEEP


# No element holds itself: the garbage collector need not know them, and would look at hundreds a page.
@mypyc_attr(acyclic=True)
class Element:
    """An element that has a role, and what is inside it outside of other such elements, until those are added up.

    letters:   letters outside of links, without white space; Chinese and Japanese ones count for more.
    linked:    letters inside links.
    prose:     those of them that are whole sentences.
    told:      those outside of links that are.
    links:     links with words.
    shed:      links that went with what was deleted inside.
    substance: pictures, players, controls and the like.
    fields:    how much it asks the reader for.
    dropped:   how much was deleted inside.
    banners:   how many banners of that.
    label:     letters of texts that say "Advertisement" and nothing else.
    headline:  holds the page's first heading, or something that the user wants kept.
    verdict:   what a judge said, and `by` whose filter.
    first:     its links among those of the layout are from here up to `last`.
    heading:   what may be the first heading inside.
    """

    # Defaults of the class, and no slots: a page has hundreds of elements, and most of them stay at nothing.
    letters: int = 0
    linked: int = 0
    prose: int = 0
    told: int = 0
    links: int = 0
    shed: int = 0
    substance: int = 0
    fields: int = 0
    dropped: int = 0
    banners: int = 0
    label: int = 0
    headline: bool = False
    gone: bool = False
    verdict: int = KEEP
    by: str = ""
    first: int = 0
    last: int = 0
    heading: Node | None = None

    def __init__(self, node: Node, above: Element | None, role: int) -> None:
        self.node = node
        self.above = above
        self.role = role


@dataclass(slots=True)
class Layout:
    """The elements in document order, the page itself first; and nodes with the element around them.

    drops:   what tests deleted, and in `droppers` whose filter did.
    lost:    those of them that may hold links worth keeping.
    hollow:  links that were left empty.
    anchors: links to be unwrapped.
    texts:   all text nodes, if asked for.
    links:   links, and what is not entered and may hold some, if they are to be retained.
    hrefs:   the addresses of those links; None for what may hold some.
    """

    elements: list[Element] = field(default_factory=list)
    drops: list[Node] = field(default_factory=list)
    droppers: list[str] = field(default_factory=list)
    lost: list[Node] = field(default_factory=list)
    hollow: list[tuple[Node, Element]] = field(default_factory=list)
    anchors: list[tuple[Node, Element]] = field(default_factory=list)
    texts: list[tuple[Node, Element]] = field(default_factory=list)
    links: list[Node] = field(default_factory=list)
    hrefs: list[str | None] = field(default_factory=list)
