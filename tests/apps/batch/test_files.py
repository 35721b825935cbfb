"""Tables and folders as sources.

Covers: printworthy.apps.batch.readers.files.
"""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import zstandard

from printworthy.apps.batch.readers.items import Item, Raw, UnreadablePage
from printworthy.apps.batch.readers.sources import find_sources
from printworthy.apps.batch.settings import BatchSettings, Caps
from printworthy.apps.batch.tasks import cut_all
from printworthy.apps.batch.worker import open_reader
from printworthy.errors import InputError, UsageError

ROWS = [{"url": f"https://a.example/{number}", "html": f"<p>{number}" + "x" * number} for number in range(20)]
LINES = "".join(f"{json.dumps(row)}\n" for row in ROWS).encode()


def read(path: Path, settings: BatchSettings) -> list[Item]:
    tasks = cut_all(find_sources([str(path)], settings), settings)
    return [item for task in tasks for item in open_reader(task, settings).items()]


def small(cut: int, **changes: object) -> BatchSettings:
    return BatchSettings(cut_mb=cut / 1024 / 1024, **changes)


@pytest.mark.parametrize("cut", [10, 97, 400, 10_000])
@pytest.mark.parametrize("pack", [bytes, gzip.compress, zstandard.ZstdCompressor().compress])
def test_jsonl(tmp_path: Path, pack, cut: int) -> None:
    path = tmp_path / "pages.jsonl"
    path.write_bytes(pack(LINES.replace(b"\n", b"\n\n")))
    items = read(path, small(cut))
    assert [(item.url, item.html) for item in items] == [(row["url"], row["html"]) for row in ROWS]
    assert len({item.place.position for item in items}) == 20


def test_jsonl_damaged(tmp_path: Path) -> None:
    path = tmp_path / "pages.jsonl"
    lines = ['{"url": "u", "html": "<p>1"}', "{broken", '{"url": "u"}', '{"url": "u", "html": 7}', "[1]", "[" * 9999]
    large = json.dumps({"url": "u", "html": "x" * 1_100_000})
    path.write_text("\n".join([*lines, large, '{"html": "<p>2"}']))
    items = read(path, BatchSettings(caps=Caps(html_mb=1)))
    kinds = [item.kind if isinstance(item, UnreadablePage) else item.html for item in items]
    assert kinds == ["<p>1", *["damaged"] * 5, "too large", "<p>2"]


def test_jsonl_cut_short(tmp_path: Path) -> None:
    path = tmp_path / "pages.jsonl.gz"
    path.write_bytes(gzip.compress(LINES)[:-30])
    items = read(path, BatchSettings())
    assert isinstance(items[-1], UnreadablePage)
    assert all(isinstance(item, Raw) for item in items[:-1])


@pytest.mark.parametrize("cut", [1, 300, 100_000])
@pytest.mark.parametrize("binary", [False, True])
def test_parquet(tmp_path: Path, cut: int, binary: bool) -> None:
    path = tmp_path / "pages.parquet"
    html = [row["html"].encode() if binary else row["html"] for row in ROWS]
    table = pa.table({"address": [row["url"] for row in ROWS], "content": html, "other": list(range(20))})
    pq.write_table(table, path, row_group_size=3)
    settings = small(cut, html_column="content", url_column="address")
    items = read(path, settings)
    assert [(item.url, item.html) for item in items] == list(zip(table["address"].to_pylist(), html, strict=True))
    assert [item.place.position for item in items] == list(range(20))
    with pytest.raises(UsageError, match="no column html, url"):
        read(path, BatchSettings())


def test_folder(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "b.htm").write_bytes(b"<p>b")
    (tmp_path / "a.html").write_bytes(b"<p>a")
    (tmp_path / "c.html.gz").write_bytes(gzip.compress(b"<p>c"))
    (tmp_path / "d.html.gz").write_bytes(gzip.compress(b"<p>d")[:-9])
    (tmp_path / "e.html").write_bytes(b"x" * 1_100_000)
    (tmp_path / "notes.txt").write_bytes(b"no page")
    items = read(tmp_path, small(5, caps=Caps(html_mb=1)))
    found = {item.place.record: item.html if isinstance(item, Raw) else item.kind for item in items}
    assert found == {
        "a.html": b"<p>a", "c.html.gz": b"<p>c", "d.html.gz": "damaged", "deep/b.htm": b"<p>b", "e.html": "too large",
    }  # fmt: skip
    assert items[0].url.startswith("file:///")


def test_lists_and_strange_inputs(tmp_path: Path) -> None:
    (tmp_path / "one.jsonl").write_bytes(LINES)
    (tmp_path / "archives.txt").write_text("# mine\none.jsonl\n\none.jsonl\n")
    assert [Path(one.path).name for one in find_sources([str(tmp_path / "archives.txt")], BatchSettings())] == [
        "one.jsonl"
    ]
    (tmp_path / "gone.txt").write_text("two.jsonl\n")
    (tmp_path / "strange").write_bytes(b"\x89PNG")
    for name, match in [("gone.txt", "two.jsonl"), ("missing", "not there"), ("strange", "--kind")]:
        with pytest.raises(InputError, match=match):
            find_sources([str(tmp_path / name)], BatchSettings())
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match=r"no \.html files"):
        find_sources([str(tmp_path / "empty")], BatchSettings())
