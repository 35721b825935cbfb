"""Python values → arrays of pyarrow, by their buffers.

pyarrow's own way first imports pandas, where it is installed, to see whether the values are its: in every process as
much time as it takes to write some 300 rows, and 50 MB. This one is about as fast.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any

import numpy as np
import pyarrow as pa

from printworthy.apps.batch.output.columns import COLUMNS, PICTURE


def schema(names: tuple[str, ...]) -> Any:  # noqa: ANN401 - pyarrow's
    """The schema of these columns, for pyarrow."""
    types = {column.name: column.type for column in COLUMNS}
    picture = pa.struct([(name, getattr(pa, kind)()) for name, kind in PICTURE.items()])
    known = {
        "string": pa.string(),
        "int64": pa.int64(),
        "int16": pa.int16(),
        "float": pa.float32(),
        "list<string>": pa.list_(pa.string()),
        "list<picture>": pa.list_(picture),
        "map<string, float>": pa.map_(pa.string(), pa.float32()),
    }
    return pa.schema([(name, known[types[name]]) for name in names])


def array(values: Sequence[Any], kind: Any) -> Any:  # noqa: ANN401 - pyarrow has no types
    """The values as an array of a type of `columns`; None is a value that is missing, in lists and structures not."""
    if pa.types.is_struct(kind):
        children = [array([value[field.name] for value in values], field.type) for field in kind]
        return pa.Array.from_buffers(kind, len(values), [None], children=children)
    valid = _bits(value is not None for value in values) if None in values else None
    if pa.types.is_string(kind):
        data = [value.encode() if value else b"" for value in values]
        return pa.Array.from_buffers(kind, len(data), [valid, _offsets(data), pa.py_buffer(b"".join(data))])
    if pa.types.is_map(kind) or pa.types.is_list(kind):
        lists = [value or () for value in values]
        inner = _entries(list(chain.from_iterable(lists)), kind)
        return pa.Array.from_buffers(kind, len(lists), [valid, _offsets(lists)], children=[inner])
    if pa.types.is_boolean(kind):
        return pa.Array.from_buffers(kind, len(values), [valid, _bits(map(bool, values))])
    width = f"{'f' if pa.types.is_floating(kind) else 'i'}{kind.bit_width // 8}"
    numbers = np.array([value or 0 for value in values], width)
    return pa.Array.from_buffers(kind, len(values), [valid, pa.py_buffer(numbers)])


def _entries(values: list[Any], kind: Any) -> Any:  # noqa: ANN401
    """What lists hold; or what maps hold, which are lists of pairs."""
    if not pa.types.is_map(kind):
        return array(values, kind.value_type)
    pairs = [array([key for key, _ in values], kind.key_type), array([item for _, item in values], kind.item_type)]
    pair = pa.struct([kind.key_field, kind.item_field])
    return pa.Array.from_buffers(pair, len(values), [None], children=pairs)


def _offsets(values: Sequence[Any]) -> Any:  # noqa: ANN401
    """Where each value begins, and the last one ends."""
    ends = np.zeros(len(values) + 1, np.int32)
    np.cumsum(np.fromiter(map(len, values), np.int32, len(values)), out=ends[1:])
    return pa.py_buffer(ends)


def _bits(values: Iterable[bool]) -> Any:  # noqa: ANN401
    """Truths, eight in a byte."""
    return pa.py_buffer(np.packbits(np.fromiter(values, bool), bitorder="little"))
