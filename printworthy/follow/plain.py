"""Plain: a block → its words, and a block with its notes renamed. Both go through any block alike."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import TypeVar, cast

from printworthy.data.blocks import Block, Code, Formula, Math, Note, NoteRef, Text

T = TypeVar("T")


def plain(block: Block) -> str:
    """The words of a block in lower case with single spaces, to compare it with others."""
    return " ".join(" ".join(_pieces(block)).casefold().split())


def rename_notes(value: T, prefix: str) -> T:
    """The same value with every note called `prefix` + its name: parts of an article all begin with note 1."""
    if isinstance(value, tuple):
        return cast(T, tuple(rename_notes(one, prefix) for one in value))
    if isinstance(value, NoteRef):
        return cast(T, replace(value, note=prefix + value.note))
    if not is_dataclass(value) or isinstance(value, type):
        return value
    changes = {one.name: rename_notes(getattr(value, one.name), prefix) for one in fields(value)}
    if isinstance(value, Note):
        changes["id"] = prefix + value.id
    return cast(T, replace(value, **changes))


def _pieces(value: object) -> list[str]:
    if isinstance(value, Text | Code):
        return [value.text]
    if isinstance(value, Formula | Math):
        return [value.latex]
    if isinstance(value, tuple):
        return [piece for one in value for piece in _pieces(one)]
    if is_dataclass(value) and not isinstance(value, type):
        return [piece for one in fields(value) for piece in _pieces(getattr(value, one.name))]
    return []
