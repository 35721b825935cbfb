"""JSON read back: bytes after the schema in `docs/json.md` go in, the very `Article` comes out.

What does not follow the schema is refused with the path of the field, like `blocks[3].items[0].blocks[1].level`.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Final, NoReturn, TypeVar, cast

from printworthy.data.article import Article
from printworthy.data.trace import Trace, UnseenText
from printworthy.errors import InputError
from printworthy.writers.json import json_schema as schema

_T = TypeVar("_T")
_NAMES: Final[dict[type, str]] = {dict: "an object", list: "a list", type(None): "nothing"}


def read_json(content: bytes | str) -> Article:
    """The article that was written as JSON."""
    try:
        document = json.loads(content, parse_constant=_refuse_constant)
        return _article(document)
    except RecursionError:
        raise InputError("the JSON is nested too deeply: write it with a flatter article") from None
    except (json.JSONDecodeError, UnicodeDecodeError) as error:
        raise InputError(f"this is not JSON: {error}; give a file that was written with the format json") from error


def _refuse_constant(name: str) -> NoReturn:
    raise InputError(f"{name} is not a number of JSON: use a finite one")


def _article(value: object) -> Article:
    document = _members(value, "the document")
    if document.get("schema") != schema.SCHEMA:
        _refuse("schema", f'"{schema.SCHEMA}"', document.get("schema"))
    if document.get("version") != schema.VERSION or isinstance(document["version"], bool):
        _refuse("version", str(schema.VERSION), document.get("version"))
    article = cast("Article", _object(document, schema.ARTICLE, ""))
    if "trace" in document:
        _fill(article.trace, document["trace"])
    return article


def _object(value: object, kind: schema.Kind, path: str) -> object:
    """An object's fields as a value of its class; fields that the schema does not know are left alone."""
    members = _members(value, path)
    known: dict[str, object] = {}
    for field in kind.fields:
        place = f"{path}.{field.name}" if path else field.name
        if field.name in members:
            known[field.name] = _value(members[field.name], field.shape, place)
        elif field.required:
            raise InputError(f"{place} is missing: add it, as the schema in docs/json.md asks")
    return cast("object", kind.made(**known))


def _typed(kinds: dict[str, schema.Kind]) -> Callable[[object, str], object]:
    """A reader of objects that name their type."""

    def read(value: object, path: str) -> object:
        name = _members(value, path).get("type")
        if not isinstance(name, str) or name not in kinds:
            _refuse(f"{path}.type", f"one of {', '.join(kinds)}", name)
        return _object(value, kinds[name], path)

    return read


_ELEMENTS: Final[dict[str, Callable[[object, str], object]]] = {
    "inlines": _typed(schema.INLINES),
    "blocks": _typed(schema.BLOCKS),
    "figures": _typed({"figure": schema.FIGURE}),
}


def _value(value: object, shape: schema.Shape, path: str) -> object:
    """A field's value after its shape."""
    if isinstance(shape, tuple):
        if not isinstance(value, str) or value not in shape:
            _refuse(path, f"one of {', '.join(shape)}", value)
        return value
    if shape in schema.OBJECTS:
        if value is None and shape == "picture":
            return None
        return _object(value, schema.OBJECTS[shape], path)
    if shape in _SCALARS:
        return _SCALARS[shape](value, path)
    return _many(value, _element(shape), path)


def _element(shape: str) -> Callable[[object, str], object]:
    """How to read one member of a list of this shape."""
    if shape in _ELEMENTS:
        return _ELEMENTS[shape]
    if shape in schema.PARTS:
        return lambda value, path: _object(value, schema.PARTS[shape], path)
    if shape in schema.LISTS:
        return lambda value, path: _value(value, schema.LISTS[shape], path)
    return _text


def _many(value: object, read: Callable[[object, str], _T], path: str) -> tuple[_T, ...]:
    if not isinstance(value, list):
        _refuse(path, "a list", value)
    return tuple([read(one, f"{path}[{place}]") for place, one in enumerate(value)])


def _text(value: object, path: str) -> str:
    if not isinstance(value, str):
        _refuse(path, "a text", value)
    return value


def _boolean(value: object, path: str) -> bool:
    if not isinstance(value, bool):
        _refuse(path, "true or false", value)
    return value


def _integer(value: object, path: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        _refuse(path, "a whole number", value)
    return value


def _number(value: object, path: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        _refuse(path, "a number", value)
    try:
        return float(value)
    except OverflowError:
        _refuse(path, "a smaller number", value)


_SCALARS: Final[dict[str, Callable[[object, str], object]]] = {
    "text": _text,
    "boolean": _boolean,
    "integer": _integer,
    "number": _number,
}


def _fill(trace: Trace, value: object) -> None:
    """Put what the JSON says into the article's trace."""
    members = _members(value, "trace")
    rows = _many(members.get("segments", []), _segment, "trace.segments")
    trace.texts = [row[0] for row in rows]
    trace.kept = [row[1] for row in rows]
    trace.probabilities = [row[2] for row in rows]
    reasons = [row[3] for row in rows]
    trace.why = lambda: reasons
    timings = _members(members.get("timings", {}), "trace.timings")
    trace.timings.update({name: _number(seconds, f"trace.timings.{name}") for name, seconds in timings.items()})
    trace.notes.extend(_many(members.get("notes", []), _text, "trace.notes"))
    trace.unseen = _many(members.get("unseen", []), _unseen, "trace.unseen")


def _unseen(value: object, path: str) -> UnseenText:
    row = _members(value, path)
    return UnseenText(_text(row.get("text"), f"{path}.text"), _text(row.get("reason"), f"{path}.reason"))


def _segment(value: object, path: str) -> tuple[str, bool, float, tuple[str, str]]:
    row = _members(value, path)
    return (
        _text(row.get("text"), f"{path}.text"),
        _boolean(row.get("kept"), f"{path}.kept"),
        _number(row.get("probability"), f"{path}.probability"),
        (_text(row.get("step"), f"{path}.step"), _text(row.get("reason"), f"{path}.reason")),
    )


def _members(value: object, path: str) -> dict[str, object]:
    """The members of an object."""
    if not isinstance(value, dict):
        _refuse(path, "an object", value)
    return value


def _refuse(path: str, wanted: str, value: object) -> NoReturn:
    """Say which field is wrong, what it should be and what it is."""
    shown = _NAMES.get(type(value)) or json.dumps(value)[:60]
    raise InputError(f"{path}: expected {wanted}, found {shown}; see the schema in docs/json.md")
