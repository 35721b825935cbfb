"""Footnotes: links from the text to a note and back → `NoteRef` in the line and `Note` at the end.

A link is a note's call if it stays on the page, looks like one (raised, in brackets, or so named), and leads to chosen
text further down. Everything else stays what it is.
"""

from __future__ import annotations

import re
from typing import Final, cast
from urllib.parse import unquote

from printworthy.base.languages import either
from printworthy.base.tags import CODE, HEADING, PRE
from printworthy.build.inline import Piece, plain
from printworthy.build.outline import Outline, tidy
from printworthy.build.scene import Scene
from printworthy.data.blocks import Block, Note, Paragraph, Style, Text
from printworthy.data.columns import Columns
from printworthy.data.tree import Node, Tree

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
_BACK_CLASS: Final = re.compile(
    r"back-?_?(?:ref|link)|footnote-(?:return|back|number|to-top)|cite-backlink|fn-(?:backref|bracket)|ltx_note_mark|"
    r"ltx_tag_note|footnote-definition-label|reversefootnote|footnote__number",
    re.I,
)
# Notes that stand in the sentence, to be shown beside it or when a reader asks for them.
INLINE_NOTE: Final = re.compile(
    r"(?:^|\s)(?:side-?note|margin-?note|sidenote-content|footnote_tooltip|modern-footnotes-footnote__note|"
    r"ltx_note_content|footnote-content|footnote-text|inline-?(?:foot)?note|footnote|note-content|footnote__content)(?=\s|$)"
)
# A note's number in the line, without a link or raised letters.
LOOSE_CALL: Final = re.compile(r"\s{0,4}\[(\d{1,3})\]|(?<=[^\s*†‡])([*†‡]{1,3})(?=[\s.,;:]|$)")
_NOTE_DATA: Final = ("data-footnote-content", "data-footnote-text", "data-note-content", "data-note")
_TAGS: Final = re.compile(r"<[^<>]{0,300}>")
_BACK_ROLE: Final = "doc-backlink"
_BEFORE_NOTE: Final = re.compile(r"[\s\[\]().:^*†‡§↑|]*")
_SHAPE: Final = re.compile(r"\d+|[_-][a-z]$")
_MOST_SEGMENTS: Final = 40
_LETTERS: Final = 2
_SHORTEST_NOTE: Final = 8
_DT, _DD, _TH, _TD = (CODE[name] for name in ("dt", "dd", "th", "td"))


class Places:
    """Where the page's anchors lead: names of block elements, and of inline ones with the block around them."""

    __slots__ = ("_blocks", "_columns", "_inline", "_tree")

    def __init__(self, tree: Tree, columns: Columns) -> None:
        self._tree, self._columns = tree, columns
        self._blocks = named_blocks(columns.key)
        self._inline: dict[str, int] | None = None

    def note(self, name: str) -> int:
        """The element that holds the note of that name, or -1."""
        columns = self._columns
        element = self._blocks.get(name, -1)
        if element < 0:
            if self._inline is None:
                self._inline = _named_inline(self._tree, columns)
            element = self._inline.get(name, -1)
        if element > 0 and (columns.tag[element] == _DT or columns.flags[element] & HEADING):
            element = self._after(element)
        if element > 0 and columns.tag[element] == _TH:
            element = next((at for at in range(element + 1, len(columns.tag)) if columns.tag[at] == _TD), -1)
        if element <= 0 or columns.flags[element] & (HEADING | PRE):
            return -1
        return element if columns.last[element] - columns.first[element] <= _MOST_SEGMENTS else -1

    def _after(self, label: int) -> int:
        """The element after one that is only the label: a term's description, what stands below a heading."""
        columns = self._columns
        for element in range(label + 1, len(columns.tag)):
            if columns.parent[element] < label and columns.first[element] >= columns.last[label]:
                described = columns.tag[element] == _DD if columns.tag[label] == _DT else True
                return element if described and columns.last[element] > columns.first[element] else -1
        return -1


class Notes:
    """The notes of one page: found from their calls, opened when the walk comes to them."""

    __slots__ = ("_ids", "_places", "_scene", "count")

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._places: Places | None = None
        self._ids: dict[int, str] = {}
        self.count = 0

    def call(self, node: Node, fragment: str, raised: bool) -> str:
        """The id of the note that a link calls, or ""."""
        label = looks_like_call(node, fragment, raised)
        if not label:
            return ""
        element = self._target(unquote(fragment))
        if element < 0 or not self._scene.chosen_inside(node):
            return ""
        return self._number(element, label)

    def loose(self, label: str) -> str:
        """The id of the note with that label, of those that no link leads to, or ""."""
        element = self._scene.loose.get(label, -1)
        return self._number(element, label) if element > 0 else ""

    def button(self, node: Node) -> str:
        """The id of the note that a button opens, or ""."""
        element = self._scene.note_buttons.get(node.mem_id, -1)
        return self._number(element, node.text().strip()) if element > 0 else ""

    def next_id(self) -> str:
        """An id that no other note has."""
        self.count += 1
        return str(self.count)

    def _number(self, element: int, label: str) -> str:
        """The id of the note at an element, given at its first call."""
        known = self._ids.get(element)
        if known is None:
            scene = self._scene
            ident = scene.columns.node[element].mem_id
            if ident not in scene.elements or scene.columns.first[element] < scene.cursor:
                return ""
            known = self._ids[element] = self.next_id()
            scene.targets[ident] = (known, label)
        return known

    def _target(self, name: str) -> int:
        """The element that holds the note of that name, or -1."""
        if self._places is None:
            self._places = Places(self._scene.tree, self._scene.columns)
        element = self._places.note(name)
        if element > 0:
            self._drop_label(element)
        return element

    def _drop_label(self, element: int) -> None:
        """Leave out a term, a heading or a cell that is only the label of the note after it."""
        columns = self._scene.columns
        before = columns.first[element] - 1
        label = columns.owner[before] if before >= 0 else 0
        apart = columns.tag[label] in (_DT, _TH) or columns.flags[label] & HEADING
        if apart and columns.last[label] - columns.first[label] == 1 and _LABEL.fullmatch(columns.text[before].strip()):
            self._scene.elements.pop(columns.node[label].mem_id, None)


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


def said_note(attributes: dict[str, str | None]) -> str:
    """The note that an attribute of its call holds, or ""."""
    value = next((value for name in _NOTE_DATA if (value := attributes.get(name))), "") or ""
    return " ".join(_TAGS.sub("", value).split()) if len(value) > _SHORTEST_NOTE else ""


def take_label(run: list[Piece]) -> str:
    """The label that a run ends with, taken from it: before a note in the sentence stands what calls it."""
    while run and isinstance(run[-1][1], str) and not run[-1][1].strip():
        run.pop()
    text = run[-1][1] if run else None
    match = _LABEL.fullmatch(text.strip()) if isinstance(text, str) else None
    if match and ("superscript" in run[-1][0] or _BRACKETED.fullmatch(match.string)):
        run.pop()
        return match[1]
    return "*"


def is_own_note(node: Node) -> bool:
    """Does an element in the sentence hold a note's text, rather than a link to it or its number?"""
    text = node.text().strip()
    return len(text) > _SHORTEST_NOTE and node.css_first("sup a[href^='#']") is None


def is_back_part(node: Node) -> bool:
    """Inside a note: an inline element made for the way back."""
    return _BACK_CLASS.search(node.attributes.get("class") or "") is not None


def open_note(scene: Scene, node: Node, element: int) -> None:
    """The element that a call leads to."""
    called = scene.targets.pop(node.mem_id)
    scene.outline.open("note", close_note, called)
    scene.outline.label = called[1]


def close_note(outline: Outline, parts: list[object], data: object) -> None:
    """End a note. Notes are gathered apart, to stand at the end."""
    ident, label = cast("tuple[str, str]", data)
    blocks = _unlabelled(tidy(parts), label)
    outline.label = ""
    outline.notes.append(Note(ident, label, blocks))


def _unlabelled(blocks: tuple[Block, ...], label: str) -> tuple[Block, ...]:
    """The note without the label that the page printed before it."""
    if not blocks or not isinstance(blocks[0], Paragraph):
        return blocks
    if len(blocks) > 1 and plain(blocks[0].children).strip("[](). ") in (label, ""):
        return blocks[1:]
    first, *rest = blocks[0].children
    if isinstance(first, Style) and first.kind == "superscript" and plain(first.children).strip("[](). ") == label:
        first, *rest = rest or [Text("")]
    if not isinstance(first, Text):
        return (Paragraph((first, *rest)), *blocks[1:])
    text = first.text.lstrip()
    if text.startswith(label) and not label.isalnum():
        text = text[len(label) :].lstrip(" .)")
    bare = _BEFORE_NOTE.match(text)
    at = bare.end() if bare else 0
    if text[at:].startswith(label) and not text[at + len(label) : at + len(label) + 1].isalnum():
        after = _BEFORE_NOTE.match(text, at + len(label))
        text = text[after.end() if after else at :]
    elif at == len(text) or text[:1] in ("^", "↑", "]", ")", "."):
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


def _named_inline(tree: Tree, columns: Columns) -> dict[str, int]:
    """Inline anchors and the blocks they stand in; a block with several of one make holds several notes."""
    found: dict[str, int] = {}
    shapes: dict[tuple[int, str], str] = {}
    known = {node.mem_id: element for element, node in enumerate(columns.node)}
    body = tree.body
    for node in body.css("a[id],a[name],span[id],sup[id],b[id],strong[id]") if body is not None else ():
        name = node.attributes.get("id") or node.attributes.get("name") or ""
        up = node.parent
        while up is not None and up.mem_id not in known:
            up = up.parent
        element = known.get(up.mem_id, -1) if up is not None else -1
        shape = (element, _SHAPE.sub("", name))
        if element <= 0 or shapes.setdefault(shape, name) != name:
            found.pop(shapes.get(shape, ""), None)
            continue
        found.setdefault(name, element)
        other = node.attributes.get("name")
        if other and other != name:
            found.setdefault(other, element)
    return found
