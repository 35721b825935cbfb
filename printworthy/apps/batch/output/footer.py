"""The footer of a Parquet file, and one way to change it: some columns are replaced, and the rest is not unpacked.

A footer is Thrift in its compact form. It is read without knowing what its fields mean, so that all that is not touched
is written back as it was; the numbers of those that are, are from Parquet's definition (parquet.thrift).
"""

from __future__ import annotations

import os
import shutil
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO, Final, TypeAlias

# Field by number: its type and its value.
Fields: TypeAlias = dict[int, tuple[int, Any]]
_MAGIC: Final = b"PAR1"
_TRUE, _FALSE, _BYTE, _DOUBLE, _BINARY, _LIST, _SET, _STRUCT = 1, 2, 3, 7, 8, 9, 10, 12
_NUMBERS: Final = (4, 5, 6)
_ROW_GROUPS: Final = 4
_COLUMNS, _GROUP_SIZE, _GROUP_PACKED = 1, 2, 6
_META: Final = 3
_PATH, _SIZE, _PACKED = 3, 6, 7
_CHUNK_OFFSET: Final = 2
_OFFSETS: Final = (9, 10, 11)  # of the first data page, the index page, the dictionary page


class Thrift:
    """Reads bytes in Thrift's compact form."""

    def __init__(self, data: bytes) -> None:
        self._data, self._at = data, 0

    def fields(self) -> Fields:
        """A struct."""
        found: Fields = {}
        number = 0
        while head := self._byte():
            step, kind = head >> 4, head & 15
            number = number + step if step else self._zigzag()
            found[number] = kind, kind == _TRUE if kind in (_TRUE, _FALSE) else self._value(kind)
        return found

    def _value(self, kind: int) -> Any:  # noqa: ANN401 - by its kind
        if kind in _NUMBERS:
            return self._zigzag()
        if kind == _BINARY:
            return self._bytes(self._varint())
        if kind == _STRUCT:
            return self.fields()
        if kind in (_LIST, _SET):
            head = self._byte()
            count = head >> 4 if head >> 4 < 15 else self._varint()
            return head & 15, [self._value(head & 15) for _ in range(count)]
        if kind in (_TRUE, _FALSE, _BYTE):
            return self._bytes(1)
        if kind == _DOUBLE:
            return self._bytes(8)
        raise ValueError(f"no footer has a field of kind {kind}")

    def _byte(self) -> int:
        self._at += 1
        return self._data[self._at - 1]

    def _bytes(self, size: int) -> bytes:
        self._at += size
        return self._data[self._at - size : self._at]

    def _varint(self) -> int:
        value = shift = 0
        while (byte := self._byte()) & 128:
            value |= (byte & 127) << shift
            shift += 7
        return value | byte << shift

    def _zigzag(self) -> int:
        value = self._varint()
        return value >> 1 ^ -(value & 1)


def packed(fields: Fields) -> bytes:
    """A struct as Thrift writes it."""
    made, before = bytearray(), 0
    for number, (kind, value) in sorted(fields.items()):
        step = number - before
        made += bytes([step << 4 | kind]) if 0 < step < 16 else bytes([kind]) + _zigzag(number)
        made += b"" if kind in (_TRUE, _FALSE) else _packed(kind, value)
        before = number
    return bytes(made) + b"\0"


def replace_columns(path: Path, there: Path, columns: BytesIO) -> None:
    """The file with those columns that another one, with the same row groups, holds; the old ones are left as waste."""
    with path.open("rb") as file:
        old, end = footer(file)
    new, added = footer(columns)
    for group, other in zip(old[_ROW_GROUPS][1][1], new[_ROW_GROUPS][1][1], strict=True):
        _replace(group, {_name(chunk): _moved(chunk, end - len(_MAGIC)) for chunk in other[_COLUMNS][1][1]})
    made = packed(old)
    shutil.copyfile(path, there)
    with there.open("r+b") as file:
        file.seek(end)
        file.write(columns.getvalue()[len(_MAGIC) : added])
        file.write(made + len(made).to_bytes(4, "little") + _MAGIC)
        file.truncate()


def footer(file: BinaryIO) -> tuple[Fields, int]:
    """The footer of a file, and where it begins."""
    end = file.seek(-8, os.SEEK_END)
    size, magic = int.from_bytes(file.read(4), "little"), file.read(4)
    if magic != _MAGIC or size > end - len(_MAGIC):
        raise ValueError("this is no Parquet file")
    file.seek(end - size)
    return Thrift(file.read(size)).fields(), end - size


def _replace(group: Fields, chunks: dict[tuple[bytes, ...], Fields]) -> None:
    """Put column chunks into a row group in the place of those with the same names."""
    kind, before = group[_COLUMNS][1]
    after = [chunks.get(_name(chunk), chunk) for chunk in before]
    group[_COLUMNS] = _LIST, (kind, after)
    for place, what in ((_GROUP_SIZE, _SIZE), (_GROUP_PACKED, _PACKED)):
        _add(group, place, _sum(after, what) - _sum(before, what))


def _name(chunk: Fields) -> tuple[bytes, ...]:
    return tuple(chunk[_META][1][_PATH][1][1])


def _sum(chunks: list[Fields], what: int) -> int:
    return sum(chunk[_META][1][what][1] for chunk in chunks)


def _moved(chunk: Fields, by: int) -> Fields:
    """A column chunk that stands elsewhere."""
    if chunk.get(_CHUNK_OFFSET, (0, 0))[1]:  # 0 means that nobody says
        _add(chunk, _CHUNK_OFFSET, by)
    for place in _OFFSETS:
        _add(chunk[_META][1], place, by)
    return chunk


def _add(fields: Fields, place: int, more: int) -> None:
    """Make a number larger, if it is there."""
    if place in fields:
        kind, value = fields[place]
        fields[place] = kind, value + more


def _packed(kind: int, value: Any) -> bytes:  # noqa: ANN401 - by its kind
    if kind in _NUMBERS:
        return _zigzag(value)
    if kind == _BINARY:
        return _varint(len(value)) + bytes(value)
    if kind == _STRUCT:
        return packed(value)
    if kind in (_LIST, _SET):
        inner, values = value
        head = bytes([len(values) << 4 | inner]) if len(values) < 15 else bytes([240 | inner]) + _varint(len(values))
        return head + b"".join(_packed(inner, one) for one in values)
    return bytes(value)


def _varint(value: int) -> bytes:
    made = bytearray()
    while value > 127:
        made.append(value & 127 | 128)
        value >>= 7
    return bytes(made) + bytes([value])


def _zigzag(value: int) -> bytes:
    return _varint(value << 1 if value >= 0 else (-value << 1) - 1)
