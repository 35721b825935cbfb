"""A model of one's own, trained once for all tests of this folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from printworthy.train.own.run import Trained, TrainingPlan, train
from tests.family import write_family

PAGES = 10


@pytest.fixture(scope="package")
def family(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Labelled pages of the family."""
    folder = tmp_path_factory.mktemp("family")
    write_family(folder, PAGES)
    return folder


@pytest.fixture(scope="package")
def model(family: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Trained, list[str]]:
    """The model, what was told of it, and the steps that were told on the way."""
    path = tmp_path_factory.mktemp("trained") / "own.npz"
    steps: list[str] = []
    done = train(TrainingPlan(family, path), lambda step, at, total: steps.append(f"{step} {at}/{total}"))
    return path, done, steps
