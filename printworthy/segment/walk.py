"""Segment: `Tree` → `Columns`. One walk over the page collects its block elements and the text between line breaks.

Inline elements are not recorded, only counted, and attributes are read for block elements only: the walk is the
costliest step of an extraction.
"""

from __future__ import annotations

from printworthy.base.tags import (
    BLOCK,
    BODY_PROP,
    BREAK,
    CODE_FLAGS,
    HIDDEN,
    IMAGE,
    INLINE,
    KINDS,
    LINK,
    OTHER,
    PRE,
    ROLE_FLAGS,
    SKIP,
    STRONG,
    TEXT,
)
from printworthy.data.columns import Columns
from printworthy.data.tree import Node, Tree


def segment(tree: Tree) -> Columns:
    """The block elements and text segments of a page, in document order."""
    columns = Columns()
    if tree.body is not None:
        _walk(tree, tree.body, columns)
    columns.node_start.append(len(columns.text_nodes))
    return columns


def _walk(tree: Tree, body: Node, columns: Columns) -> None:  # noqa: C901 PLR0912 PLR0915
    """Fill the columns. One long loop on local names, because it runs a thousand times a page."""
    kinds, codes = tree.kinds, tree.codes
    known = len(kinds)
    parent, tag, key, flags, first, last, nodes = (
        columns.parent, columns.tag, columns.key, columns.flags, columns.first, columns.last, columns.node
    )
    text, owner, link_chars, links, strong_chars, images = (
        columns.text, columns.owner, columns.link_chars, columns.links, columns.strong_chars, columns.images
    )
    soft, node_start, text_nodes = columns.soft, columns.node_start, columns.text_nodes
    parts: list[str] = []
    linked = strong = anchors = pictures = 0
    in_link = in_strong = 0
    seam = 0
    after_break = False
    begin = 0
    element = -1
    inherited = 0
    stack: list[tuple[Node, int, int]] = []
    node: Node | None = body
    while True:
        if node is None:
            if not stack:
                break
            node, kind, before = stack.pop()
            if kind == BLOCK:
                if parts:
                    joined = "".join(parts)
                    joined = joined.strip("\n") if inherited & PRE else " ".join(joined.split())
                    if joined and not joined.isspace():
                        text.append(joined); owner.append(element); link_chars.append(linked)
                        links.append(anchors); strong_chars.append(strong); images.append(pictures)
                        soft.append(after_break); node_start.append(begin)
                        linked = strong = anchors = pictures = 0
                    begin = len(text_nodes)
                    parts = []
                after_break = False
                last[element] = len(text)
                element = before
                inherited = flags[element] if element >= 0 else 0
            elif kind == LINK:
                in_link -= 1
                seam = _LINK_CLOSED
            elif kind == STRONG:
                in_strong -= 1
            elif kind == INLINE:
                seam = _CLOSED
            node = node.next if stack else None
            continue
        number = node.tag_id
        kind = kinds[number] if number < known else KINDS.get(node.tag or "", BLOCK)
        if kind == TEXT:
            content = node.text_content
            if content:
                if seam > _LINK_CLOSED and parts and _parted(parts[-1][-1], content[0], seam):
                    parts.append(" ")
                seam = 0
                parts.append(content)
                if not content.isspace():
                    text_nodes.append(node)
                    if in_link:
                        linked += len(content)
                    if in_strong:
                        strong += len(content)
            node = node.next
            continue
        if kind == SKIP:
            node = node.next
            continue
        if kind in _BREAKING:
            if parts:
                joined = "".join(parts)
                joined = joined.strip("\n") if inherited & PRE else " ".join(joined.split())
                if joined and not joined.isspace():
                    text.append(joined); owner.append(element); link_chars.append(linked)
                    links.append(anchors); strong_chars.append(strong); images.append(pictures)
                    soft.append(after_break); node_start.append(begin)
                    linked = strong = anchors = pictures = 0
                begin = len(text_nodes)
                parts = []
            if kind == BREAK:
                after_break = True
                node = node.next
                continue
            after_break = False
            code = codes[number] if number < known else OTHER
            own = inherited | CODE_FLAGS[code]
            attributes = node.attributes
            name = ""
            if attributes:
                name = attributes.get("class") or ""
                mark = attributes.get("id")
                if mark:
                    name = f"{name} #{mark}"
                if len(attributes) > ("class" in attributes) + (mark is not None):
                    role = attributes.get("role")
                    if role:
                        own |= ROLE_FLAGS.get(role, 0)
                    if "hidden" in attributes or attributes.get("aria-hidden") == "true":
                        own |= HIDDEN
                    style = attributes.get("style")
                    if style and "none" in style and "display:none" in style.replace(" ", ""):
                        own |= HIDDEN
                    if attributes.get("itemprop") == "articleBody":
                        own |= BODY_PROP
            stack.append((node, BLOCK, element))
            parent.append(element)
            element = len(tag)
            tag.append(code)
            key.append(name)
            flags.append(own)
            first.append(len(text))
            last.append(0)
            nodes.append(node)
            inherited = own
        elif kind == LINK:
            in_link += 1
            anchors += 1
            if seam:
                seam = _LINK_LINK if seam == _LINK_CLOSED else _OPENED
            stack.append((node, LINK, 0))
        elif kind == STRONG:
            in_strong += 1
            stack.append((node, STRONG, 0))
        elif kind == IMAGE:
            pictures += 1
            node = node.next
            continue
        else:
            if seam:
                seam = _OPENED if kind == INLINE else 0
            stack.append((node, kind, 0))
        node = node.child


_BREAKING = (BLOCK, BREAK)
# What stands between two texts: an inline element closed; a link closed; then another opened; both were links.
_CLOSED, _LINK_CLOSED, _OPENED, _LINK_LINK = 1, 2, 3, 4


def _parted(before: str, after: str, seam: int) -> bool:
    """Whether a reader sees a gap between two inline elements that touch: pages part them by style, not by a space."""
    if not (before.isalnum() and after.isalnum()):
        return False
    return seam == _LINK_LINK or after.isupper() or after.isdigit()
