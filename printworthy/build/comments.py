"""Reader comments: dropped segments inside a comment area → `Comment` values, with author and date where named."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from printworthy.base.languages import either, words
from printworthy.base.links import Resolver
from printworthy.base.tags import CODE
from printworthy.build.flow import Flow
from printworthy.build.outline import Outline
from printworthy.build.scene import Scene
from printworthy.data.blocks import Block, Comment
from printworthy.data.columns import Columns
from printworthy.data.tree import Node, Tree

_AREA: Final = re.compile(either("comment_area"))
_TOKENS: Final = re.compile(r"[\w]+")
# One of these stands in every name that `_AREA` knows.
_HINT: Final = re.compile(r"\w+?(?=\w?\?|\W|$)")
_HINTS: Final = frozenset(found[0] for area in words("comment_area") if (found := _HINT.match(area)))
_ITEM: Final = re.compile(
    rf"(?:^|\s)#?(?:li-|div-|wp-)?(?:{either('comment_item')})"
    r"(?:[-_]?(?:item|entry|container|wrap(?:per)?|box|single|block|node|row|thread|post|\d+))?(?=\s|$)|"
    r"(?:^|\s)(?:c?omment__item|comment-\d+|评论项|comment[-_]list[-_]item|commentlist-item|CommentItem)(?=\s|$)",
    re.I,
)
_SAYS: Final = re.compile(rf" (?:{either('comment_says')})$")
# What holds the words of a comment; some call the whole comment its body.
_BODIES: Final = tuple(
    re.compile(rf"(?:^|[\s_-])(?:{names})(?=\s|$)", re.I) for names in ("content|text|message|msg|copy|inhalt", "body")
)
# Where authors are named, from the surest to the vaguest.
_AUTHORS: Final = (
    ".fn,[itemprop=name]",
    "[rel~=author],cite,[class*=username],[class*=user-name],[class*=nick],[class*=author-name],[class*=authorName]",
    "[itemprop~=author],[class*=author],[class*=Author],[class*=-name],[class*=_name],[class*=autor],[class*=auteur]",
)
_DATES: Final = (
    "time,[itemprop=datePublished],[class*=date],[class*=Date],[class*=timestamp],[class*=-time],[class*=posted]"
)
_SHORT: Final = 60
_DEEPEST: Final = 40
# An element with nearly all of the page's text is no comment area, whatever it is called.
_WHOLE_PAGE: Final = 0.95
_IDLE: Final = re.compile(
    rf"(?:{either('comment_buttons')}|\d{{1,5}}|[·•|#>-]+|(?:(?:{either('comment_said')})[\s,:]*)+)", re.I
)
_NO_COMMENT: Final = frozenset(CODE[name] for name in ("form", "button", "nav", "body", "fieldset"))


@dataclass(frozen=True, slots=True)
class Head:
    """Who wrote a comment, and when, for machines and as it is shown."""

    author: str
    date: str
    shown: str


def read_comments(tree: Tree, columns: Columns, kept: Sequence[bool], links: Resolver) -> tuple[Comment, ...]:
    """The comments of a page, in its order."""
    names = "\n".join(columns.key).lower()
    hints = [hint for hint in _HINTS if hint in names]
    roots = _roots(columns, hints) if hints else []
    own = _own_segments(columns, kept, roots) if hints else {}
    if not own:
        return ()
    heads = {root: _head(columns.node[root]) for root in own}
    bodies = {root: _body(columns, segments, heads[root]) for root, segments in own.items()}
    parents = {columns.parent[root] for root in own}
    wanted = [root for root in own if bodies[root] and _is_comment(columns, root, heads[root], own, parents)]
    mask = [False] * len(columns.text)
    for root in wanted:
        for segment in bodies[root]:
            mask[segment] = True
    scene = Scene(tree, columns, mask, links)
    for root in own:
        # A reply inside a comment is a comment of its own: the walk must not come to it.
        scene.elements.pop(columns.node[root].mem_id, None)
    found = ((_blocks(scene, columns.node[root], root), heads[root], _depth(columns, roots, root)) for root in wanted)
    return tuple(Comment(blocks, head.author, head.date, depth, "comment") for blocks, head, depth in found if blocks)


def _depth(columns: Columns, roots: list[int], root: int) -> int:
    """How many comments stand around a comment; an element that begins with it is only its wrapper."""
    begins: set[int] = set()
    at = columns.parent[root]
    for _ in range(_DEEPEST):
        at = roots[at] if at >= 0 else -1
        if at < 0:
            break
        begins.add(columns.first[at])
        at = columns.parent[at]
    return len(begins - {columns.first[root]})


def _roots(columns: Columns, hints: list[str]) -> list[int]:
    """For each element the innermost element around it that looks like one comment in a comment area, or -1."""
    parent, total = columns.parent, len(columns.text)
    in_area: list[bool] = []
    roots: list[int] = []
    for element, name in enumerate(columns.key):
        above = parent[element]
        inside, root = (in_area[above], roots[above]) if above >= 0 else (False, -1)
        if name and any(hint in name.lower() for hint in hints):
            size = columns.last[element] - columns.first[element]
            inside = inside or size < max(total * _WHOLE_PAGE, 3) and _is_area(name)
            if inside and columns.tag[element] not in _NO_COMMENT and _ITEM.search(name):
                root = element
        in_area.append(inside)
        roots.append(root)
    return roots


def _own_segments(columns: Columns, kept: Sequence[bool], roots: list[int]) -> dict[int, list[int]]:
    """The dropped segments of each comment; a comment of which anything was kept is part of the article."""
    own: dict[int, list[int]] = {}
    taken: set[int] = set()
    for segment, element in enumerate(columns.owner):
        root = roots[element]
        if root >= 0:
            if kept[segment]:
                taken.add(root)
            own.setdefault(root, []).append(segment)
    return {root: segments for root, segments in own.items() if root not in taken}


def _is_area(name: str) -> bool:
    """Does one of the tokens of a class or id name a place for comments?"""
    return any(_AREA.fullmatch(token) for token in _TOKENS.findall(name.lower().replace("_", " ")))


def _is_comment(columns: Columns, root: int, head: Head, own: dict[int, list[int]], parents: set[int]) -> bool:
    """What names neither author nor date is no comment if it holds others, or links to those of other pages."""
    if head.author or head.date:
        return True
    links = sum(columns.link_chars[at] for at in own[root])
    return root not in parents and 2 * links < sum(len(columns.text[at]) for at in own[root])


def _head(root: Node) -> Head:
    """Author and date of a comment."""
    author = date = shown = ""
    for names in _AUTHORS:
        node = root.css_first(names)
        if node is not None:
            author = _SAYS.sub("", " ".join(node.text().split()))
            break
    node = root.css_first(_DATES)
    if node is not None:
        shown = " ".join(node.text().split())
        date = node.attributes.get("datetime") or node.attributes.get("content") or shown
    return Head(author if len(author) <= _SHORT else "", date if len(date) <= _SHORT else "", shown)


def _body(columns: Columns, segments: list[int], head: Head) -> list[int]:
    """The segments of what was written: those in the comment's body, if it has one, and no buttons."""
    keys = {segment: _path(columns, segment) for segment in segments}
    inside: list[int] = []
    for body in _BODIES:
        inside = inside or [segment for segment in segments if body.search(keys[segment])]
    return [at for at in inside or segments if not _is_idle(columns.text[at], head)]


def _path(columns: Columns, segment: int) -> str:
    """Classes and ids of the segment's element and the two around it."""
    element = columns.owner[segment]
    above = columns.parent[element]
    return " ".join(columns.key[at] for at in (element, above, columns.parent[above] if above >= 0 else -1) if at >= 0)


def _is_idle(text: str, head: Head) -> bool:
    """Is a segment nothing but the author, the date or a button?"""
    for part in (head.author, head.shown, head.date):
        if part:
            text = text.replace(part, " ")
    text = text.strip()
    return not text or _IDLE.fullmatch(text) is not None


def _blocks(scene: Scene, node: Node, element: int) -> tuple[Block, ...]:
    """What was written, as blocks."""
    scene.outline = Outline()
    Flow(scene).walk(node, element)
    return scene.outline.finish()
