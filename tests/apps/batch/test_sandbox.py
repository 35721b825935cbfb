from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from printworthy.apps.batch.readers.items import ItemPosition, Raw
from printworthy.apps.batch.sandbox import Sandbox
from printworthy.apps.batch.settings import BatchSettings, Caps
from printworthy.workers.process import Process
from tests.apps.batch.archives import MAKER

pytestmark = pytest.mark.processes


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    made = Sandbox(BatchSettings(maker=MAKER, caps=Caps(seconds=0.5, memory_mb=64)))
    yield made
    made.close()


def ask(sandbox: Sandbox, name: str) -> object:
    return sandbox.extract(Raw(ItemPosition(0), f"https://a.example/{name}", "<p>Some text"))


@pytest.mark.parametrize(
    ("name", "kind"),
    [("spin", "timeout"), ("regex", "timeout"), ("eat", "memory"), ("die", "crash"), ("fail", "failed")],
)
def test_trouble_dies_alone(sandbox: Sandbox, name: str, kind: str) -> None:
    outcome = ask(sandbox, name)
    assert isinstance(outcome, tuple)
    assert outcome[0] == kind
    assert ask(sandbox, "fine")["text"] == "Some text"


def test_filters_and_rows(sandbox: Sandbox) -> None:
    assert ask(sandbox, "short") == "too short"
    first = sandbox.pid
    assert ask(sandbox, "fine")["text"] == "Some text"
    assert sandbox.pid == first


def test_a_sandbox_that_was_killed_costs_no_page(
    sandbox: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    sandbox.close()  # the next one has the new environment
    assert ask(sandbox, "once")["text"] == "Some text"
    assert (tmp_path / "mark").exists()


def test_killed_between_pages(sandbox: Sandbox) -> None:
    ask(sandbox, "fine")
    os.kill(sandbox.pid, signal.SIGKILL)
    assert ask(sandbox, "fine")["text"] == "Some text"


def test_killed_while_it_starts(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []
    greet = Process.greet

    def killed_first(process: Process, seconds: float) -> None:
        made.append(process.pid)
        if len(made) == 1:
            process.kill()
        greet(process, seconds)

    monkeypatch.setattr(Process, "greet", killed_first)
    sandbox.close()
    assert ask(sandbox, "fine")["text"] == "Some text"
    assert sandbox.pid == made[1]


def test_stopped_process_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("printworthy.apps.batch.sandbox.patience", lambda settings: 0.4)
    sandbox = Sandbox(BatchSettings(maker=MAKER, caps=Caps(seconds=0.2)))
    ask(sandbox, "fine")
    os.kill(sandbox.pid, signal.SIGSTOP)
    assert ask(sandbox, "fine")[0] == "timeout"
    sandbox.close()
