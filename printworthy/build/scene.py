"""The scene of a build: the page, the chosen segments seen from its nodes, and the outline that grows.

Only elements in `elements` are entered: those that hold chosen text, with their number in the columns, and with -1
those that hold nothing of it but lead to a picture or an embed.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Final

from printworthy.base.links import Resolver
from printworthy.base.tags import KINDS, TEXT
from printworthy.base.words import without_glyphs
from printworthy.build.outline import Outline
from printworthy.build.posts import Head
from printworthy.data.blocks import Figure
from printworthy.data.columns import Columns
from printworthy.data.tree import Node, Tree

_FIRM_SPACES: Final = ("\u00a0", "\u202f")
_FIRM: Final = re.compile("(?<=\\S)[\u00a0\u202f](?=\\S)")
_SPACE: Final = re.compile(r"\s+")
_MOST_FIRM: Final = 0.25
_BETWEEN: Final = frozenset((" ", "(", ")"))


class Scene:
    """What the walk and the makers of blocks look at."""

    __slots__ = (
        "boxes", "captions", "columns", "cursor", "elements", "figures", "keep_links", "kinds",
        "links", "loose", "note_buttons",
        "outline", "plain", "posts", "prefix", "specials", "targets", "texts", "tree",
    )  # fmt: skip

    def __init__(self, tree: Tree, columns: Columns, chosen: Sequence[bool], links: Resolver) -> None:
        self.tree = tree
        self.kinds = tree.kinds
        self.columns = columns
        self.links = links
        self.keep_links = True
        self.outline = Outline()
        self.prefix = [0, *accumulate(chosen)]
        self.elements: dict[int, int] = {}
        self.texts: dict[int, str] = {}
        self.specials: set[int] = set()
        self.figures: dict[int, Figure] = {}
        self.boxes: dict[int, str] = {}  # callouts with their kind, and with "" their titles
        self.targets: dict[int, tuple[str, str]] = {}
        self.captions: dict[int, tuple[int, str]] | None = None  # of embeds, once one is met
        self.posts: Mapping[int, Head] = {}  # by element
        self.plain: frozenset[int] = frozenset()  # elements around posts, which are no lists or tables
        self.loose: dict[str, int] = {}  # notes that no link leads to, by label
        self.note_buttons: dict[int, int] = {}
        self.cursor = 0
        self._choose(chosen)

    def _choose(self, chosen: Sequence[bool]) -> None:
        """Note the chosen text nodes with their part of the segment's text, and all elements around them."""
        columns, elements, texts = self.columns, self.elements, self.texts
        owner, parent, nodes, start, text_nodes = (
            columns.owner, columns.parent, columns.node, columns.node_start, columns.text_nodes
        )  # fmt: skip
        seen: set[int] = set()
        for segment, wanted in enumerate(chosen):
            if wanted:
                begin, end = start[segment], start[segment + 1]
                if end - begin == 1:
                    texts[text_nodes[begin].mem_id] = columns.text[segment]
                else:
                    _share_out(columns.text[segment], text_nodes[begin:end], texts)
                element = owner[segment]
                while element >= 0 and element not in seen:
                    seen.add(element)
                    elements[nodes[element].mem_id] = element
                    element = parent[element]

    @property
    def common(self) -> Node:
        """The innermost element around all chosen text; only if there is any."""
        columns = self.columns
        first = bisect_left(self.prefix, 1) - 1
        last = bisect_left(self.prefix, self.prefix[-1]) - 1
        element = columns.owner[first]
        while columns.last[element] <= last:
            element = columns.parent[element]
        return columns.node[element]

    def around(self, climb: int) -> Node:
        """The element `climb` steps above the innermost one around all chosen text."""
        node = self.common
        for _ in range(climb):
            up = node.parent
            if up is None or node.tag == "body":
                break
            node = up
        return node

    def lead_to(self, node: Node) -> bool:
        """Make the walk come past `node`; False if nothing around it was chosen."""
        path: list[int] = []
        up: Node | None = node
        while up is not None:
            ident = up.mem_id
            if ident in self.elements:
                for step in path:
                    self.elements[step] = -1
                return True
            path.append(ident)
            up = up.parent
        return False

    def count(self, element: int) -> int:
        """How many chosen segments stand inside an element."""
        return self.prefix[self.columns.last[element]] - self.prefix[self.columns.first[element]]

    def end(self, element: int) -> int:
        """The number after the last element inside `element`."""
        parent = self.columns.parent
        at = element + 1
        while at < len(parent) and parent[at] >= element:
            at += 1
        return at

    def kind(self, node: Node) -> int:
        """The kind of a node's tag."""
        number = node.tag_id
        return self.kinds[number] if number < len(self.kinds) else KINDS.get(node.tag or "", -1)

    def chosen_inside(self, node: Node) -> bool:
        """Is the first text inside `node` chosen? A node without text is not."""
        first = self.first_text(node)
        return first is not None and first.mem_id in self.texts

    def first_text(self, top: Node) -> Node | None:
        """The first text node inside `top` that is not white space."""
        for node in inside(top):
            if self.kind(node) == TEXT and (node.text_content or "").strip():
                return node
        return None


def _share_out(text: str, nodes: Sequence[Node], texts: dict[int, str]) -> None:
    """Give each text node its part of a segment's text, so that what stands between them is the segment's own.

    That is a space, or a bracket around the reading of a Japanese word.
    """
    at, last = 0, ""
    for node in nodes:
        part = _spaced(node.text_content or "")
        before = at
        while part and text[at : at + 1] in _BETWEEN and text[at] != part[0]:
            at += 1
        texts[node.mem_id] = last = text[before:at] + part
        at += len(part)
    if nodes and text[at : at + 1] == ")" and not last.endswith(")"):
        texts[nodes[-1].mem_id] += ")"


def _spaced(text: str) -> str:
    """The text with single spaces; those that must not break stay, unless an editor made all of them so."""
    text = without_glyphs(text)
    if text.isascii() or not _FIRM.search(text):
        return " ".join(text.split())
    firm = len(_FIRM.findall(text))
    if firm > _MOST_FIRM * len(text.split()) + 1:
        return " ".join(text.split())
    return _SPACE.sub(lambda run: run[0] if run[0] in _FIRM_SPACES else " ", text.strip())


def inside(top: Node) -> Iterator[Node]:
    """All nodes inside `top`, in the order of the page."""
    todo: list[Node] = []
    node = top.child
    while node is not None or todo:
        if node is None:
            node = todo.pop().next
            continue
        yield node
        todo.append(node)
        node = node.child
