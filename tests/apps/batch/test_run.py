"""Whole runs on Daft's native runner: real processes, really killed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from printworthy.apps.batch.engine import Backend
from printworthy.apps.batch.ledger import Ledger
from printworthy.apps.batch.run import run_batch
from printworthy.apps.batch.settings import BatchSettings, Caps
from printworthy.base import extras
from printworthy.errors import MissingExtraError
from tests.apps.batch.archives import MAKER, http, page, pages, record, write

CODE = """
import sys
from pathlib import Path
from printworthy.apps.batch.engine import Backend
from printworthy.apps.batch.run import run_batch
from printworthy.apps.batch.settings import BatchSettings
inputs, output, settings = sys.argv[1:]
summary = run_batch(inputs.split(":"), Path(output), BatchSettings.from_json(settings), Backend(2), lambda text: None)
print(summary.table())
"""


def start(path: Path, output: Path, settings: BatchSettings) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-c", CODE, str(path), str(output), settings.to_json()]
    root = str(Path(__file__).resolve().parents[3])
    return subprocess.Popen(
        command, env={**os.environ, "PYTHONPATH": root}, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )


def finish(path: Path, output: Path, settings: BatchSettings) -> str:
    process = start(path, output, settings)
    out, err = process.communicate(timeout=600)
    assert process.returncode == 0, err.decode()
    return out.decode()


def rows(output: Path) -> list[dict[str, Any]]:
    return [row for path in sorted(output.glob("part-*.parquet")) for row in pq.read_table(path).to_pylist()]


def wait_until(met) -> None:
    """Wait for something that another process does; there is no event to wait for."""
    deadline = time.monotonic() + 300
    while not met():
        assert time.monotonic() < deadline, "it never happened"
        time.sleep(0.02)


def settings_for(path: Path, **changes: object) -> BatchSettings:
    """Settings that cut an archive into about ten tasks."""
    return BatchSettings(maker=MAKER, cut_mb=path.stat().st_size / 10 / 1024 / 1024, **changes)


@pytest.mark.processes
def test_a_run_with_trouble(tmp_path: Path) -> None:
    trouble = [record(f"https://a.example/{name}", http(page(1))) for name in ("spin", "eat", "die", "twin")]
    path = write(tmp_path / "a.warc.gz", [*pages(40), *trouble])
    settings = settings_for(path, caps=Caps(seconds=0.5, memory_mb=64))
    table = finish(path, tmp_path / "out", settings)
    found = {row["url"].rpartition("/")[2]: row for row in rows(tmp_path / "out")}
    assert len(found) == len(rows(tmp_path / "out")) == 44
    errors = {name: row["error"] for name, row in found.items() if row["error"]}
    assert errors == {"spin": "timeout", "eat": "memory", "die": "crash"}
    assert (found["twin"]["duplicate"], found["twin"]["duplicate_of"]) == ("exact", found["1"]["id"])
    assert "3 (" in table
    assert "1 exact" in table
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_text())
    assert manifest["inputs"][0]["finished"]
    assert sum(part["rows"] for part in manifest["parts"]) == 44
    report = (tmp_path / "out" / "report.html").read_text()
    assert "timeout" in report
    assert not list((tmp_path / "out" / ".batch").glob("staged/*"))
    assert finish(path, tmp_path / "out", settings) == table  # nothing is left to do


@pytest.mark.processes
@pytest.mark.parametrize("victim", ["run", "worker"])
def test_killed(tmp_path: Path, victim: str) -> None:
    path = write(tmp_path / "a.warc.gz", pages(600))
    output, settings = tmp_path / "out", settings_for(path)
    ledger = Ledger(output)
    process = start(path, output, settings)
    wait_until(lambda: ledger.staged.is_dir() and any(ledger.staged.iterdir()))
    if victim == "run":
        process.kill()
    else:
        for pid in workers(process.pid):
            os.kill(pid, signal.SIGKILL)
    _, err = process.communicate(timeout=600)
    if victim == "run":
        assert not (output / "summary.json").exists()
        finish(path, output, settings)
    else:
        assert process.returncode == 0, err.decode()
    names = [row["url"].rpartition("/")[2] for row in rows(output)]
    assert sorted(names, key=int) == [str(number) for number in range(600)]


def workers(pid: int) -> list[int]:
    """The processes that Daft keeps for a run."""
    threads = Path(f"/proc/{pid}/task").iterdir()
    found = [int(child) for thread in threads for child in (thread / "children").read_text().split()]
    return [child for child in found if b"udf_worker" in Path(f"/proc/{child}/cmdline").read_bytes()]


@pytest.mark.processes
def test_an_archive_within_the_archive(tmp_path: Path) -> None:
    """A share that is entered inside a page that shows records is begun again where the one before it ended."""
    inner = b"<html><pre>\n" + b"".join(pages(60))
    path = write(tmp_path / "a.warc", [*pages(4), record("https://b.example/inner", http(inner)), *pages(4)], "plain")
    output = tmp_path / "out"
    finish(path, output, BatchSettings(maker=MAKER, cut_mb=9_000 / 1024 / 1024))
    names = [row["url"].rpartition("/")[2] for row in rows(output)]
    assert names == ["0", "1", "2", "3", "inner", "0", "1", "2", "3"]


def test_a_run_without_its_libraries_begins_no_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without those of the extra `batch`, nothing of it can even be imported: tests/test_extras.py."""
    monkeypatch.setattr(extras, "find_spec", lambda name: None if name == "ray" else object())
    with pytest.raises(MissingExtraError, match="the extra 'cluster'"):
        run_batch([str(tmp_path)], tmp_path / "out", BatchSettings(), Backend(cluster="10.0.0.1:6379"), print)
    assert not (tmp_path / "out").exists()
