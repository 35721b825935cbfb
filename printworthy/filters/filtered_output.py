"""What comes out of the filters: a filtered `Tree` → HTML as text, or its words alone, fit for a voice (section 3).

HTML keeps the page's own document type, on which browsers' way of drawing depends. Before that, HTML of our own may
be put at the page's end, and a page may be made to say that it is UTF-8.
"""

from __future__ import annotations

from typing import Final, cast

from selectolax.lexbor import LexborHTMLParser, LexborNode

from printworthy.base.tags import BLOCK, BREAK, IMAGE, KINDS, SKIP, TEXT
from printworthy.data.tree import Node, Tree
from printworthy.filters.settings import Output

_CELLS: Final = frozenset({"td", "th"})
_PAUSED: Final = frozenset("h1 h2 h3 h4 h5 h6 li dt dd caption figcaption summary tr".split())
_ENDS: Final = ".!?…:;,。！？：；，、।॥؟۔։።။។"
# The full stop of scripts that have one of their own: first letter, last letter, sign.
_STOPS: Final = (
    ("\u0530", "\u058f", "։"),
    ("\u0900", "\u0a7f", "।"),
    ("\u0b00", "\u0b7f", "।"),
    ("\u1000", "\u109f", "။"),
    ("\u1200", "\u139f", "።"),
    ("\u1780", "\u17ff", "។"),
    ("\u3005", "\u30ff", "。"),
    ("\u3400", "\u9fff", "。"),
    ("\uf900", "\ufaff", "。"),
    ("\uff66", "\uff9d", "。"),
    ("\U00020000", "\U0003ffff", "。"),
)
# Letters that Urdu has and Arabic and Persian, which end a sentence with a Latin full stop, have not.
_URDU: Final = frozenset("ٹڈڑںےہ")


def speak(tree: Tree, settings: Output) -> str:
    """One line for each block of the page."""
    lines: list[str] = []
    parts: list[str] = []
    if tree.body is None:
        return ""
    stack: list[Node] = []
    node: Node | None = tree.body.child
    while node is not None or stack:
        if node is None:
            node = stack.pop()
            _leave(node.tag or "", parts, lines, settings.pauses)
            node = node.next
            continue
        kind = KINDS.get(node.tag or "", BLOCK)
        if kind == TEXT:
            parts.append(node.text_content or "")
        elif kind == IMAGE:
            parts.append(f" {node.attributes.get('alt') or ''} " if settings.alternatives else " ")
        elif kind == BREAK:
            _end(parts, lines, False)
        elif kind != SKIP and not _hidden(node):
            if kind == BLOCK and node.tag not in _CELLS:
                _end(parts, lines, False)
            stack.append(node)
            node = node.child
            continue
        node = node.next
    _end(parts, lines, False)
    return "".join(f"{line}\n" for line in lines)


def _leave(tag: str, parts: list[str], lines: list[str], pauses: bool) -> None:
    """The end of an element: cells of a row are told apart by commas, other blocks by lines."""
    if tag in _CELLS:
        if "".join(parts).strip():
            parts.append(", ")
    elif KINDS.get(tag, BLOCK) == BLOCK:
        _end(parts, lines, pauses and tag in _PAUSED)


def _end(parts: list[str], lines: list[str], pause: bool) -> None:
    # Cells that are empty leave nothing but their commas at the end of a row.
    line = " ".join("".join(parts).split()).replace(" ,", ",").rstrip(", ")
    parts.clear()
    if line:
        lines.append(line + _stop(line) if pause and line[-1] not in _ENDS else line)


def _stop(line: str) -> str:
    """The full stop of the script in which a line ends."""
    last = next((letter for letter in reversed(line) if letter.isalpha()), "")
    if last.isascii():
        return "."
    if not _URDU.isdisjoint(line):
        return "۔"
    return next((stop for first, end, stop in _STOPS if first <= last <= end), ".")


def _hidden(node: Node) -> bool:
    attributes = node.attributes
    if node.tag == "dialog" and "open" not in attributes:
        return True
    if not attributes:
        return False
    style = attributes.get("style") or ""
    hidden = "hidden" in attributes or attributes.get("aria-hidden") == "true"
    return hidden or "none" in style and "display:none" in style.replace(" ", "").lower()


def serialise(tree: Tree) -> str:
    """The whole page, with what stands before and after its `<html>`."""
    root = cast(LexborNode, tree.root)
    html = root.parser.html or ""
    kind = root.prev
    while kind is not None and kind.tag != "-doctype":
        kind = kind.prev
    if kind is None:
        return html
    short, whole = kind.html or "", (kind.html_pretty(full_doctype=True) or "").strip()
    if short == whole:
        return html
    # The parser's own writer leaves out the public identifier, and a page of 1999 would be drawn by other rules.
    start = _length_before(kind)
    return html[:start] + whole + html[start + len(short) :]


def _length_before(node: LexborNode) -> int:
    """How many characters the comments before a node take."""
    length, before = 0, node.prev
    while before is not None:
        length, before = length + len(before.html or ""), before.prev
    return length


def append(tree: Tree, html: str) -> None:
    """Put one element at the end of the page; a page of frames has no such place and stays as it is."""
    if not html or tree.body is None or tree.body.tag != "body":
        return
    made = LexborHTMLParser(html, is_fragment=True).root
    if made is not None:
        cast(LexborNode, tree.body).insert_child(made)


def declare_utf8(tree: Tree) -> bool:
    """Put the declaration first in the head, unless the head has one; True if it was put in."""
    head = cast(LexborNode | None, tree.head)
    if head is None or head.css_first("meta[charset], meta[http-equiv='content-type' i][content*='charset' i]"):
        return False
    made = LexborHTMLParser('<meta charset="utf-8">', is_fragment=True).root
    if made is None:
        return False
    if head.child is None:
        head.insert_child(made)
    else:
        head.child.insert_before(made)
    return True
