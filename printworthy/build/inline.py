"""Inline content: a run of marked pieces in the order of the page → lines of nested `Inline` values.

A piece carries its marks from outside in, so that a block inside a link or a bold passage needs no care: the marks go
with the text, whatever paragraph it ends up in.
"""

from __future__ import annotations

import re
from typing import Final, TypeAlias, cast

from printworthy.data.blocks import Break, Formula, Inline, Link, NoteRef, Style, StyleKind, Text

Marks: TypeAlias = tuple[str, ...]
Piece: TypeAlias = tuple[Marks, str | Break | Formula | NoteRef]

BREAK: Final = Break()
# A mark is the name of a style, or this sign and an address.
LINK_SIGN: Final = ">"

STYLES: Final[dict[str, StyleKind]] = {
    "em": "emphasis", "i": "emphasis", "cite": "emphasis", "dfn": "emphasis", "var": "emphasis",
    "b": "strong", "strong": "strong",
    "code": "code", "samp": "code", "tt": "code", "kbd": "keyboard",
    "sub": "subscript", "sup": "superscript",
    "s": "strike", "strike": "strike", "del": "strike",
    "u": "underline", "ins": "underline", "mark": "mark", "small": "small", "q": "quote",
}  # fmt: skip

# Fonts that draw a word as an icon.
MATERIAL: Final = re.compile(r"(?:^|\s)material-(?:icons|symbols)[\w-]*(?=\s|$)")
_WEIGHT: Final = re.compile(r"font-weight\s*:\s*(bold|[1-9]00|normal|lighter)", re.I)
_SLANT: Final = re.compile(r"font-style\s*:\s*(italic|oblique|normal)", re.I)
_RAISED: Final = re.compile(r"vertical-align\s*:\s*(super|sub)(?!\w)", re.I)
_STRUCK: Final = re.compile(r"text-decoration(?:-line)?\s*:[^;]*line-through", re.I)


def looks(style: str, mark: str | None) -> Marks:
    """The marks of an element by its inline style, which overrules what its tag alone would mean."""
    found = [mark] if mark is not None else []
    weight, slant, raised = _WEIGHT.search(style), _SLANT.search(style), _RAISED.search(style)
    if weight:
        bold = weight[1].lower() == "bold" or weight[1] >= "600" and weight[1][0].isdigit()
        found = _with("strong", found, bold)
    if slant:
        found = _with("emphasis", found, slant[1].lower() != "normal")
    if raised and mark is None:
        found.append("superscript" if raised[1].lower() == "super" else "subscript")
    if _STRUCK.search(style):
        found = _with("strike", found, True)
    return tuple(found)


def _with(mark: str, found: list[str], wanted: bool) -> list[str]:
    """The marks with or without one of them."""
    rest = [one for one in found if one != mark]
    return [*rest, mark] if wanted else rest


def compose(run: list[Piece]) -> list[tuple[Inline, ...]]:
    """The paragraphs of a run: marks nested, parted where two line breaks follow each other.

    A piece's text has no white space but single spaces, and at most one of them, before it.
    """
    if len(run) == 1:
        marks, item = run[0]
        if not marks and isinstance(item, str):
            text = item.strip()
            return [(Text(text),)] if text else []
    return [nest(line, 0) for line in collapse(run) if line]


def collapse(run: list[Piece]) -> list[list[Piece]]:
    """The run in paragraphs that neither begin nor end with a space or a line break."""
    lines: list[list[Piece]] = []
    line: list[Piece] = []
    space = False
    for marks, item in run:
        if isinstance(item, str):
            if item == " ":
                space = True
            elif item:
                space = space or item[0] == " "
                _add(line, marks, item[1:] if item[0] == " " else item, space)
                space = False
        elif item is BREAK:
            if line and line[-1][1] is BREAK:
                line.pop()
                lines.append(line)
                line = []
            elif line:
                line.append((marks, BREAK))
            space = False
        else:
            _add(line, marks, item, space)
            space = False
    if line and line[-1][1] is BREAK:
        line.pop()
    lines.append(line)
    return lines


def _add(line: list[Piece], marks: Marks, item: str | Break | Formula | NoteRef, space: bool) -> None:
    """Append a piece. A space before it goes to the side with fewer marks, so that it stays out of links."""
    if line:
        before, last = line[-1]
        if space and last is not BREAK:
            if isinstance(last, str) and (before == marks or marks[: len(before)] == before):
                last = f"{last} "
                line[-1] = (before, last)
            elif isinstance(item, str) and before[: len(marks)] == marks:
                item = f" {item}"
            else:
                before = _shared(before, marks)
                last = " "
                line.append((before, last))
        if isinstance(last, str) and isinstance(item, str) and before == marks:
            if "superscript" in marks and last[-1:].isdigit() and item[:1].isdigit():
                item = f", {item}"  # two raised numbers, not one
            line[-1] = (marks, last + item)
            return
    line.append((marks, item))


def _shared(left: Marks, right: Marks) -> Marks:
    """The marks that two pieces have in common, from outside in."""
    count = 0
    for one, other in zip(left, right, strict=False):
        if one != other:
            break
        count += 1
    return left[:count]


def nest(line: list[Piece], depth: int) -> tuple[Inline, ...]:
    """Pieces as nested values; as no mark stands twice in `Marks`, the depth is that of the kinds of mark."""
    found: list[Inline] = []
    at, end = 0, len(line)
    while at < end:
        marks, item = line[at]
        if len(marks) == depth:
            found.append(Text(item) if isinstance(item, str) else item)
            at += 1
            continue
        mark, begin = marks[depth], at
        while at < end and len(line[at][0]) > depth and line[at][0][depth] == mark:
            at += 1
        children = nest(line[begin:at], depth + 1)
        if mark[0] == LINK_SIGN:
            found.append(Link(mark[1:], children))
        else:
            found.append(Style(cast(StyleKind, mark), children))
    return tuple(found)


def plain(children: tuple[Inline, ...]) -> str:
    """The characters of inline content, without formulas and notes."""
    parts: list[str] = []
    for child in children:
        if isinstance(child, Text):
            parts.append(child.text)
        elif isinstance(child, Style | Link):
            parts.append(plain(child.children))
        elif isinstance(child, Break):
            parts.append("\n")
    return "".join(parts)
