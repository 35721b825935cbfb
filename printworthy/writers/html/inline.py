"""Inline content as HTML: inlines go in, escaped HTML comes out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from html import escape
from typing import Final

from printworthy.data.blocks import Break, Formula, Inline, Link, NoteRef, Style, Text
from printworthy.writers.addresses import safe_link
from printworthy.writers.body import tidy
from printworthy.writers.mathml import mathml
from printworthy.writers.notes import NumberedNotes

_TAGS: Final = {
    "emphasis": "em",
    "strong": "strong",
    "code": "code",
    "subscript": "sub",
    "superscript": "sup",
    "strike": "s",
    "underline": "u",
    "mark": "mark",
    "small": "small",
    "keyboard": "kbd",
    "quote": "q",
}


# Calls in a row: "9, 10", not "910".
_TWO_CALLS: Final = '</a></sup><sup><a id="ref-'
_APART: Final = '</a></sup><sup>, </sup><sup><a id="ref-'


class Inlines:
    """Inline content of one document; counts how often each note was called, for the ways back."""

    def __init__(self, notes: NumberedNotes, linked_notes: bool, mathml: bool = True) -> None:
        self._notes = notes
        self._mathml = mathml
        self._linked = linked_notes
        self.calls: Counter[str] = Counter()

    def render(self, inlines: tuple[Inline, ...]) -> str:
        """The inlines as HTML."""
        return "".join(map(self._inline, inlines)).strip(" ").replace(_TWO_CALLS, _APART)

    def _inline(self, inline: Inline) -> str:
        match inline:
            case Text(text):
                return escape(tidy(text))
            case Style(kind, children):
                return self._wrapped(_TAGS[kind], children)
            case Link(href, children):
                return self._link(href, children)
            case Break():
                return "<br>"
            case Formula(latex):
                return self._formula(latex)
            case NoteRef(note):
                return self._call(note)

    def _formula(self, latex: str) -> str:
        shown = escape(tidy(latex))
        source = f'<code class="math" role="math" aria-label="{shown}">{shown}</code>'
        return (mathml(latex) if self._mathml else "") or source

    def _wrapped(self, tag: str, children: tuple[Inline, ...]) -> str:
        content = "".join(map(self._inline, children))
        return f"<{tag}>{content}</{tag}>" if content else ""

    def _link(self, href: str, children: tuple[Inline, ...]) -> str:
        """A link; one inside another, which HTML forbids, shows its text only, and a note's call moves behind it."""
        address = safe_link(href)
        calls: list[str] = []
        content = "".join(map(self._inline, _unlinked(children, calls.append)))
        shown = f'<a href="{escape(address)}">{content}</a>' if address and content.strip() else content
        return shown + "".join(map(self._call, calls))

    def _call(self, note: str) -> str:
        """The number that calls a note, with the way to it."""
        label = self._notes.label(note)
        if not label:
            return ""
        if not self._linked:
            return f"<sup>[{label}]</sup>"
        self.calls[note] += 1
        place = back_id(label, self.calls[note])
        return f'<sup><a id="{place}" href="#note-{label}" role="doc-noteref">{label}</a></sup>'


def back_id(label: str, call: int) -> str:
    """The name of the place where a note is called for the first, second … time."""
    return f"ref-{label}" if call == 1 else f"ref-{label}-{call}"


def _unlinked(inlines: tuple[Inline, ...], called: Callable[[str], None]) -> tuple[Inline, ...]:
    """The content of a link without links and calls inside; the calls are reported."""
    kept: list[Inline] = []
    for inline in inlines:
        match inline:
            case Link(_, children):
                kept.extend(_unlinked(children, called))
            case Style(kind, children):
                kept.append(Style(kind, _unlinked(children, called)))
            case NoteRef(note):
                called(note)
            case _:
                kept.append(inline)
    return tuple(kept)
