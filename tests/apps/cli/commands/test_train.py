"""`printworthy train`: what it prints, and what it refuses before any work."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from printworthy.train.own import run as running
from printworthy.train.own.compare import Scored
from printworthy.train.own.run import Trained, TrainingPlan
from tests.apps.cli.conftest import Run


@pytest.fixture
def trained(monkeypatch: pytest.MonkeyPatch) -> list[TrainingPlan]:
    """A training that is over at once; notes what it was asked for."""
    plans: list[TrainingPlan] = []

    def train(plan: TrainingPlan, tell: Callable[..., None]) -> Trained:
        plans.append(plan)
        tell("read", 1, 1)
        scores = [
            Scored("logistic regression", {"title": (0.9, 0.01), "content": (0.7, 0.02)}, 0.75, [0.75]),
            Scored("own, stacked on it", {"content": (0.9, 0.01)}, 0.95, [0.95]),
        ]
        return Trained(scores, 0.2 if plan.scratch else -0.1, Path("x-report/report.html"), ["one page left out"], 7)

    monkeypatch.setattr(running, "train", train)
    return plans


def test_the_table_and_the_verdict(run: Run, trained: list[TrainingPlan], tmp_path: Path) -> None:
    done = run("train", str(tmp_path), "-o", "own.npz", "--from-scratch", "--model", "base.npz")
    lines = done.out.decode().splitlines()
    assert done.code == 0
    assert lines[0].split() == ["title", "date", "content", "words"]
    assert lines[1].split() == ["logistic", "regression", "0.900", "±0.010", "–", "0.700", "±0.020", "0.750"]
    assert "0.200 better than the one underneath" in lines[3]
    assert lines[4:] == ["model: own.npz", "report: x-report/report.html"]
    assert "note: one page left out" in done.err
    assert "read 1/1" in done.err
    assert trained == [TrainingPlan(tmp_path, Path("own.npz"), "base.npz", scratch=True)]


def test_a_worse_model_is_told(run: Run, trained: list[TrainingPlan], tmp_path: Path) -> None:
    done = run("train", str(tmp_path), "-o", "own.npz", "--resume")
    assert "0.100 worse than the one underneath: label more pages first" in done.out.decode()
    assert "7 steps were there already" in done.err


def test_pages_that_nobody_has_annotated_yet(run: Run, trained: list[TrainingPlan], tmp_path: Path) -> None:
    (tmp_path / "queue").mkdir()
    done = run("train", str(tmp_path), "-o", "own.npz")
    assert done.code == 2
    assert f"no annotations: mark some first, with 'printworthy annotate --data {tmp_path}'" in done.err
    assert not trained


def test_a_folder_is_no_model(run: Run, trained: list[TrainingPlan], tmp_path: Path) -> None:
    done = run("train", str(tmp_path), "-o", str(tmp_path))
    assert done.code == 2
    assert "name the model file" in done.err
    assert not trained
