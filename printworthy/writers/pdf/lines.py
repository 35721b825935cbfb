"""Inline content for the typesetter: inlines go in; strings and small objects, ready for JSON, come out.

The template sets strings as text and never evaluates them.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from printworthy.data.blocks import Block, Break, Formula, Inline, Link, NoteRef, Style, Text
from printworthy.writers.addresses import safe_link
from printworthy.writers.body import plain, tidy
from printworthy.writers.latex import parse_latex
from printworthy.writers.notes import NumberedNotes
from printworthy.writers.pdf.long_words import BREAK, LongWords, breakable, shown_address
from printworthy.writers.sheet import LinkStyle

Node: TypeAlias = dict[str, Any]
Nodes: TypeAlias = list[str | Node]

# A typewriter's apostrophe between letters can only be one.
APOSTROPHE: Final = re.compile(r"(?<=[^\W\d_])'(?=[^\W\d_])")
_STOP: Final = re.compile(r"[.,;:!?)\]”’]+")
# The text of a link that only calls a note: a number, a sign.
_CALL: Final = re.compile(r"[\W\d]*")
_QUOTES: Final = {"de": "„“", "fr": "«»", "zh": "“”", "ja": "「」", "ru": "«»", "pl": "„”", "es": "«»", "it": "«»"}


@dataclass(slots=True)
class Lines:
    """The inline content of one article; remembers which notes and addresses were printed already."""

    notes: NumberedNotes
    prefix: str
    language: str
    links: LinkStyle
    words: LongWords
    page: str
    rtl: bool
    blocks: Callable[[tuple[Block, ...]], list[Node]]
    _printed: set[str] = field(default_factory=set)
    _addresses: dict[str, str] = field(default_factory=dict)

    def render(self, inlines: tuple[Inline, ...], quiet: bool = False) -> Nodes:
        """The inlines; `quiet` ones, such as headings, call no notes."""
        nodes = _apart(_joined([node for inline in inlines for node in self._inline(inline, quiet)]))
        return _trimmed(_after_stops(nodes) if self.language[:2] == "en" else nodes)

    def _inline(self, inline: Inline, quiet: bool) -> Nodes:
        match inline:
            case Text(text):
                said = tidy(text)
                return self.words.parts(APOSTROPHE.sub("’", said) if "'" in said else said)
            case Style(kind, children):
                return self._style(kind, children, quiet)
            case Link(href, children):
                return self._link(href, children, quiet)
            case Break():
                return [{"t": "break"}]
            case Formula(latex):
                return [{"t": "formula", "latex": tidy(latex), "tree": parse_latex(latex)}]
            case NoteRef(note):
                return [] if quiet else self._call(note)

    def _style(self, kind: str, children: tuple[Inline, ...], quiet: bool) -> Nodes:
        if kind in ("code", "keyboard"):
            text = plain(children)
            return [{"t": kind, "v": breakable(text, self.words.longest)}] if text else []
        inner = [node for child in children for node in self._inline(child, quiet)]
        if kind == "quote":
            marks = _QUOTES.get(self.language[:2], "“”")
            return [{"t": kind, "c": inner, "open": marks[0], "close": marks[1]}]
        return [{"t": kind, "c": inner}] if inner else []

    def _link(self, href: str, children: tuple[Inline, ...], quiet: bool) -> Nodes:
        """A link that can be followed on a screen; on paper its address stands in a note, after it, or nowhere."""
        inner = [node for child in children for node in self._inline(child, quiet)]
        address = safe_link(href)
        if not address or not plain(children).strip():
            return inner
        told = quiet or _same(plain(children), address) or self._is_here(address, plain(children))
        shown = shown_address(address, self.rtl) if self.links == "inline" and not told else ""
        link: Node = {"t": "link", "u": address, "c": inner, "shown": shown}
        return [link, *self._address_note(address)] if self.links == "notes" and not told else [link]

    def _is_here(self, address: str, text: str) -> bool:
        """Does the link lead to a place on its own page, or call a note?"""
        place, mark, _name = address.partition("#")
        return bool(mark) and (place.rstrip("/") == self.page.rstrip("/") or _CALL.fullmatch(text) is not None)

    def _address_note(self, address: str) -> Nodes:
        first = address not in self._addresses
        if first:
            self._addresses[address] = f"{self.prefix}-link-{len(self._addresses)}"
        inner = [{"t": "address", "v": shown_address(address, self.rtl)}]
        text: Node = {"t": "link", "u": address, "c": inner, "shown": ""}
        blocks = [{"t": "paragraph", "c": [text]}] if first else []
        return [{"t": "note", "id": self._addresses[address], "first": first, "blocks": blocks}]

    def _call(self, note: str) -> Nodes:
        """A note's content where it is called first, and the way to it wherever it is called again."""
        number = self.notes.numbers.get(note)
        if number is None:
            return []
        name = f"{self.prefix}-note-{number}"
        first = name not in self._printed
        self._printed.add(name)
        blocks = self.blocks(self.notes.numbered[number - 1].blocks) if first else []
        return [{"t": "note", "id": name, "first": first, "blocks": blocks}]


def _same(text: str, address: str) -> bool:
    """Does the link's text already show its address?"""
    bare = shown_address(address).replace(BREAK, "").casefold()
    return bare == shown_address(text.strip()).replace(BREAK, "").casefold()


def _joined(nodes: Nodes) -> Nodes:
    """Neighbouring strings as one."""
    out: Nodes = []
    for node in nodes:
        if isinstance(node, str) and out and isinstance(out[-1], str):
            out[-1] += node
        elif node:
            out.append(node)
    return out


def _apart(nodes: Nodes) -> Nodes:
    """Calls of notes that follow each other, parted by a comma as small and as high as they are."""
    out: Nodes = []
    for node in nodes:
        if out and _is_call(node) and _is_call(out[-1]):
            out.append({"t": "superscript", "c": [","]})
        out.append(node)
    return out


def _is_call(node: str | Node) -> bool:
    return isinstance(node, dict) and node["t"] == "note"


def _after_stops(nodes: Nodes) -> Nodes:
    """The calls of notes after the comma or stop that follows them, as English printers set them."""
    for place, node in enumerate(nodes[:-1]):
        text = nodes[place + 1]
        stop = _STOP.match(text) if isinstance(node, dict) and node["t"] == "note" and isinstance(text, str) else None
        if stop and isinstance(text, str):
            nodes[place], nodes[place + 1] = stop[0], node
            nodes.insert(place + 2, text[stop.end() :])
            return [*nodes[: place + 2], *_after_stops(nodes[place + 2 :])]
    return nodes


def _trimmed(nodes: Nodes) -> Nodes:
    """Without spaces at either end, where they would shift the line."""
    if nodes and isinstance(nodes[0], str):
        nodes[0] = nodes[0].lstrip(" ")
    if nodes and isinstance(nodes[-1], str):
        nodes[-1] = nodes[-1].rstrip(" ")
    return [node for node in nodes if node]
