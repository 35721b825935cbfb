"""The tokens of a line of Markdown, tidied: tokens as they were found go in; ready to be written they come out."""

from __future__ import annotations

from itertools import pairwise
from typing import Final, Literal, TypeAlias

Shape: TypeAlias = Literal["text", "code", "raw", "note", "break", "open", "close", "link", "end"]
# A piece of a line: its shape, and its text, mark-up, style or address. A bare tuple: every paragraph makes many.
Token: TypeAlias = tuple[Shape, str]

SPACE: Final = " \t\n"


def tidied(tokens: list[Token]) -> list[Token]:
    """Neighbouring texts merged, white space outside of marks and away from line ends."""
    tokens = _merged(tokens)
    if any(_is_loose(left, right) for left, right in pairwise(tokens)):
        tokens = _merged(_hoisted(_hoisted(tokens), backwards=True))
    return _trimmed(tokens)


def _merged(tokens: list[Token]) -> list[Token]:
    """Neighbouring texts (and codes) as one, empty tokens gone, white-space code as text."""
    merged: list[Token] = []
    last = ""
    blank_code = False
    for token in tokens:
        shape, value = token
        if shape in ("text", "code"):
            if value and shape == last:
                merged[-1] = (shape, merged[-1][1] + value)
            if not value or shape == last:
                continue
            blank_code = blank_code or (shape == "code" and value.isspace())
        elif shape == "raw" and not value:
            continue
        merged.append(token)
        last = shape
    if not blank_code:
        return merged
    # Code that was merged since may not be blank any more; what still is becomes text.
    texts: list[Token] = [
        ("text", token[1]) if token[0] == "code" and token[1].isspace() else token for token in merged
    ]
    return _merged(texts) if texts != merged else merged


def _is_loose(left: Token, right: Token) -> bool:
    """Is there white space just inside a mark or a link?"""
    if left[0] in ("open", "link"):
        return right[0] == "break" or (right[0] == "text" and right[1][0].isspace())
    if right[0] in ("close", "end"):
        return left[0] == "break" or (left[0] == "text" and left[1][-1].isspace())
    return False


def _hoisted(tokens: list[Token], backwards: bool = False) -> list[Token]:
    """Space right behind an opening mark goes before it; backwards: space right before a closing one goes behind."""
    marks = ("close", "end") if backwards else ("open", "link")
    result: list[Token] = []
    held: list[Token] = []  # opening marks whose first character is not yet known
    for token in reversed(tokens) if backwards else tokens:
        if token[0] in marks:
            held.append(token)
        elif held and token[0] == "break":
            result.append(token)
        elif held and token[0] == "text":
            text = token[1].rstrip() if backwards else token[1].lstrip()
            space = token[1][len(text) :] if backwards else token[1][: len(token[1]) - len(text)]
            result.extend([("text", space)] if space else [])
            if text:
                result.extend([*held, ("text", text)])
                held = []
        else:
            result.extend([*held, token])
            held = []
    result.extend(held)
    return result[::-1] if backwards else result


def _trimmed(tokens: list[Token]) -> list[Token]:
    """No white space at the ends of lines, no break before or after all text."""
    result: list[Token] = []
    fresh = True
    for place, token in enumerate(tokens):
        if token[0] == "text":
            text = token[1].lstrip(SPACE) if fresh else token[1]
            if place + 1 == len(tokens) or tokens[place + 1][0] == "break":
                text = text.rstrip(SPACE)
            if text:
                result.append(("text", text))
                fresh = False
        elif token[0] != "break":
            result.append(token)
            fresh = False
        elif result:
            result.append(token)
            fresh = True
    while result and result[-1][0] == "break":
        result.pop()
    return result
