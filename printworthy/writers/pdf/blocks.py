"""Blocks for the typesetter: the blocks of an `Article` go in; small objects, ready for JSON, come out."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from printworthy.data.blocks import (
    Block,
    Break,
    Callout,
    Code,
    Definitions,
    Embed,
    Figure,
    Gallery,
    Heading,
    Inline,
    List,
    Math,
    Note,
    Paragraph,
    Post,
    Quote,
    Rule,
    Table,
)
from printworthy.writers.addresses import safe_link
from printworthy.writers.body import DEEPEST_POST, caption_with_credit, plain, speaker, tidy, tidy_code
from printworthy.writers.grid import width
from printworthy.writers.latex import parse_latex
from printworthy.writers.notes import NumberedNotes
from printworthy.writers.pdf.lines import Lines, Node, Nodes
from printworthy.writers.pdf.long_words import LongWords, breakable, shown_address
from printworthy.writers.pdf.tables import Room, TableLayout
from printworthy.writers.pictures import Flaw, Pictures
from printworthy.writers.sheet import LinkStyle
from printworthy.writers.words import PrintWords, post_line

_CODE_NAME: Final = re.compile(r"[a-z0-9+#-]{1,20}")
# Highlighting reads code with many expressions; a file of this size would take longer than the rest of the document.
_MOST_COLOURED: Final = 20_000
# A letter of the text beside one of code.
_CODE_LETTER: Final = 0.73
_MOST_FLOATS: Final = 60
# A picture of so few pixels takes a few lines: it stands where it stood.
_NEVER_FLOATS: Final = 90
_DEEPEST: Final = 24
# What stands in many pages for any picture: its kind, a number, the name of a file.
_GENERIC: Final = re.compile(
    r"(?:image|picture|photo|photograph|img|icon|thumbnail|banner|logo|untitled|placeholder|bild|foto|imagen?|immagine)?"
    r"[\s\d_.:#-]*|[\w%+-]+\.(?:jpe?g|png|gif|webp|avif|svg|bmp)|(?:img|dsc|dscn|pxl|screenshot)[_-]?\d[\w-]*",
    re.I,
)
# About five lines of a page, which are few enough to go on to the next one together.
_SHORT: Final = 400


@dataclass(frozen=True, slots=True)
class PdfContext:
    """What an article's blocks are set with."""

    notes: NumberedNotes
    pictures: Pictures
    words: PrintWords
    language: str
    prefix: str
    links: LinkStyle
    images: bool
    room: Room
    page: str
    rtl: bool


class Blocks:
    """The blocks of one article."""

    def __init__(self, setting: PdfContext) -> None:
        self._setting = setting
        self._above: list[int] = []  # the headings that a heading stands under, and itself
        self._depth = 0
        self._floats = 0
        self._lines = Lines(
            setting.notes, setting.prefix, setting.language, setting.links,
            LongWords(setting.language, setting.room.letters), setting.page, setting.rtl, self.render,
        )  # fmt: skip
        self.line = self._lines.render
        self._tables = TableLayout(setting.room, self.render)
        self._by_type: dict[type[Block], Callable[[Any], Node | None]] = {
            Paragraph: self._paragraph,
            Heading: self._heading,
            List: self._list,
            Quote: self._quote,
            Callout: self._callout,
            Code: self._code,
            Table: self._table,
            Definitions: self._definitions,
            Figure: self.picture,
            Gallery: self._gallery,
            Embed: self._embed,
            Math: self._math,
            Rule: lambda _block: {"t": "rule"},
            Note: lambda _block: None,
            Post: self.post,
        }

    def render(self, blocks: tuple[Block, ...]) -> list[Node]:
        """The blocks in their order; what is nested deeper than any typesetter could show is left out."""
        if self._depth > _DEEPEST:
            return []
        self._depth += 1
        nodes = [self._by_type[type(block)](block) for block in blocks]
        self._depth -= 1
        return [node for node in nodes if node]

    def loose_notes(self) -> list[Node]:
        """The notes that nobody calls, as a list after the text."""
        items = [self.render(note.blocks) for note in self._setting.notes.loose]
        items = [item for item in items if item]
        return [{"t": "list", "ordered": False, "start": 1, "roomy": False, "items": items}] if items else []

    def _paragraph(self, block: Paragraph) -> Node | None:
        if sum(isinstance(child, Break) for child in block.children) >= 2:
            lines = [line for line in map(self.line, _split(block.children)) if line]
            return {"t": "verse", "lines": lines} if lines else None
        nodes = self.line(block.children)
        node: Node = {"t": "paragraph", "c": nodes}
        if calls := list(_calls(nodes)):
            node |= {"calls": calls, "short": len(plain(block.children)) <= _SHORT, "under": 0}
        return node if nodes else None

    def _heading(self, block: Heading) -> Node | None:
        """A heading; no level is left out on the way down, as PDF/UA asks."""
        nodes = self.line(block.children, quiet=True)
        if not nodes:
            return None
        if self._depth > 1:  # inside a list or a table it is a line in bold, and no part of the outline
            return {"t": "paragraph", "c": [{"t": "strong", "c": nodes}]}
        look = max(2, min(block.level, 6))
        self._above = [*(one for one in self._above if one < look), look]
        return {"t": "heading", "level": len(self._above) + 1, "look": look, "c": nodes}

    def _list(self, block: List) -> Node | None:
        items = [self.render(item.blocks) for item in block.items]
        items = [item for item in items if item]
        roomy = any(sum(node["t"] == "paragraph" for node in item) > 1 for item in items)
        start = max(0, min(block.start, 10**6))
        kind = {"ordered": block.ordered, "start": start, "roomy": roomy}
        return {"t": "list", **kind, "items": items} if items else None

    def _quote(self, block: Quote) -> Node | None:
        inner = self.render(block.blocks)
        if len(inner) > 1 and speaker(block) and inner[-1]["t"] == "paragraph":
            inner = _with_speaker(inner[:-1], inner[-1])
        return {"t": "quote", "c": inner} if inner else None

    def post(self, block: Post) -> Node | None:
        """A post with its head, indented by its depth."""
        inner = self.render(block.blocks)
        head = post_line(block, self._setting.language)
        depth = max(0, min(block.depth, DEEPEST_POST))
        return {"t": "post", "head": head, "depth": depth, "c": inner} if inner else None

    def _callout(self, block: Callout) -> Node | None:
        inner, title = self.render(block.blocks), self.line(block.title)
        return {"t": "callout", "title": title, "c": inner} if inner or title else None

    def _code(self, block: Code) -> Node | None:
        text = tidy_code(block.text).expandtabs(4)
        name = block.language.lower() if _CODE_NAME.fullmatch(block.language.lower()) else ""
        longest = max(10, min(36, int(self._setting.room.letters * _CODE_LETTER) - 4))
        lines = "\n".join(breakable(line, longest) for line in text.split("\n"))
        colour = name if len(text) <= _MOST_COLOURED else ""
        widest = max(map(width, text.split("\n")))
        return {"t": "code", "v": lines, "lang": colour, "widest": widest} if text else None

    def _table(self, block: Table) -> Node | None:
        return self._tables.render(block, self.line(block.caption), self._setting.words.rows_left)

    def _definitions(self, block: Definitions) -> Node | None:
        items = [
            {"terms": [self.line(term) for term in one.terms], "blocks": self.render(one.blocks)} for one in block.items
        ]
        return {"t": "definitions", "items": items} if items else None

    def _math(self, block: Math) -> Node | None:
        latex = tidy_code(block.latex).strip()
        return {"t": "math", "latex": latex, "tree": parse_latex(latex)} if latex else None

    def _gallery(self, block: Gallery) -> Node | None:
        found = [node for node in map(self.picture, block.figures) if node]
        rows = [{"c": found[place : place + 2], "float": self._float()} for place in range(0, len(found), 2)]
        return {"t": "gallery", "rows": rows, "float": rows[0]["float"], "under": 0} if found else None

    def _embed(self, block: Embed) -> Node | None:
        address = safe_link(block.url)
        if not address:
            return None
        title = tidy(block.title).strip()
        shown = shown_address(address, self._setting.rtl)
        label = self._setting.words.embeds.get(block.kind, block.kind)
        node: Node = {"t": "embed", "u": address, "label": label, "title": title or shown}
        return {**node, "shown": shown if title else "", "caption": self.line(block.caption)}

    def _float(self) -> int:
        """The number of what may float; -1 for one that always does, because too many have come before it."""
        self._floats += 1
        return self._floats if self._floats <= _MOST_FLOATS else -1

    def picture(self, figure: Figure) -> Node | None:
        """A picture with its caption, and its number if it may float; a missing one leaves its words and a note."""
        if not self._setting.images:
            return None
        caption: Nodes = self.line(caption_with_credit(figure))
        alt = telling(tidy(figure.alt).strip())
        node: Node = {
            "t": "picture",
            "caption": caption,
            "note": self._setting.words.no_picture,
            "float": 0,
            "under": 0,
        }
        found = self._setting.pictures.get(figure.src)
        if isinstance(found, Flaw):
            return {**node, "file": "", "w": 0, "h": 0, "alt": alt} if caption or alt else None
        large = self._float() if found.width > _NEVER_FLOATS or found.height > _NEVER_FLOATS else 0
        alt = alt or plain(figure.caption).strip() or self._setting.words.picture
        return {**node, "file": f"/{found.name}", "w": found.width, "h": found.height, "alt": alt, "float": large}


def stay_below(nodes: list[Node]) -> None:
    """Tell pictures how many headings stand directly above them, and paragraphs whether one does."""
    headings = 0
    for node in nodes:
        if node["t"] == "heading":
            headings += 1
            continue
        if headings and "under" in node:
            node["under"] = headings
        headings = 0


def telling(alt: str) -> str:
    """The words in place of a picture, unless they say only that it is one, or are the name of its file."""
    return "" if _GENERIC.fullmatch(alt) else alt


def _calls(nodes: Nodes) -> Iterator[str]:
    """The notes that a line is the first to call."""
    for node in nodes:
        if isinstance(node, dict):
            if node["t"] == "note" and node["first"]:
                yield node["id"]
            yield from _calls(node.get("c", []))


def _with_speaker(words: list[Node], name: Node) -> list[Node]:
    """A quotation whose last words have one more line, upright, for who said them: it is never alone on a page."""
    line: Nodes = name["c"]
    if len(line) == 1 and isinstance(line[0], dict) and line[0]["t"] == "emphasis":
        line = line[0]["c"]
    last, said = words[-1], {"t": "upright", "c": line}
    if last["t"] == "paragraph":
        return [*words[:-1], {**last, "c": [*last["c"], {"t": "break"}, said]}]
    if last["t"] == "verse":
        return [*words[:-1], {**last, "lines": [*last["lines"], [said]]}]
    return [*words, {**name, "c": [said]}]


def _split(inlines: tuple[Inline, ...]) -> list[tuple[Inline, ...]]:
    """The lines between breaks."""
    lines: list[list[Inline]] = [[]]
    for inline in inlines:
        if isinstance(inline, Break):
            lines.append([])
        else:
            lines[-1].append(inline)
    return [tuple(line) for line in lines]
