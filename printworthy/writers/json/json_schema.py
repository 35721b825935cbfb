"""The JSON schema as a table: for each type of the document, its name and its fields; writer and reader both follow it.

The shapes are few: a text, a number, a list of blocks … A shape that is a tuple allows the words in it alone.
"""

from __future__ import annotations

from dataclasses import MISSING, fields
from typing import Any, Final, NamedTuple, TypeAlias, get_args

from printworthy.data import article as about
from printworthy.data import blocks as model
from printworthy.data.article import Article, PageType

SCHEMA: Final = "printworthy/article"
VERSION: Final = 1

Shape: TypeAlias = str | tuple[str, ...]


class SchemaField(NamedTuple):
    """A field of a type; one that has a default may be missing."""

    name: str
    shape: Shape
    required: bool


class Kind(NamedTuple):
    """A type of the document: its class, and its fields in their order."""

    made: type[Any]
    fields: tuple[SchemaField, ...]


def _kind(made: type[Any], *shapes: Shape) -> Kind:
    """A type whose fields, in their order, have these shapes."""
    known = [field for field in fields(made) if field.name != "trace"]
    rows = zip(known, shapes, strict=True)
    optional = [field.default is not MISSING or field.default_factory is not MISSING for field in known]
    return Kind(made, tuple(SchemaField(f.name, s, not free) for (f, s), free in zip(rows, optional, strict=True)))


_EMBEDS: Final = ("video", "audio", "post", "map", "document", "other")

INLINES: Final[dict[str, Kind]] = {
    "text": _kind(model.Text, "text"),
    "style": _kind(model.Style, get_args(model.StyleKind), "inlines"),
    "link": _kind(model.Link, "text", "inlines"),
    "break": _kind(model.Break),
    "formula": _kind(model.Formula, "text"),
    "note_ref": _kind(model.NoteRef, "text"),
}
FIGURE: Final = _kind(
    model.Figure, "text", "text", "inlines", "text", "integer", "integer", "boolean", "number", "text"
)
_POST: Final = _kind(model.Post, "blocks", "text", "text", "integer", get_args(model.PostKind), "boolean")
BLOCKS: Final[dict[str, Kind]] = {
    "heading": _kind(model.Heading, "integer", "inlines"),
    "paragraph": _kind(model.Paragraph, "inlines"),
    "list": _kind(model.List, "boolean", "items", "integer"),
    "definitions": _kind(model.Definitions, "definitions"),
    "table": _kind(model.Table, "rows", "integer", "inlines"),
    "code": _kind(model.Code, "text", "text"),
    "math": _kind(model.Math, "text"),
    "quote": _kind(model.Quote, "blocks", "text"),
    "callout": _kind(model.Callout, "text", "blocks", "inlines"),
    "figure": FIGURE,
    "gallery": _kind(model.Gallery, "figures"),
    "note": _kind(model.Note, "text", "text", "blocks"),
    "embed": _kind(model.Embed, _EMBEDS, "text", "text", "inlines"),
    "post": _POST,
    "rule": _kind(model.Rule),
}
# Parts that stand in one place only, and so need no type.
PARTS: Final[dict[str, Kind]] = {
    "items": _kind(model.Item, "blocks"),
    "definitions": _kind(model.Definition, "terms", "blocks"),
    "cells": _kind(model.Cell, "blocks", "boolean", "integer", "integer"),
    "comments": _POST,
}
ARTICLE: Final = _kind(
    Article, "text", "texts", "text", "text", "text", "text", "text", ("ltr", "rtl"),
    get_args(PageType), "number", "text", "blocks", "comments", "picture", "metadata",
)  # fmt: skip
# Objects that stand alone: what is known about the article, and a field of it with its source and confidence.
OBJECTS: Final[dict[Shape, Kind]] = {
    "picture": FIGURE,
    "metadata": _kind(
        about.Metadata, "known text", "known text", "known text", "known text", "known text", "known texts",
        "known texts", "known text", "known text", "known text", "known text", "known text", "known texts",
        ("ltr", "rtl"), "integer", "integer",
    ),
    "known text": _kind(about.Field, "text", "text", "number"),
    "known texts": _kind(about.Field, "texts", "text", "number"),
}  # fmt: skip
LISTS: Final[dict[str, str]] = {"rows": "cells", "terms": "inlines"}  # lists of lists, and what these hold
