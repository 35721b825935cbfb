"""The flow: one walk over the chosen part of the page, which hands what it meets to the makers of blocks.

No recursion, as pages nest thousands deep; subtrees without chosen text are never entered.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from printworthy.base.tags import BLOCK, BLOCKS, BREAK, CODE, GRID, HEADING, IMAGE, LINK, SKIP, STRONG, TEXT
from printworthy.base.words import without_glyphs
from printworthy.build.callouts import open_callout
from printworthy.build.code import add_lines, is_code_area, is_code_box, open_box, open_code
from printworthy.build.inline import BREAK as BREAK_ITEM
from printworthy.build.inline import LINK_SIGN, MATERIAL, STYLES, Marks, looks
from printworthy.build.lists import open_definitions, open_described, open_item, open_list, open_term
from printworthy.build.notes import (
    INLINE_NOTE,
    LOOSE_CALL,
    Notes,
    close_note,
    is_back_link,
    is_back_part,
    is_own_note,
    open_note,
    said_note,
    take_label,
)
from printworthy.build.outline import MAX_DEPTH
from printworthy.build.posts import open_post
from printworthy.build.quotes import open_quote, open_speaker
from printworthy.build.scene import Scene
from printworthy.build.specials import add_math, add_special
from printworthy.build.tables import (
    empty_cell,
    open_caption,
    open_cell,
    open_grid,
    open_inline_cell,
    open_row,
    open_table,
)
from printworthy.data.blocks import Heading, Inline, Note, NoteRef, Paragraph, Rule, Text
from printworthy.data.tree import Node, custom_kind

Opener = Callable[[Scene, Node, int], bool]

_INLINE: Final = -1
# An element that was never closed holds half the page: that is no heading.
_MOST_SEGMENTS: Final = 4
# From here on, characters of scripts that have no spaces.
_UNSPACED: Final = "\u2e80"


class Flow:
    """A walk over the scene that fills its outline."""

    __slots__ = ("_element", "_inside", "_notes", "_scene")

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._notes = Notes(scene)
        self._element = -1
        self._inside = {node.mem_id for node in scene.common.css(_MAY_NOTE)} if scene.elements else set()

    def walk(self, top: Node, element: int) -> None:  # noqa: C901 PLR0912 PLR0915
        """Append what stands inside `top`. One long loop on local names, as it runs for every node of the article."""
        scene = self._scene
        outline, kinds, texts, elements, specials = (
            scene.outline, scene.kinds, scene.texts, scene.elements, scene.specials
        )  # fmt: skip
        flags = scene.columns.flags
        codes, last, known, figures = scene.columns.tag, scene.columns.last, len(kinds), scene.figures
        special_kinds = (SKIP, BLOCK) if specials else ()
        frames, run, targets = outline.frames, outline.run, scene.targets
        posts, around = scene.posts, scene.plain
        boxes, loose, buttons = scene.boxes, scene.loose, scene.note_buttons
        stack: list[tuple[Node, Marks, int, int]] = []
        marks: Marks = ()
        node = top.child
        while True:
            if node is None:
                if not stack:
                    return
                node, marks, before, depth = stack.pop()
                if depth != _INLINE:
                    if len(frames) > depth:
                        outline.close(depth)
                    elif run or outline.later:
                        outline.flush()
                    if element >= 0:
                        scene.cursor = last[element]
                    element = before
                node = node.next
                continue
            number = node.tag_id
            kind = kinds[number] if number < known else custom_kind(node)
            if kind == TEXT:
                content = texts.get(node.mem_id)
                if content is not None:
                    if loose and not outline.label and LOOSE_CALL.search(content):
                        self._called(content, marks)
                    else:
                        run.append((marks, content))
                elif run and run[-1][1] is BREAK_ITEM and (node.text_content or "").strip():
                    # The break after dropped text takes the place of the one before it.
                    run.pop()
                node = node.next
                continue
            if kind in special_kinds and node.mem_id in specials:
                if figures and kind == BLOCK and node.mem_id in figures:
                    outline.figure(figures[node.mem_id])
                if add_special(scene, node, element):
                    node = node.next
                    continue
            if kind == BLOCK:
                if buttons and node.mem_id in buttons and (ident := self._notes.button(node)):
                    run.append((marks, NoteRef(ident)))
                    node = node.next
                    continue
                inner = elements.get(node.mem_id)
                if inner is None:
                    if run:
                        self._pass(node)
                    if outline.top == "row" and node.tag in ("td", "th"):
                        outline.out.append(empty_cell(node))
                    node = node.next
                    continue
                depth = len(frames)
                if run:
                    outline.flush()
                if figures and (figure := figures.get(node.mem_id)) is not None:
                    outline.figure(figure)
                if inner >= 0 and not outline.flat:
                    if targets and node.mem_id in targets:
                        open_note(scene, node, inner)
                    elif posts and inner in posts:
                        open_post(outline, posts[inner])
                    elif boxes and node.mem_id in boxes and depth < MAX_DEPTH:
                        open_callout(scene, node, inner)
                    elif depth < MAX_DEPTH and inner not in around:
                        opener = _BY_CODE[codes[inner]]
                        if flags[inner] & GRID and codes[inner] not in _TABLES and open_grid(scene, node, inner):
                            pass
                        elif opener is not None and opener(scene, node, inner):
                            node = node.next
                            continue
                stack.append((node, marks, element, depth))
                element = inner
            elif kind == SKIP:
                node = node.next
                continue
            elif kind == BREAK:
                if node.tag == "br":
                    outline.line(marks)
                elif not outline.flat:
                    outline.flush()
                    if outline.out:
                        outline.out.append(_RULE)
                node = node.next
                continue
            elif kind == IMAGE:
                self._image(node)
                node = node.next
                continue
            elif outline.top == "row" and open_inline_cell(scene, node):
                stack.append((node, marks, element, len(frames) - 1))
            else:
                inside = self._inline(node, kind, marks)
                if inside is None:
                    node = node.next
                    continue
                stack.append((node, marks, 0, _INLINE))
                marks = inside
            node = node.child

    def _pass(self, node: Node) -> None:
        """A block that holds nothing of the article: it parts the text around it, too, unless the text flows on."""
        outline = self._scene.outline
        if not _floats(node):
            outline.flush()
        elif isinstance(last := outline.run[-1][1], str) and last[-1:] < _UNSPACED:
            outline.run.append(((), " "))

    def _image(self, node: Node) -> None:
        """A picture, if it is one of the article's; of a `picture`, any of the elements may be its key."""
        figures = self._scene.figures
        figure = figures.get(node.mem_id) if figures else None
        if figure is None and figures and node.tag == "picture":
            figure = next((figures[inner.mem_id] for inner in node.css("img") if inner.mem_id in figures), None)
        if figure is not None:
            self._scene.outline.figure(figure)

    def _inline(self, node: Node, kind: int, marks: Marks) -> Marks | None:
        """The marks inside an inline element; None if it was dealt with as a whole."""
        scene = self._scene
        if kind == LINK:
            return self._link(node, marks)
        tag = node.tag or ""
        if self._inside and node.mem_id in self._inside and not scene.outline.label and self._note(node, marks):
            return None
        if tag == "sup" and scene.loose and not scene.outline.label and self._raised(node, marks):
            return None
        mark: str | None = "strong" if kind == STRONG else STYLES.get(tag)
        if tag == "math":
            add_math(scene, node, marks)
            return None
        attributes = node.attributes
        if attributes and self._is_left_out(tag, attributes, node):
            return None
        if mark == "code" and not scene.outline.run and not scene.outline.flat and add_lines(scene, node):
            return None
        style = attributes.get("style")
        if style:
            return self._marked(looks(style, mark), marks)
        return marks if mark is None else self._marked((mark,), marks)

    def _is_left_out(self, tag: str, attributes: dict[str, str | None], node: Node) -> bool:
        """A note's way back, and an icon that a font makes of a word."""
        name = attributes.get("class")
        if name and "material-" in name and MATERIAL.search(name) is not None:
            return True
        return bool(self._scene.outline.label) and (tag == "span" or tag in STYLES) and is_back_part(node)

    def _marked(self, added: tuple[str, ...], marks: Marks) -> Marks:
        """The marks with others, each once; a heading is bold as it is."""
        heading = self._scene.outline.top == "heading"
        for mark in added:
            if mark not in marks and not (heading and mark == "strong"):
                marks = (*marks, mark)
        return marks

    def _raised(self, node: Node, marks: Marks) -> bool:
        """A raised number that calls a note without a link."""
        ident = self._notes.loose(node.text().strip(" []()"))
        if ident:
            self._scene.outline.run.append((marks, NoteRef(ident)))
        return bool(ident)

    def _called(self, content: str, marks: Marks) -> None:
        """Text with the numbers of notes in it."""
        run, at = self._scene.outline.run, 0
        for match in LOOSE_CALL.finditer(content):
            ident = self._notes.loose(match[1] or match[2])
            if ident:
                run += [(marks, content[at : match.start()]), (marks, NoteRef(ident))]
                at = match.end()
        run.append((marks, content[at:]))

    def _note(self, node: Node, marks: Marks) -> bool:
        """A note that stands in the sentence, or in an attribute of its call: the call takes its place."""
        attributes = node.attributes
        outline, said = self._scene.outline, said_note(attributes)
        inside = not said and INLINE_NOTE.search(attributes.get("class") or "") is not None
        if not said and not (inside and outline.run and not outline.flat and is_own_note(node)):
            return False
        if said:
            label, ident = node.text().strip(), self._notes.next_id()
            outline.notes.append(Note(ident, label[:_LONGEST_LABEL] or "*", (Paragraph((Text(said),)),)))
        else:
            before, depth = [*outline.run], len(outline.frames)
            label, ident = take_label(before), self._notes.next_id()
            outline.run.clear()
            outline.open("note", close_note, (ident, label))
            outline.label = label
            self.walk(node, self._element)
            outline.close(depth)
            outline.run[:] = before
        kept = tuple(mark for mark in marks if mark != "superscript" and mark[0] != LINK_SIGN)
        outline.run.append((kept, NoteRef(ident)))
        return True

    def _link(self, node: Node, marks: Marks) -> Marks | None:
        """A link: a note's call, a way back from a note, or an address to follow."""
        scene = self._scene
        href = node.attributes.get("href")
        if not href:
            return marks
        fragment = scene.links.fragment(href) if "#" in href else ""
        if scene.outline.label:
            if is_back_link(node, fragment, scene.outline.label):
                return None
        elif fragment:
            note = self._notes.call(node, fragment, "superscript" in marks)
            if note:
                kept = tuple(mark for mark in marks if mark != "superscript" and mark[0] != LINK_SIGN)
                scene.outline.run.append((kept, NoteRef(note)))
                return None
            if scene.outline.top == "heading":
                # A heading that leads to itself.
                return marks
        if not scene.keep_links or any(mark[0] == LINK_SIGN for mark in marks):
            return marks
        address = scene.links.absolute(href)
        return (*marks, LINK_SIGN + address) if address else marks


_RULE: Final = Rule()
# Elements in the sentence that may hold a note.
_MAY_NOTE: Final = (
    "[data-footnote-content],[data-footnote-text],[data-note-content],[data-note],span[class*='note'],"
    "small[class*='note'],span[class*='Note']"
)
_LONGEST_LABEL: Final = 8
_TABLES: Final = frozenset(CODE[name] for name in "table thead tbody tfoot tr td th caption".split())


def _floats(node: Node) -> bool:
    """Does the text flow on around a block?"""
    attributes = node.attributes
    return attributes.get("align") in ("left", "right") or "float:" in (attributes.get("style") or "").replace(" ", "")


def open_heading(scene: Scene, node: Node, element: int) -> bool:
    """`h1` to `h6`."""
    if scene.count(element) <= _MOST_SEGMENTS:
        scene.outline.open_flat("heading", _close, int((node.tag or "h2")[1]))
    return False


def open_pre(scene: Scene, node: Node, element: int) -> bool:
    """`pre`: code, or a poem whose lines end where they do."""
    if not _VERSE.search(scene.columns.key[element]) or node.css_first("code") is not None:
        return open_code(scene, node, element)
    outline = scene.outline
    for line in without_glyphs(node.text()).strip("\n").split("\n"):
        outline.run.extend((((), " ".join(line.split())), ((), BREAK_ITEM)))
    outline.flush()
    scene.cursor = scene.columns.last[element]
    return True


_VERSE: Final = re.compile(r"(?:^|[\s_-])(?:verse|poem|poetry|stanza|lyrics)(?=[\s_-]|$)", re.I)


def open_div(scene: Scene, node: Node, element: int) -> bool:
    """`div`: a container, unless it says that it is a heading or a highlighter left its lines in it."""
    columns = scene.columns
    if columns.flags[element] & HEADING:
        attributes = node.attributes
        if attributes.get("role") == "heading" and scene.count(element) <= _MOST_SEGMENTS:
            scene.outline.open_flat("heading", _close, _level(attributes.get("aria-level"), 2))
        return False
    key = columns.key[element]
    if not key:
        return False
    if is_code_area(key):
        return open_code(scene, node, element)
    return is_code_box(key) and open_box(scene, node, element)


def _close(children: tuple[Inline, ...], data: object) -> Heading | None:
    return Heading(data if isinstance(data, int) else 2, children) if children else None


def _level(value: str | None, default: int) -> int:
    """A level between 1 and 6."""
    return min(6, max(1, int(value))) if value and value.isdecimal() and len(value) < 3 else default


_OPENERS: Final[dict[str, Opener]] = {
    **dict.fromkeys(("h1", "h2", "h3", "h4", "h5", "h6"), open_heading),
    **dict.fromkeys(("ul", "ol", "menu", "dir"), open_list),
    **dict.fromkeys(("td", "th"), open_cell),
    **dict.fromkeys(("pre", "listing", "xmp"), open_pre),
    "div": open_div,
    "li": open_item,
    "dl": open_definitions,
    "dt": open_term,
    "dd": open_described,
    "table": open_table,
    "tr": open_row,
    "caption": open_caption,
    "blockquote": open_quote,
    "figcaption": open_speaker,
}
_BY_CODE: Final = tuple(_OPENERS.get(name) for name in BLOCKS)
