"""Marks of duplicates put into a part that is already in the output: the part is written anew and takes its place."""

from __future__ import annotations

import io
import json
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from printworthy.apps.batch.arrow import arrow, parquet
from printworthy.apps.batch.parts import parquet_writer
from printworthy.apps.batch.settings import Settings

_LEVEL: Final = 3


def mark(path: Path, marks: Sequence[tuple[int, str]], settings: Settings) -> None:
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
    pa, first = arrow(), 0
    with parquet().ParquetFile(path) as old:
        kind = old.schema_arrow
        with parquet_writer(there, kind) as new:
            for number in range(old.num_row_groups):
                group: Any = old.read_row_group(number)
                for column, part in (("duplicate", 0), ("duplicate_of", 1)):
                    values = [known[row][part] if row in known else None for row in range(first, first + len(group))]
                    place = kind.get_field_index(column)
                    group = group.set_column(place, column, pa.array(values, pa.string()))
                new.write_table(group)
                first += len(group)


def _mark_lines(path: Path, there: Path, known: dict[int, list[str]]) -> None:
    import zstandard

    with path.open("rb") as packed, there.open("wb") as file:
        lines = io.BufferedReader(zstandard.ZstdDecompressor().stream_reader(packed))
        with zstandard.ZstdCompressor(level=_LEVEL).stream_writer(file) as new:
            for number, line in enumerate(lines):
                new.write(_marked(line, known[number]) if number in known else line)


def _marked(line: bytes, mark: list[str]) -> bytes:
    row = json.loads(line) | {"duplicate": mark[0], "duplicate_of": mark[1]}
    return json.dumps(row, ensure_ascii=False).encode("utf-8", "replace") + b"\n"
