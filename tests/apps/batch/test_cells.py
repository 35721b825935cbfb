from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from printworthy.apps.batch.cells import Cells
from printworthy.apps.batch.items import Place, Raw
from printworthy.apps.batch.settings import Caps, Settings
from printworthy.workers.process import Process
from tests.apps.batch.archives import MAKER

pytestmark = pytest.mark.processes


@pytest.fixture(scope="module")
def cells() -> Iterator[Cells]:
    made = Cells(Settings(maker=MAKER, caps=Caps(seconds=0.5, memory_mb=64)))
    yield made
    made.close()


def ask(cells: Cells, name: str) -> object:
    return cells.extract(Raw(Place(0), f"https://a.example/{name}", "<p>Some text"))


@pytest.mark.parametrize(
    ("name", "kind"),
    [("spin", "timeout"), ("regex", "timeout"), ("eat", "memory"), ("die", "crash"), ("fail", "failed")],
)
def test_trouble_dies_alone(cells: Cells, name: str, kind: str) -> None:
    outcome = ask(cells, name)
    assert isinstance(outcome, tuple)
    assert outcome[0] == kind
    assert ask(cells, "fine")["text"] == "Some text"


def test_filters_and_rows(cells: Cells) -> None:
    assert ask(cells, "short") == "too short"
    first = cells.pid
    assert ask(cells, "fine")["text"] == "Some text"
    assert cells.pid == first


def test_a_cell_that_was_killed_costs_no_page(cells: Cells, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    cells.close()  # the next one has the new environment
    assert ask(cells, "once")["text"] == "Some text"
    assert (tmp_path / "mark").exists()


def test_killed_between_pages(cells: Cells) -> None:
    ask(cells, "fine")
    os.kill(cells.pid, signal.SIGKILL)
    assert ask(cells, "fine")["text"] == "Some text"


def test_killed_while_it_starts(cells: Cells, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []
    greet = Process.greet

    def killed_first(process: Process, seconds: float) -> None:
        made.append(process.pid)
        if len(made) == 1:
            process.kill()
        greet(process, seconds)

    monkeypatch.setattr(Process, "greet", killed_first)
    cells.close()
    assert ask(cells, "fine")["text"] == "Some text"
    assert cells.pid == made[1]


def test_stopped_process_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("printworthy.apps.batch.cells.patience", lambda settings: 0.4)
    cells = Cells(Settings(maker=MAKER, caps=Caps(seconds=0.2)))
    ask(cells, "fine")
    os.kill(cells.pid, signal.SIGSTOP)
    assert ask(cells, "fine")[0] == "timeout"
    cells.close()
