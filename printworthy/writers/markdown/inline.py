"""Inline content as Markdown: inlines go in, one string comes out.

Three steps: flatten the inlines to tokens, tidy white space between them, and write each token knowing its neighbours.
Emphasis that stars cannot express (between letters and punctuation, as often in Chinese and Japanese) becomes tags.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from printworthy.data.blocks import Break, Formula, Inline, Link, NoteRef, Style, Text
from printworthy.writers.addresses import safe_link
from printworthy.writers.body import plain, tidy
from printworthy.writers.markdown.escape import (
    SPACE,
    Token,
    destination,
    escape,
    formula_source,
    has_formula,
    is_plain,
    kind,
    may_need_escape,
    tidied,
)
from printworthy.writers.notes import NumberedNotes


@dataclass(frozen=True, slots=True)
class LineContext:
    """Where the line stands: the document's notes, and how a break is written there."""

    notes: NumberedNotes = field(default_factory=NumberedNotes)
    line_break: str = "\\\n"


# Styles that Markdown has marks for: the mark, the one inside another style, and the tag where neither works.
_MARKS: Final = {"emphasis": ("*", "_", "em"), "strong": ("**", "__", "strong"), "strike": ("~~", "~~", "del")}
_TAGS: Final = {"subscript": "sub", "superscript": "sup", "mark": "mark", "keyboard": "kbd"}
_TICKS: Final = re.compile(r"`+")
_BREAK: Final[Token] = ("break", "")
_BARE: Final = re.compile(r"https?://[^\s<>\\]+\Z", re.IGNORECASE)
_MAIL: Final = re.compile(r"[A-Za-z0-9.+_-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+\Z")


def render(inlines: tuple[Inline, ...], setting: LineContext) -> str:
    """The inlines as one string; lines in it are parted by the setting's line break only."""
    if len(inlines) == 1 and isinstance(inlines[0], Text):
        text = tidy(inlines[0].text).strip(SPACE)
        return _write([("text", text)], setting) if text else ""
    tokens: list[Token] = []
    _add(inlines, setting, frozenset(), tokens)
    return _write(tidied(tokens), setting)


# --- flatten


def _add(inlines: tuple[Inline, ...], setting: LineContext, inside: frozenset[str], tokens: list[Token]) -> None:
    """Append the tokens of the inlines; `inside` names the styles (and "link") around them."""
    for inline in inlines:
        if isinstance(inline, Text):  # by far the most
            tokens.append(("code" if "code" in inside else "text", tidy(inline.text)))
            continue
        match inline:
            case Link(href, children):
                _add_link(href, children, setting, inside, tokens)
            case Style(style, children):
                _add_style(style, children, setting, inside, tokens)
            case Break():
                tokens.append(_BREAK)
            case Formula(latex):
                tokens.append(_formula(latex))
            case NoteRef(note):
                label = setting.notes.label(note)
                if label:
                    tokens.append(("note", f"[^{label}]"))


def _add_style(
    style: str, children: tuple[Inline, ...], setting: LineContext, inside: frozenset[str], tokens: list[Token]
) -> None:
    """A style's mark, its content, its mark; a style inside itself, inside code, or around nothing needs none."""
    content: list[Token] = []
    _add(children, setting, inside | {style}, content)
    marked = style not in inside and "code" not in inside and any(token[1].strip() for token in content)
    before, after = _around(style) if marked else ((), ())
    tokens.extend((*before, *content, *after))


def _around(style: str) -> tuple[tuple[Token, ...], tuple[Token, ...]]:
    if style in _MARKS:
        return (("open", style),), (("close", style),)
    if style in _TAGS:
        return (("raw", f"<{_TAGS[style]}>"),), (("raw", f"</{_TAGS[style]}>"),)
    if style == "quote":
        return (("text", "“"),), (("text", "”"),)
    return (), ()


def _add_link(
    href: str, children: tuple[Inline, ...], setting: LineContext, inside: frozenset[str], tokens: list[Token]
) -> None:
    """A link, unless it stands in another one, leads nowhere safe, or shows nothing."""
    address = safe_link(href)
    text = plain(children)
    if "link" in inside or not address or not text.strip():
        _add(children, setting, inside, tokens)
    elif "code" not in inside and _is_bare(text, address, children):
        tokens.append(("raw", f"<{text}>"))
    else:
        shown: list[Token] = []
        _add(children, setting, inside | {"link"}, shown)
        calls = [token for token in shown if token[0] == "note"]  # links do not nest, and a call is one
        tokens.extend([("link", address), *(t for t in shown if t[0] != "note"), ("end", address), *calls])


def _is_bare(text: str, address: str, children: tuple[Inline, ...]) -> bool:
    """Does the link show its own address and nothing else?"""
    if len(children) != 1 or not isinstance(children[0], Text):
        return False
    if text == address:
        return _BARE.match(text) is not None
    return address == f"mailto:{text}" and _MAIL.match(text) is not None


def _formula(latex: str) -> Token:
    """A formula in the line, between dollars; as code where its own dollars or ticks would end it early."""
    text = tidy(latex).strip()
    unsafe = "$" in text or "`" in text or text.endswith("\\")
    return ("code", text) if unsafe else ("raw", f"${formula_source(text)}$" if text else "")


def code_span(text: str) -> str:
    """Code in the line, between more ticks than it holds in one place (6.1)."""
    longest = max(map(len, _TICKS.findall(text)), default=0)
    ticks = "`" * (longest + 1) if longest else "`"
    outer = text[0] + text[-1]
    pad = " " if "`" in outer or (outer == "  " and text.strip(" ")) else ""
    return f"{ticks}{pad}{text}{pad}{ticks}"


# --- write


def _write(tokens: list[Token], setting: LineContext) -> str:
    if len(tokens) == 1 and tokens[0][0] == "text" and is_plain(tokens[0][1]):
        return tokens[0][1]
    joined = ".".join([token[1] for token in tokens if token[0] == "text"])
    line = _Line(tokens, setting.line_break)
    if "~" in joined:
        line.tildes = joined.count("~") > 1 or ("open", "strike") in tokens
    if "$" in joined:
        line.dollars = has_formula(joined) or any(token[0] == "raw" and "$" in token[1] for token in tokens)
    return "".join([line.piece(place) for place in range(len(tokens))])


class _Line:
    """The tokens of one line while they are written."""

    def __init__(self, tokens: list[Token], line_break: str) -> None:
        self._tokens = tokens
        self._line_break = line_break
        self._in_link = False
        self._forms: list[str] = []  # what closes the styles that are open
        self._closed = -2  # the place of the last closing mark of stars or tildes
        self.tildes = False
        self.dollars = False

    def piece(self, place: int) -> str:
        """The token at this place as Markdown."""
        shape, value = self._tokens[place]
        match shape:
            case "text":
                written = self._text(value, place)
            case "code":
                written = code_span(value)
            case "break":
                written = self._line_break
            case "open":
                written = self._open(value, place)
            case "close":
                written = self._close(place)
            case "link" | "end":
                self._in_link = shape == "link"
                written = "[" if self._in_link else f"]({destination(value)})"
            case "raw" | "note":
                written = self._raw(value, place)
        return written

    def _raw(self, value: str, place: int) -> str:
        """Mark-up as it is; two formulas side by side would show "$$" between them."""
        doubled = value[0] == "$" and place > 0 and self._tokens[place - 1][1].endswith("$")
        return f" {value}" if doubled else value

    def _text(self, text: str, place: int) -> str:
        escaped = text
        if may_need_escape(text):
            escaped = escape(text, self._edge(place - 1, -1), self._edge(place + 1, 0), self._in_link)
        if self.tildes:
            escaped = escaped.replace("~", "\\~")
        if self.dollars:
            escaped = escaped.replace("$", "\\$")
        follows_note = place > 0 and self._tokens[place - 1][0] == "note"
        return f"\\{escaped}" if follows_note and text[0] in "(:[" and escaped[0] != "\\" else escaped

    def _edge(self, place: int, end: int) -> str:
        """The kind of character that a neighbour shows: the line's edge, a bracket, a letter, or punctuation."""
        if not 0 <= place < len(self._tokens):
            return "\n"
        shape, value = self._tokens[place]
        if shape == "text":
            return value[end]
        if shape == "break":
            return "\n"
        return "[" if shape in ("link", "note") and end == 0 else "."

    def _open(self, style: str, place: int) -> str:
        mark, inner_mark, tag = _MARKS[style]
        close = self._match(place)
        outside = kind(self._edge(place - 1, -1)), kind(self._edge(close + 1, 0))
        inside = kind(self._edge(place + 1, 0)), kind(self._edge(close - 1, -1))
        nested = bool(self._forms) and style != "strike"
        if self._closed == place - 1 or not self._fits(outside, inside, nested):
            self._forms.append(f"</{tag}>")
            return f"<{tag}>"
        self._forms.append(inner_mark if nested else mark)
        return self._forms[-1]

    def _close(self, place: int) -> str:
        self._closed = place
        return self._forms.pop()

    @staticmethod
    def _fits(outside: tuple[str, str], inside: tuple[str, str], nested: bool) -> bool:
        """Can marks do it? Each needs a letter on its inner side or no letter outside; underscores need the latter."""
        if nested:
            return all(side in " ." for side in outside)
        return all(inner == "a" or outer in " ." for inner, outer in zip(inside, outside, strict=True))

    def _match(self, place: int) -> int:
        """The place of the mark that closes the one opened here."""
        depth = 0
        for at in range(place, len(self._tokens)):
            depth += {"open": 1, "close": -1}.get(self._tokens[at][0], 0)
            if depth == 0:
                return at
        return len(self._tokens) - 1
