"""Parts of the output, and the marks that are put into them later.

Covers: printworthy.apps.batch.output.columns.
"""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest
import zstandard

from printworthy.apps.batch.duplicates import mark
from printworthy.apps.batch.output.columns import COLUMNS, NAMES, chosen
from printworthy.apps.batch.output.parts import SIGNATURES, PartWriter, read_card
from printworthy.apps.batch.settings import FORMATS, BatchSettings
from printworthy.errors import UsageError

PICTURE = {"src": "https://a.example/p.png", "alt": "", "caption": "A pier", "credit": "", "width": 1, "height": 2,
           "lead": True, "relevance": 1.0}  # fmt: skip
ROW = {
    "id": "00000000000000aa", "source": "a.warc", "position": 7, "record": "", "url": "https://a.example/",
    "status": 200, "bytes": 10, "title": "Tide", "authors": ["A", "B"], "date": "2026-01-02", "language": "en-GB",
    "site": "S", "page_type": "article", "confidence": 0.5, "text": "Text\n\nmore", "markdown": "# Tide",
    "blocks": "[]", "pictures": [PICTURE], "timings": [("parse", 1.5), ("build", 0.5)],
}  # fmt: skip
ERROR = {"id": "00000000000000ab", "source": "a", "position": 8, "url": "u", "error": "timeout", "message": "late: x"}


def read(path: Path) -> list[dict[str, Any]]:
    if path.suffix == ".parquet":
        return pq.read_table(path).to_pylist()
    plain = zstandard.ZstdDecompressor().stream_reader(io.BytesIO(path.read_bytes())).read()
    return [json.loads(line) for line in plain.splitlines()]


@pytest.mark.parametrize("format_", FORMATS)
def test_written_read_and_marked(tmp_path: Path, format_: str) -> None:
    settings = BatchSettings(format=format_)
    part = PartWriter(tmp_path, "000001-0000-x", settings)
    part.add(ROW)
    part.add(ERROR)
    card = part.seal(0, 5, 0, -1, last=True)
    path = tmp_path / card.file
    assert read_card(tmp_path / f"{card.file}.card") == card
    assert (card.rows, card.until, card.counts().errors["timeout"]) == (2, 5, 1)
    assert card.counts().extract_seconds == pytest.approx(0.002)
    assert np.fromfile(tmp_path / f"{card.file}.signatures", SIGNATURES)["id"].tolist() == [0xAA, 0xAB]
    first, second = read(path)
    for name in ("title", "authors", "text", "pictures", "position"):
        assert first[name] == ROW[name]
    assert dict(first["timings"]) == {"parse": 1.5, "build": 0.5}
    assert (second["error"], second["message"], second.get("text")) == ("timeout", "late: x", None)
    for _ in range(2):
        mark(path, [(0, "near 00000000000000aa")], settings)
    marked, plain = read(path)
    assert (marked["duplicate"], marked["duplicate_of"]) == ("near", "00000000000000aa")
    assert {**marked, "duplicate": None, "duplicate_of": None} == {"duplicate": None, "duplicate_of": None, **first}
    assert plain == second


def test_dropped_part_leaves_nothing(tmp_path: Path) -> None:
    part = PartWriter(tmp_path, "x", BatchSettings())
    part.add(ROW)
    part.drop()
    assert list(tmp_path.iterdir()) == []


def test_columns(tmp_path: Path) -> None:
    settings = BatchSettings(columns=("text",))
    part = PartWriter(tmp_path, "x", settings)
    part.add(ROW)
    card = part.seal(0, 1, -1, -1, last=True)
    assert set(read(tmp_path / card.file)[0]) == {"text", *(column.name for column in COLUMNS if column.key)}
    with pytest.raises(UsageError, match="no column texts"):
        chosen(("texts",))


def test_the_schema_is_documented(root: Path) -> None:
    text = (root / "docs" / "batch.md").read_text("utf-8")
    for column in COLUMNS:
        assert f"| `{column.name}` | {column.type} | {column.says} |" in text
    assert len(NAMES) == len(set(NAMES))
