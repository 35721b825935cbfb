from __future__ import annotations

import io
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from printworthy.apps.batch.output.footer import footer, packed, replace_columns

TABLE = pa.table({
    "number": list(range(50)), "text": [f"text {number}" * 40 for number in range(50)], "mark": [None] * 49 + ["old"],
    "nested": [[{"a": True, "b": 0.5}]] * 50,
})  # fmt: skip


def written(table: pa.Table, group: int) -> io.BytesIO:
    file = io.BytesIO()
    pq.write_table(table, file, row_group_size=group, compression="zstd")
    return file


@pytest.mark.parametrize("group", [1, 7, 50])
def test_read_and_written_back(group: int) -> None:
    file = written(TABLE, group)
    fields, start = footer(file)
    assert packed(fields) == file.getvalue()[start:-8]


@pytest.mark.parametrize("group", [1, 7, 50])
def test_a_column_replaced_again_and_again(tmp_path: Path, group: int) -> None:
    path, there = tmp_path / "a", tmp_path / "b"
    path.write_bytes(written(TABLE, group).getvalue())
    for turn in range(3):
        marks = pa.table({"mark": [f"mark {number * turn}" if number % 3 else None for number in range(50)]})
        replace_columns(path, there, written(marks, group))
        there.replace(path)
        assert pq.read_table(path).equals(TABLE.set_column(2, "mark", marks["mark"]))
        metadata = pq.read_metadata(path).row_group(0)
        sizes = [metadata.column(place).total_uncompressed_size for place in range(metadata.num_columns)]
        assert metadata.total_byte_size == sum(sizes)


def test_other_row_groups_and_other_files(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(written(TABLE, 7).getvalue())
    with pytest.raises(ValueError, match="shorter"):
        replace_columns(path, tmp_path / "b", written(TABLE.select(["mark"]), 50))
    with pytest.raises(ValueError, match="no Parquet"):
        footer(io.BytesIO(b"PAR1" + bytes(20)))
