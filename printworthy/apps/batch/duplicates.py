"""Signatures of all rows of a run → which of them repeat an earlier one, exactly or nearly; and marks in the output.

Rows count in the order of the parts, so that the first of several is always the same. Band by band, rows that share a
band's number are compared with the first and with the last one before them that do; a chain of near duplicates leads to
its first row. A row takes about 50 bytes of memory while this runs; the signatures stay on disk.
"""

from __future__ import annotations

import io
import json
import secrets
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, TypeAlias

import numpy as np
import pyarrow as pa
import zstandard
from numpy.typing import NDArray
from pyarrow import parquet

from printworthy.apps.batch.minhash import BANDS, SIZE, bands
from printworthy.apps.batch.output.footer import replace_columns
from printworthy.apps.batch.output.parts import SIGNATURES, array, parquet_writer
from printworthy.apps.batch.settings import BatchSettings

Indexes: TypeAlias = NDArray[np.int64]
_STEP: Final = 8192


def find_duplicates(files: Sequence[Path], near: float, scratch: Path) -> list[list[tuple[int, str]]]:
    """For each file of signatures, its rows that are duplicates, each with "kind id"; `scratch` is a folder to use."""
    counts = [file.stat().st_size // SIGNATURES.itemsize for file in files]
    total = sum(counts)
    if not total:
        return [[] for _ in files]
    rows = _Rows(files, counts, scratch)
    first = _exact(rows.hashes)
    root = _near(rows, first, near) if near else np.arange(total)
    return list(_marks(rows.ids, counts, first, root))


class _Rows:
    """All rows of a run: keys and hashes in memory, signatures and bands in files of their own."""

    def __init__(self, files: Sequence[Path], counts: Sequence[int], scratch: Path) -> None:
        total = sum(counts)
        self.ids = np.zeros(total, np.uint64)
        self.hashes = np.zeros((total, 2), np.uint64)
        self.known = np.zeros(total, bool)
        self.signatures = np.memmap(scratch / "signatures.all", np.uint32, "w+", shape=(total, SIZE))
        self.bands = np.memmap(scratch / "bands.all", np.uint64, "w+", shape=(BANDS, total))
        at = 0
        for file, count in zip(files, counts, strict=True):
            for start in range(0, count, _STEP):
                some = np.fromfile(file, SIGNATURES, min(_STEP, count - start), offset=start * SIGNATURES.itemsize)
                self._take(at, some)
                at += len(some)

    def _take(self, at: int, some: NDArray[np.void]) -> None:
        here = slice(at, at + len(some))
        self.ids[here], self.hashes[here], self.known[here] = some["id"], some["hash"], some["known"] == 1
        self.signatures[here] = some["signature"]
        self.bands[:, here] = bands(some["signature"]).T


def _exact(hashes: NDArray[np.uint64]) -> Indexes:
    """For each row, the first row with the same text; itself if it has none."""
    order = np.lexsort((hashes[:, 1], hashes[:, 0]))
    new = np.ones(len(order), bool)
    new[1:] = (hashes[order[1:]] != hashes[order[:-1]]).any(axis=1)
    first = np.empty(len(order), np.int64)
    # The sort is stable, so that the first of a group is the earliest row.
    first[order] = order[new][np.cumsum(new) - 1]
    empty = ~hashes.any(axis=1)
    first[empty] = np.flatnonzero(empty)
    return first


def _near(rows: _Rows, first: Indexes, near: float) -> Indexes:
    """For each row, the earliest row that a chain of near duplicates leads to."""
    root = np.arange(len(first))
    rest = np.flatnonzero(rows.known & (first == np.arange(len(first))))
    for band in range(BANDS):
        keys = np.asarray(rows.bands[band])[rest]
        order = np.argsort(keys, kind="stable")
        for later, earlier in _pairs(keys[order], rest[order]):
            alike = (rows.signatures[later] == rows.signatures[earlier]).mean(axis=1) >= near
            for one, other in zip(later[alike].tolist(), earlier[alike].tolist(), strict=True):
                _join(root, one, other)
    for row in np.flatnonzero(root != np.arange(len(root))).tolist():
        root[row] = _find(root, row)
    return root


def _pairs(keys: NDArray[np.uint64], rows: Indexes) -> Iterator[tuple[Indexes, Indexes]]:
    """Rows that share a key: each with the one before it, and with the first of its group; some at a time."""
    if not len(keys):
        return
    same = np.flatnonzero(keys[1:] == keys[:-1]) + 1
    starts = np.zeros(len(keys), np.int64)
    new = np.flatnonzero(np.concatenate(([True], keys[1:] != keys[:-1])))
    starts[new] = new
    starts = np.maximum.accumulate(starts)
    for start in range(0, len(same), _STEP):
        some = same[start : start + _STEP]
        yield rows[some], rows[some - 1]
        far = some[starts[some] < some - 1]
        if len(far):
            yield rows[far], rows[starts[far]]


def _find(root: Indexes, row: int) -> int:
    while (up := int(root[row])) != row:
        root[row] = root[up]
        row = up
    return row


def _join(root: Indexes, one: int, other: int) -> None:
    first, second = _find(root, one), _find(root, other)
    root[max(first, second)] = min(first, second)


def _marks(
    ids: NDArray[np.uint64], counts: Sequence[int], first: Indexes, root: Indexes
) -> Iterator[list[tuple[int, str]]]:
    at = 0
    for count in counts:
        own = np.arange(at, at + count)
        exact, near = first[own] != own, root[own] != own
        found = [
            (row, f"exact {int(ids[first[at + row]]):016x}" if exact[row] else f"near {int(ids[root[at + row]]):016x}")
            for row in np.flatnonzero(exact | near).tolist()
        ]
        yield found
        at += count


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
