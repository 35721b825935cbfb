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
    HEADING,
    HIDDEN,
    ICON,
    IMAGE,
    INLINE,
    LINK,
    OTHER,
    PRE,
    READING,
    ROLE_FLAGS,
    SKIP,
    STRONG,
    TEXT,
)
from printworthy.base.words import without_glyphs
from printworthy.data.columns import Columns
from printworthy.data.tree import Node, Tree, custom_kind
from printworthy.segment.tools import is_heading_tool, is_icon


def segment(tree: Tree) -> Columns:
    """The block elements and text segments of a page, in document order."""
    columns = Columns()
    if tree.body is not None:
        _walk(tree, tree.body, columns)
    columns.node_start.append(len(columns.text_nodes))
    if tree.formulas:
        columns.formulas.extend(_formulas(columns))
    return columns


def _formulas(columns: Columns) -> list[int]:
    """The segments that are nothing but formulas, perhaps with a full stop."""
    found: list[int] = []
    for segment, owner in enumerate(columns.owner):
        nodes = columns.text_nodes[columns.node_start[segment] : columns.node_start[segment + 1]]
        if len(nodes) <= _FEW and owner >= 0 and any(map(_in_math, nodes)):
            rest = sum(len((node.text_content or "").strip()) for node in nodes if not _in_math(node))
            if rest <= _FEW:
                found.append(segment)
    return found


def _in_math(node: Node) -> bool:
    above = node.parent
    return above is not None and above.tag == "math"


def _walk(tree: Tree, body: Node, columns: Columns) -> None:  # noqa: C901 PLR0912 PLR0915
    """Fill the columns. One long loop on local names, because it runs a thousand times a page."""
    kinds, codes = tree.kinds, tree.codes
    known = len(kinds)
    parent, tag, key, flags, first, last, nodes = (
        columns.parent,
        columns.tag,
        columns.key,
        columns.flags,
        columns.first,
        columns.last,
        columns.node,
    )
    text, owner, link_chars, links, strong_chars, images = (
        columns.text,
        columns.owner,
        columns.link_chars,
        columns.links,
        columns.strong_chars,
        columns.images,
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
    above: list[Node] = []
    above_kinds: list[int] = []
    node: Node | None = body
    while True:
        if node is None:
            node, kind = above.pop(), above_kinds.pop()
            if kind == BLOCK:
                if parts:
                    joined = _lines(parts) if inherited & PRE else _line(parts)
                    if joined:
                        text.append(joined)
                        owner.append(element)
                        link_chars.append(linked)
                        links.append(anchors)
                        strong_chars.append(strong)
                        images.append(pictures)
                        soft.append(after_break)
                        node_start.append(begin)
                        linked = strong = anchors = pictures = 0
                    begin = len(text_nodes)
                    parts = []
                after_break = False
                last[element] = len(text)
                element = parent[element]
                if element < 0:
                    break
                inherited = flags[element]
            elif kind == LINK:
                in_link -= 1
                seam = _LINK_CLOSED
            elif kind == STRONG:
                in_strong -= 1
            elif kind == INLINE:
                seam = _CLOSED
            elif kind == READING:
                if parts and parts[-1] == "(":
                    parts.pop()
                elif parts:
                    parts.append(")")
            node = node.next
            continue
        number = node.tag_id
        try:
            kind = kinds[number]
        except IndexError:
            kind = custom_kind(node)
        if kind == TEXT:
            content = node.text_content
            if content:
                if content.isspace():
                    if parts or inherited & PRE:
                        parts.append(content)
                    seam = 0
                else:
                    if len(content) < _GLYPH and content.strip() in _BOXES:
                        node = node.next
                        continue
                    if seam > _LINK_CLOSED and parts and _parted(parts[-1][-1], content, seam):
                        parts.append(" ")
                    seam = 0
                    parts.append(content)
                    text_nodes.append(node)
                    if in_link:
                        linked += len(content)
                    if in_strong:
                        strong += len(content)
            node = node.next
        elif kind == SKIP:
            node = node.next
        elif kind == BLOCK or kind == BREAK:  # noqa: PLR1714 SIM109 - a tuple is slower
            if parts:
                joined = _lines(parts) if inherited & PRE else _line(parts)
                if joined:
                    text.append(joined)
                    owner.append(element)
                    link_chars.append(linked)
                    links.append(anchors)
                    strong_chars.append(strong)
                    images.append(pictures)
                    soft.append(after_break)
                    node_start.append(begin)
                    linked = strong = anchors = pictures = 0
                begin = len(text_nodes)
                parts = []
            if kind == BREAK:
                after_break = True
                node = node.next
                continue
            after_break = False
            code = codes[number] if number < known else OTHER
            inherited |= CODE_FLAGS[code]
            attributes = node.attributes
            name = ""
            if attributes:
                name = attributes.get("class") or ""
                if len(attributes) > 1 or not name:
                    mark = attributes.get("id")
                    if mark:
                        name = f"{name} #{mark}"
                    if not _TELLING.isdisjoint(attributes):
                        inherited |= _told(attributes)
                        if inherited & HIDDEN and node.first_child is None:
                            inherited = flags[element] if element >= 0 else 0
                            node = node.next
                            continue
            above.append(node)
            above_kinds.append(BLOCK)
            parent.append(element)
            element = len(tag)
            tag.append(code)
            key.append(name)
            flags.append(inherited)
            first.append(len(text))
            last.append(0)
            nodes.append(node)
            node = node.first_child
        elif inherited & HEADING and (kind == LINK or kind == INLINE) and is_heading_tool(node):  # noqa: PLR1714 SIM109
            node = node.next
        elif kind == LINK:
            in_link += 1
            anchors += 1
            if seam:
                seam = _LINK_LINK if seam == _LINK_CLOSED else _OPENED
            above.append(node)
            above_kinds.append(LINK)
            node = node.first_child
        elif kind == STRONG:
            in_strong += 1
            above.append(node)
            above_kinds.append(STRONG)
            node = node.first_child
        elif kind == IMAGE:
            pictures += 1
            node = node.next
        elif kind == ICON and is_icon(node):
            node = node.next
        else:
            if kind == READING:
                parts.append("(")
            elif kind == INLINE and "heading" in key[element] and is_heading_tool(node):
                node = node.next
                continue
            if seam:
                seam = _OPENED if kind == INLINE else 0
            above.append(node)
            above_kinds.append(kind)
            node = node.first_child


def _line(parts: list[str]) -> str:
    """The text of a segment, its white space collapsed."""
    joined = "".join(parts).strip()
    # The only white space that is printable is the plain space.
    if joined.isprintable() and "  " not in joined:
        return joined
    return " ".join("".join(map(without_glyphs, parts)).split())


def _lines(parts: list[str]) -> str:
    """The text of a segment whose white space counts."""
    joined = "".join(parts).strip("\n")
    return "" if joined.isspace() else joined


def _told(attributes: dict[str, str | None]) -> int:
    """The flags that an element's attributes set."""
    flags = ROLE_FLAGS.get(attributes.get("role") or "", 0)
    if "hidden" in attributes or attributes.get("aria-hidden") == "true":
        flags |= HIDDEN
    style = attributes.get("style")
    if style and "none" in style and "display:none" in style.replace(" ", ""):
        flags |= HIDDEN
    return flags | BODY_PROP if attributes.get("itemprop") == "articleBody" else flags


_FEW = 4
_TELLING = frozenset(("role", "hidden", "aria-hidden", "style", "itemprop"))
# What stands between two texts: an inline element closed; a link closed; then another opened; both were links.
_CLOSED, _LINK_CLOSED, _OPENED, _LINK_LINK = 1, 2, 3, 4


def _parted(before: str, content: str, seam: int) -> bool:
    """Whether a reader sees a gap between two inline elements that touch: pages part them by style, not by a space."""
    after = content[0]
    if not (before.isalnum() and after.isalnum()):
        return False
    # Chinese and Japanese have no spaces before figures and names in other letters.
    if seam == _LINK_LINK or (after.isupper() or after.isdigit()) and not _UNSPACED <= before < "\uac00":
        return True
    # An amount and its unit; but not the ending of an ordinal number.
    return before.isnumeric() and after.isalpha() and after < _UNSPACED and content[:2].lower() not in _ENDINGS


_UNSPACED = "\u2e80"  # from here on, scripts without spaces
_ENDINGS = ("st", "nd", "rd", "th", "er", "re", "e", "o", "a")
# Boxes to tick, which readers of a printed list do not need.
_BOXES = frozenset(("▢", "☐", "□"))
_GLYPH = 4
