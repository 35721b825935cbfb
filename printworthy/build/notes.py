"""Footnotes: links from the text to a note and back → `NoteRef` in the line and `Note` at the end.

A link is a note's call if it stays on the page, looks like one (raised, in brackets, or so named), and leads to chosen
text further down. Everything else stays what it is.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, cast
from urllib.parse import unquote

from printworthy.base.languages import either
from printworthy.base.tags import CODE, HEADING, PRE
from printworthy.build.outline import Outline, tidy
from printworthy.build.scene import Scene
from printworthy.data.blocks import Block, Note, Paragraph, Text
from printworthy.data.tree import Node

_LABEL: Final = re.compile(
    rf"[\[(⟦【〔]?\s*(?:(?:{either('note_label')})\s*)?"
    r"(\d{1,4}|[a-z]{1,2}|[ivxlc]{1,6}|[*†‡§¶#]{1,4})\s*[\])⟧】〕.]?",
    re.I,
)
_BRACKETED: Final = re.compile(r"\s*[\[(⟦【〔].*[\])⟧】〕]\s*", re.S)
_NOTE_NAME: Final = re.compile(rf"fn|ftn|edn|cite|reference|\bref|bib|{either('note_in_addresses')}", re.I)
_NOTE_ROLE: Final = frozenset(("doc-noteref", "doc-biblioref"))
_BACK: Final = re.compile(
    r"\s*+(?:[\u21a9\u2191\u2b06\u23ce\u2934\u21b5\u21b0\u25b2^↖←]\ufe0e?\ufe0f?\s*+)++|"
    rf"\s*+(?:{either('back_to_text')})\s*+",
    re.I,
)
_BACK_CLASS: Final = re.compile(r"back-?(?:ref|link)|footnote-(?:return|back)|cite-backlink|fn-backref", re.I)
_BACK_ROLE: Final = "doc-backlink"
_BEFORE_NOTE: Final = re.compile(r"[\s\[\]().:^*†‡§↑|]*")
_SHAPE: Final = re.compile(r"\d+|[_-][a-z]$")
_MOST_SEGMENTS: Final = 40
_LETTERS: Final = 2
_DT, _DD = CODE["dt"], CODE["dd"]


@dataclass(slots=True)
class Places:
    """Where the page's anchors lead: names of block elements, and of inline ones with the block around them."""

    blocks: dict[str, int]
    inline: dict[str, int] | None = None


class Notes:
    """The notes of one page: found from their calls, opened when the walk comes to them."""

    __slots__ = ("_ids", "_places", "_scene")

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._places: Places | None = None
        self._ids: dict[int, str] = {}

    def call(self, node: Node, fragment: str, raised: bool) -> str:
        """The id of the note that a link calls, or ""."""
        label = looks_like_call(node, fragment, raised)
        if not label:
            return ""
        element = self._target(unquote(fragment))
        if element < 0 or not self._scene.chosen_inside(node):
            return ""
        return self._number(element, label)

    def _number(self, element: int, label: str) -> str:
        """The id of the note at an element, given at its first call."""
        known = self._ids.get(element)
        if known is None:
            scene = self._scene
            ident = scene.columns.node[element].mem_id
            if ident not in scene.elements or scene.columns.first[element] < scene.cursor:
                return ""
            known = self._ids[element] = str(len(self._ids) + 1)
            scene.targets[ident] = (known, label)
        return known

    def _target(self, name: str) -> int:
        """The element that holds the note of that name, or -1."""
        columns = self._scene.columns
        if self._places is None:
            self._places = Places(named_blocks(columns.key))
        element = self._places.blocks.get(name, -1)
        if element < 0:
            if self._places.inline is None:
                self._places.inline = _named_inline(self._scene)
            element = self._places.inline.get(name, -1)
        if element >= 0 and columns.tag[element] == _DT:
            # The term is only the label, what is said of it the note.
            self._scene.elements.pop(columns.node[element].mem_id, None)
            element = next((at for at in range(element + 1, len(columns.tag)) if columns.tag[at] == _DD), -1)
        if element <= 0 or columns.flags[element] & (HEADING | PRE):
            return -1
        return element if columns.last[element] - columns.first[element] <= _MOST_SEGMENTS else -1


def looks_like_call(node: Node, fragment: str, raised: bool) -> str:
    """The label of a link that looks like a note's call, or ""."""
    text = node.text()
    label = _LABEL.fullmatch(text.strip())
    attributes = node.attributes
    named = attributes.get("role") in _NOTE_ROLE or "footnote" in (attributes.get("class") or "")
    if label is None or not (raised or named or _BRACKETED.fullmatch(text) or _NOTE_NAME.search(fragment)):
        return ""
    return label[1]


def is_back_link(node: Node, fragment: str, label: str) -> bool:
    """Inside a note: does a link only lead back to where it was called?"""
    attributes = node.attributes
    if attributes.get("role") == _BACK_ROLE or _BACK_CLASS.search(attributes.get("class") or ""):
        return True
    if not fragment:
        return False
    text = node.text().strip()
    bare = text.strip("[]().: ")
    return len(text) < _LETTERS or bare in (label, label.lower()) or _BACK.fullmatch(text) is not None


def is_back_part(node: Node) -> bool:
    """Inside a note: an inline element made for the way back."""
    return _BACK_CLASS.search(node.attributes.get("class") or "") is not None


def open_note(scene: Scene, node: Node, element: int) -> None:
    """The element that a call leads to."""
    called = scene.targets.pop(node.mem_id)
    scene.outline.open("note", _close_note, called)
    scene.outline.label = called[1]


def _close_note(outline: Outline, parts: list[object], data: object) -> None:
    """Notes are gathered apart, to stand at the end."""
    ident, label = cast("tuple[str, str]", data)
    blocks = _unlabelled(tidy(parts), label)
    outline.label = ""
    outline.notes.append(Note(ident, label, blocks))


def _unlabelled(blocks: tuple[Block, ...], label: str) -> tuple[Block, ...]:
    """The note without the label that the page printed before it."""
    if not blocks or not isinstance(blocks[0], Paragraph):
        return blocks
    first, *rest = blocks[0].children
    if not isinstance(first, Text):
        return blocks
    text = first.text
    bare = _BEFORE_NOTE.match(text)
    at = bare.end() if bare else 0
    if text[at:].startswith(label) and not text[at + len(label) : at + len(label) + 1].isalnum():
        after = _BEFORE_NOTE.match(text, at + len(label))
        text = text[after.end() if after else at :]
    elif at == len(text) or text[0] in "^↑]).":
        text = text[at:]
    children = (Text(text), *rest) if text else tuple(rest)
    return (Paragraph(children), *blocks[1:]) if children else blocks[1:]


def named_blocks(keys: list[str]) -> dict[str, int]:
    """The block elements that have an id, which stands after the classes in their key."""
    found: dict[str, int] = {}
    for element, key in enumerate(keys):
        if "#" in key:
            mark = key.rpartition(" #")[2]
            found.setdefault(mark, element)
    return found


def _named_inline(scene: Scene) -> dict[str, int]:
    """Inline anchors and the chosen blocks they stand in; a block with several of one make holds several notes."""
    found: dict[str, int] = {}
    shapes: dict[tuple[int, str], str] = {}
    body = scene.tree.body
    for node in body.css("a[id],a[name],span[id],sup[id],b[id],strong[id]") if body is not None else ():
        name = node.attributes.get("id") or node.attributes.get("name") or ""
        up = node.parent
        while up is not None and up.mem_id not in scene.elements:
            up = up.parent
        element = scene.elements.get(up.mem_id, -1) if up is not None else -1
        shape = (element, _SHAPE.sub("", name))
        if element <= 0 or shapes.setdefault(shape, name) != name:
            found.pop(shapes.get(shape, ""), None)
            continue
        found.setdefault(name, element)
    return found
