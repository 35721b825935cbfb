"""Marks of duplicates put into a part that is already in the output: the part is written anew and takes its place."""

from __future__ import annotations

import io
import json
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pyarrow as pa
import zstandard
from pyarrow import parquet

from printworthy.apps.batch.output.arrays import array
from printworthy.apps.batch.output.footer import replace_columns
from printworthy.apps.batch.output.parts import parquet_writer
from printworthy.apps.batch.settings import BatchSettings

_LEVEL: Final = 3
_MARKS: Final = ("duplicate", "duplicate_of")
_NONE: Final = (None, None)


def mark(path: Path, marks: Sequence[tuple[int, str]], settings: BatchSettings) -> None:
    """Set `duplicate` and `duplicate_of` of some rows; each mark is a row and "kind id". Twice is as good as once."""
    known = {row: text.split(" ") for row, text in marks}
    # The worker of a run that was killed may still be at it: each writes a file of its own.
    there = path.with_name(f".{path.name}.{secrets.token_hex(4)}.new")
    if settings.format == "parquet":
        _mark_parquet(path, there, known)
    else:
        _mark_lines(path, there, known)
    there.replace(path)


def _mark_parquet(path: Path, there: Path, known: dict[int, list[str]]) -> None:
    """Only the two columns are written; to unpack and pack all the text again would cost as much as to write it."""
    first, made = 0, io.BytesIO()
    kind = pa.schema([(name, pa.string()) for name in _MARKS])
    metadata = parquet.read_metadata(path)
    with parquet_writer(made, kind) as new:
        for number in range(metadata.num_row_groups):
            rows = range(first, first + metadata.row_group(number).num_rows)
            marks = zip(*(known.get(row, _NONE) for row in rows), strict=True)
            new.write_table(pa.Table.from_arrays([array(column, pa.string()) for column in marks], schema=kind))
            first = rows.stop
    replace_columns(path, there, made)


def _mark_lines(path: Path, there: Path, known: dict[int, list[str]]) -> None:
    with path.open("rb") as packed, there.open("wb") as file:
        lines = io.BufferedReader(zstandard.ZstdDecompressor().stream_reader(packed))
        with zstandard.ZstdCompressor(level=_LEVEL).stream_writer(file) as new:
            for number, line in enumerate(lines):
                new.write(_marked(line, known[number]) if number in known else line)


def _marked(line: bytes, mark: list[str]) -> bytes:
    row = json.loads(line) | {"duplicate": mark[0], "duplicate_of": mark[1]}
    return json.dumps(row, ensure_ascii=False).encode("utf-8", "replace") + b"\n"
