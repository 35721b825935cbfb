from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from printworthy.apps.batch.ledger import Ledger
from printworthy.apps.batch.readers.sources import find_sources
from printworthy.apps.batch.sandbox import Sandbox
from printworthy.apps.batch.settings import BatchSettings
from printworthy.apps.batch.tasks import Task, cut_all
from printworthy.apps.batch.worker import BatchWorker, OrphanedError
from printworthy.errors import InputError, UsageError, WriteError
from tests.apps.batch.archives import MAKER, http, page, pages, record, write

pytestmark = pytest.mark.processes

# Parts of about three pages.
SETTINGS = BatchSettings(maker=MAKER, part_mb=3 * len(page(0)) / 1024 / 1024)


def plan(tmp_path: Path, records: list[bytes] | None = None) -> tuple[Ledger, list[Task]]:
    path, settings = write(tmp_path / "a.warc.gz", records or pages(10)), SETTINGS
    ledger = Ledger(tmp_path / "out")
    ledger.plan([str(path)], settings, cut_all(find_sources([str(path)], settings), settings))
    return ledger, ledger.tasks()


def worker(ledger: Ledger, settings: BatchSettings = SETTINGS) -> BatchWorker:
    return BatchWorker(str(ledger.output), settings.to_json())


def rows(ledger: Ledger, tasks: list[Task]) -> list[dict[str, Any]]:
    for task in tasks:
        ledger.publish(task)
    return [row for path in sorted(ledger.output.glob("*.parquet")) for row in pq.read_table(path).to_pylist()]


def do(ledger: Ledger, task: Task) -> str:
    one = worker(ledger)
    try:
        return one.do(task.to_json())
    finally:
        one._sandbox.close()


def test_parts_and_counts(tmp_path: Path) -> None:
    trouble = [
        record("https://a.example/short", http(b"<p>x")),
        record("https://a.example/fail", http(b"<p>x")),
        record("https://a.example/x.png", http(b"\x89PNG", kind="image/png")),
    ]
    ledger, (task,) = plan(tmp_path, records=[*pages(8), *trouble])
    assert do(ledger, task) == ""
    found = rows(ledger, [task])
    assert [row["url"].rpartition("/")[2] for row in found] == [*map(str, range(8)), "fail"]
    assert (found[-1]["error"], found[-1]["bytes"]) == ("failed", 4)
    assert len({row["id"] for row in found}) == 9
    cards = ledger.done(task).cards
    assert [card.rows for card in cards] == [3, 3, 3]
    assert sum(card.counts().records for card in cards) == 11
    assert cards[-1].counts().left_out == {"too short": 1}
    assert cards[-1].counts().passed == {"image/png": 1}
    assert do(ledger, task) == ""


@pytest.mark.parametrize("after", [1, 3, 4, 7, 10])
def test_killed_after_any_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, after: int) -> None:
    """Whatever is lost, the next try finds what was sealed, and no page comes twice."""
    ledger, (task,) = plan(tmp_path)
    asked: list[str] = []
    extract = Sandbox.extract

    def dying(self, page):
        if len(asked) == after:
            raise KeyboardInterrupt
        asked.append(page.url)
        return extract(self, page)

    monkeypatch.setattr(Sandbox, "extract", dying)
    if after < 10:
        with pytest.raises(KeyboardInterrupt):
            do(ledger, task)
    sealed = ledger.sealed(task)
    assert [card.until for card in sealed] == list(range(3, after + 1, 3))[: len(sealed)]
    asked.clear()
    after = 99
    assert do(ledger, task) == ""
    assert len(asked) == 10 - 3 * len(sealed)
    assert [row["url"].rpartition("/")[2] for row in rows(ledger, [task])] == [*map(str, range(10))]


def test_two_at_once(tmp_path: Path) -> None:
    """A worker that was thought dead comes back: the first one to finish counts, and the other one is not seen."""
    ledger, (task,) = plan(tmp_path)
    assert do(ledger, task) == ""
    done = ledger.done(task)
    (ledger.done_folder / f"{task.name}.json").rename(tmp_path / "hidden")
    for path in ledger.staged.iterdir():
        path.rename(path.with_name(f"not-{path.name}"))
    assert do(ledger, task) == ""
    other = ledger.done(task)
    assert {card.file for card in done.cards}.isdisjoint(card.file for card in other.cards)
    assert not ledger.commit(task, done.cards)
    assert ledger.done(task) == other
    assert len(rows(ledger, [task])) == len(rows(ledger, [task])) == 10


def test_orphans_stop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ledger, (task,) = plan(tmp_path)
    one = worker(ledger)
    monkeypatch.setattr(os, "getppid", lambda: 1)
    with pytest.raises(OrphanedError):
        one.do(task.to_json())
    assert list(ledger.staged.iterdir()) == []


def test_unreadable_input_is_told(tmp_path: Path) -> None:
    ledger, (task,) = plan(tmp_path)
    Path(task.source).unlink()
    assert "No such file" in do(ledger, task)
    with pytest.raises(InputError, match="has changed"):
        ledger.check_unchanged()


def test_another_run_is_not_mixed_in(tmp_path: Path) -> None:
    ledger, (task,) = plan(tmp_path)
    ledger.check_same([task.source], SETTINGS)
    with pytest.raises(UsageError, match="other near, inputs"):
        ledger.check_same(["b.warc"], BatchSettings(maker=MAKER, part_mb=SETTINGS.part_mb, near=0))
    with ledger.locked(), pytest.raises(WriteError, match="another run"), Ledger(ledger.output).locked():
        pass


def test_progress_is_told(tmp_path: Path) -> None:
    ledger, (task,) = plan(tmp_path)
    do(ledger, task)
    values = json.loads((ledger.progress / task.name).read_bytes())
    assert values["pages"] >= 1
    assert 0 < values["read"] <= task.size
