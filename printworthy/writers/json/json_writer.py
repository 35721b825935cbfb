"""JSON: an `Article` goes in, UTF-8 JSON after the schema in `docs/json.md` comes out."""

from __future__ import annotations

import json
import re
from typing import Any, ClassVar, Final

from printworthy.data.article import Article
from printworthy.data.trace import Trace
from printworthy.errors import WriteError
from printworthy.writers.json import json_schema as schema
from printworthy.writers.protocol import DEFAULTS, WriteOptions

_TYPED: Final = {kind.made: (name, kind) for name, kind in (schema.INLINES | schema.BLOCKS).items()}
# Inside a page's script element these would end it, or begin a comment; as escapes they say the same.
_MARKUP: Final = re.compile(r"<(?=[/!]|script)", re.I)
_ESCAPE: Final = r"\\u003c"
_NESTED: Final = frozenset({"inlines", "blocks", "figures"})


class JsonWriter:
    """JSON after a schema that `read_json` reads back."""

    name: ClassVar[str] = "json"
    suffixes: ClassVar[tuple[str, ...]] = (".json",)

    def write(self, article: Article, options: WriteOptions = DEFAULTS) -> bytes:
        """The article as one JSON object on lines of its own."""
        document = to_json(article, with_trace=options.trace)
        try:
            text = json.dumps(document, ensure_ascii=False, allow_nan=False, indent=1)
        except ValueError as error:
            raise WriteError(f"the article holds a number that JSON cannot: {error}; give it a finite one") from error
        try:
            return f"{_MARKUP.sub(_ESCAPE, text)}\n".encode()
        except UnicodeEncodeError:  # half a character: only an escape can say that
            return f"{_MARKUP.sub(_ESCAPE, json.dumps(document, indent=1))}\n".encode("ascii")


def to_json(article: Article, with_trace: bool = False) -> dict[str, Any]:
    """The article as plain values, ready for JSON."""
    document: dict[str, Any] = {"schema": schema.SCHEMA, "version": schema.VERSION}
    document |= _fields(article, schema.ARTICLE)
    document["images"] = [_fields(figure, schema.FIGURE) for figure in article.images]
    if with_trace:
        document["trace"] = _trace(article.trace)
    return document


def _fields(value: object, kind: schema.Kind) -> dict[str, Any]:
    """The fields of one value."""
    return {field.name: _plain(getattr(value, field.name), field.shape) for field in kind.fields}


def _typed(value: object) -> dict[str, Any]:
    """An inline or a block, with the name of its type first."""
    name, kind = _TYPED[type(value)]
    return {"type": name, **_fields(value, kind)}


def _plain(value: object, shape: schema.Shape) -> object:
    """A field's value; one that is neither an object nor a list is plain already."""
    if shape in schema.OBJECTS:
        if value is None:
            return None
        return _fields(value, schema.OBJECTS[shape])
    if not isinstance(value, tuple) or isinstance(shape, tuple):
        return value
    if shape in _NESTED:
        return [_typed(one) for one in value]
    if shape in schema.PARTS:
        return [_fields(one, schema.PARTS[shape]) for one in value]
    if shape in schema.LISTS:
        return [_plain(one, schema.LISTS[shape]) for one in value]
    return list(value)


def _trace(trace: Trace) -> dict[str, Any]:
    """Why each segment was kept or dropped, and how long each step took."""
    return {
        "segments": [
            {"text": s.text, "kept": s.kept, "probability": s.probability, "step": s.step, "reason": s.reason}
            for s in trace.segments
        ],
        "timings": {name: float(seconds) for name, seconds in trace.timings.items()},
        "notes": list(trace.notes),
        "unseen": [{"text": one.text, "reason": one.reason} for one in trace.unseen],
    }
