"""Rows → a part of the output, with what belongs to it: its signatures, and a card that says what it holds.

A part is written under a name that nobody reads. Only when all of it is on disk does its card appear, by one rename:
a part without a card does not exist.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from io import BytesIO
from itertools import chain
from pathlib import Path
from typing import Any, Final, Protocol

import numpy as np
import pyarrow as pa
import zstandard
from pyarrow import parquet

from printworthy.apps.batch.minhash import HASH, SIGNATURE, SIZE
from printworthy.apps.batch.output.columns import COLUMNS, PICTURE, chosen
from printworthy.apps.batch.settings import MB, BatchSettings
from printworthy.apps.batch.stats import Stats


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


SIGNATURES: Final = np.dtype([("id", "<u8"), ("hash", "<u8", (2,)), ("known", "u1"), ("signature", "<u4", (SIZE,))])
# Of zstd: a step less than its usual 3 costs a tenth more room and takes half the time.
_LEVEL: Final = 1
_GROUP: Final = 16 * MB
_ROWS: Final = 2000
_FEW: Final = ("source", "status", "language", "site", "page_type", "duplicate", "error")


@dataclass(frozen=True, slots=True)
class Card:
    """A finished part: its file, which items of the task it covers, and its counts.

    began, ended: where the reader found the share's first record, and the first one after it; -1 if not known.
    """

    file: str
    start: int
    until: int
    rows: int
    bytes: int
    began: int
    ended: int
    last: bool
    stats: dict[str, Any]

    def counts(self) -> Stats:
        """The counts as such."""
        return Stats.from_json(self.stats)


class RowFile(Protocol):
    """A file of rows that is being written."""

    def add(self, rows: list[dict[str, Any]]) -> None:
        """Write some rows."""
        ...

    def close(self) -> None:
        """Write the end of the file."""
        ...


class ParquetFile:
    """Rows as Parquet, each call a row group."""

    def __init__(self, path: Path, names: tuple[str, ...]) -> None:
        self._schema = schema(names)
        self._writer = parquet_writer(path, self._schema)

    def add(self, rows: list[dict[str, Any]]) -> None:
        """Write a row group."""
        columns = [array([row.get(field.name) for row in rows], field.type) for field in self._schema]
        self._writer.write_table(pa.Table.from_arrays(columns, schema=self._schema))

    def close(self) -> None:
        """Write the footer."""
        self._writer.close()


def parquet_writer(path: Path | BytesIO, kind: Any) -> Any:  # noqa: ANN401 - pyarrow's
    """A writer that spends no time on dictionaries and statistics of columns in which every value is another one."""
    few = [name for name in _FEW if name in kind.names]
    return parquet.ParquetWriter(
        path,
        kind,
        compression="zstd",
        compression_level=_LEVEL,
        use_dictionary=few,
        write_statistics=[*few, "position"],
    )


class JsonlFile:
    """Rows as lines of JSON, packed with zstd; absent values are left out."""

    def __init__(self, path: Path, names: tuple[str, ...]) -> None:
        self._names = names
        self._file = path.open("wb")
        self._packed = zstandard.ZstdCompressor(level=_LEVEL).stream_writer(self._file)

    def add(self, rows: list[dict[str, Any]]) -> None:
        """Write some lines."""
        for row in rows:
            values = {name: row[name] for name in self._names if row.get(name) is not None}
            if "timings" in values:
                values["timings"] = {name: round(value, 3) for name, value in values["timings"]}
            self._packed.write(json.dumps(values, ensure_ascii=False).encode("utf-8", "replace") + b"\n")

    def close(self) -> None:
        """Write the end of the stream."""
        self._packed.close()  # type: ignore[no-untyped-call]


def row_file(path: Path, settings: BatchSettings) -> RowFile:
    """A new file in the format of the run."""
    names = chosen(settings.columns)
    return ParquetFile(path, names) if settings.format == "parquet" else JsonlFile(path, names)


class PartWriter:
    """One part: rows come one by one and are written in groups."""

    def __init__(self, folder: Path, name: str, settings: BatchSettings) -> None:
        self._folder, self._name = folder, f"{name}.{settings.format}"
        self._file = row_file(folder / self._name, settings)
        self._rows: list[dict[str, Any]] = []
        self._weight = 0
        self._signatures: list[bytes] = []
        self.stats = Stats()

    def add(self, row: dict[str, Any]) -> None:
        """Take a row."""
        self.stats.note_row(row)
        self._signatures.append(_signature(row))
        self._rows.append(row)
        self._weight += sum(len(row.get(name) or "") for name in ("text", "markdown", "blocks"))
        if self._weight > _GROUP or len(self._rows) >= _ROWS:
            self._flush()

    def seal(self, start: int, until: int, began: int, ended: int, last: bool) -> Card:
        """Finish the part and put its card beside it."""
        self._flush()
        self._file.close()
        path = self._folder / self._name
        (self._folder / f"{self._name}.signatures").write_bytes(b"".join(self._signatures))
        size, rows = path.stat().st_size, len(self._signatures)
        card = Card(self._name, start, until, rows, size, began, ended, last, self.stats.to_json())
        _sync(path)
        write_whole(self._folder / f"{self._name}.card", json.dumps(asdict(card)))
        return card

    def drop(self) -> None:
        """Give up: nothing of it stays."""
        self._file.close()
        (self._folder / self._name).unlink(missing_ok=True)

    def _flush(self) -> None:
        if self._rows:
            self._file.add(self._rows)
        self._rows, self._weight = [], 0


def read_card(path: Path) -> Card:
    """The card that `seal` wrote."""
    return Card(**json.loads(path.read_text("utf-8")))


def write_whole(path: Path, text: str) -> None:
    """Write a file so that it is there as a whole or not at all."""
    there = path.with_name(f".{path.name}.{os.getpid()}.new")
    there.write_text(text, "utf-8")
    _sync(there)
    there.replace(path)


def _sync(path: Path) -> None:
    """A rename may reach the disk before the bytes do: wait for the bytes."""
    with path.open("rb") as file:
        os.fsync(file.fileno())


def _signature(row: dict[str, Any]) -> bytes:
    """The row's line in the file of signatures; rows without text have one too, so that line and row agree."""
    made = np.zeros(1, SIGNATURES)
    made["id"] = int(row["id"], 16)
    if HASH in row:
        made["hash"] = np.frombuffer(row[HASH], "<u8")
    if row.get(SIGNATURE):
        made["known"], made["signature"] = 1, np.frombuffer(row[SIGNATURE], "<u4")
    return made.tobytes()
