"""The method `subtree` (Joshi and Liu 2009, section 4.2): `Tree` + `Columns` → `Selection`.

Tags are block or style tags. A paragraph is one of three things: a div with text, a p with text, or text between two
br. The parent of paragraphs is an article subtree; of those with at least 500 characters in their paragraphs the first
in the page is the article, and lists of links inside it are taken out.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Final

from printworthy.base.tags import KINDS, SKIP
from printworthy.data.columns import Columns, Selection
from printworthy.data.tree import Node, Tree
from printworthy.methods.learned import agreement, kept_segments
from printworthy.options import Options

BLOCK_TAGS: Final = frozenset("div p br li ul ol td tr table h1 h2 h3 h4 h5 h6 hr".split())
LEAST_CHARACTERS: Final = 500
# The paper does not say when sub-blocks are lists of links: here, from two links on that hold most of the text.
_LINKS: Final = 2
_LINK_SHARE: Final = 0.5


def select(tree: Tree, columns: Columns, options: Options) -> Selection:
    """The segments of the first large article subtree."""
    root = article_subtree(tree)
    within = kept_segments(columns, _text_nodes(root)) if root is not None else [False] * len(columns.text)
    listed = _link_lists(columns, within)
    kept = [inside and not links for inside, links in zip(within, listed, strict=True)]
    return Selection(
        kept=kept,
        probabilities=[float(one) for one in kept],
        why=lambda: [
            _KEPT if stays else _LISTED if inside else _OUTSIDE for stays, inside in zip(kept, within, strict=True)
        ],
        verdict=agreement(tree, columns, kept, options),
    )


def article_subtree(tree: Tree) -> Node | None:
    """The first parent of paragraphs that together have enough characters."""
    if tree.body is None:
        return None
    survey = _survey(tree.body)
    sizes = survey.sizes()
    return next((node for node in survey.order if sizes[node.mem_id] >= LEAST_CHARACTERS), None)


@dataclass(slots=True)
class _Survey:
    """One walk over the page: its elements in order, and the text of each block and of each parent of a br."""

    order: list[Node] = field(default_factory=list)
    own: dict[int, int] = field(default_factory=lambda: defaultdict(int))
    # Characters under an element outside of any block inside it; what counts as paragraphs where it holds br.
    under: dict[int, int] = field(default_factory=lambda: defaultdict(int))
    broken: set[int] = field(default_factory=set)

    def sizes(self) -> dict[int, int]:
        """Characters in the paragraphs right under each element."""
        found: dict[int, int] = defaultdict(int)
        for node in self.order:
            here = node.mem_id
            if here in self.broken:
                found[here] += self.under[here]
            if node.tag == "p" or node.tag == "div" and here not in self.broken:
                parent = node.parent
                if parent is not None:
                    found[parent.mem_id] += self.own[here]
        return found


def _survey(body: Node) -> _Survey:
    survey = _Survey()
    # An element, its nearest block, and the style elements between the two.
    todo: list[tuple[Node, int, tuple[int, ...]]] = [(body, body.mem_id, ())]
    while todo:
        node, block, styles = todo.pop()
        tag = node.tag or ""
        if tag == "-text":
            length = len(" ".join((node.text_content or "").split()))
            survey.own[block] += length
            for element in {block, *styles}:
                survey.under[element] += length
            continue
        if tag == "br" and node.parent is not None:
            survey.broken.add(node.parent.mem_id)
        if KINDS.get(tag) == SKIP:
            continue
        survey.order.append(node)
        here = node.mem_id
        block, styles = (here, ()) if tag in BLOCK_TAGS else (block, (*styles[-_DEPTH:], here))
        todo.extend((child, block, styles) for child in reversed(_children(node)))
    return survey


def _children(node: Node) -> list[Node]:
    found = []
    child = node.child
    while child is not None:
        found.append(child)
        child = child.next
    return found


def _text_nodes(root: Node) -> set[int]:
    found: set[int] = set()
    todo = [root]
    while todo:
        node = todo.pop()
        if node.tag == "-text":
            found.add(node.mem_id)
        todo.extend(_children(node))
    return found


def _link_lists(columns: Columns, within: list[bool]) -> list[bool]:
    """The segments that stand in a block which is a list of links, itself inside the article."""
    listed = [False] * len(columns.text)
    inside, links, linked, whole = (
        list(accumulate(counts, initial=0))
        for counts in (map(int, within), columns.links, columns.link_chars, map(len, columns.text))
    )
    for first, last in zip(columns.first, columns.last, strict=True):
        if first == last or listed[first] or inside[last] - inside[first] < last - first:
            continue
        share = (linked[last] - linked[first]) / (whole[last] - whole[first])
        if links[last] - links[first] >= _LINKS and share > _LINK_SHARE:
            listed[first:last] = [True] * (last - first)
    return listed


_DEPTH: Final = 8
_KEPT: Final = ("select", "is in the first subtree with enough text in its paragraphs")
_OUTSIDE: Final = ("select", "is outside the first subtree with enough text in its paragraphs")
_LISTED: Final = ("refine", "stands in a list of links")
