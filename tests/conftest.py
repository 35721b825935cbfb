"""What all tests share: where the repository is, and its sample page."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import settings

# On a busy machine an example may take long: what is slow is found by the ceilings on CPU time, not by the clock.
settings.register_profile("printworthy", deadline=None)
settings.load_profile("printworthy")

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def root() -> Path:
    return ROOT


@pytest.fixture(scope="session")
def sample(root: Path) -> Path:
    """The page that `make run` prints."""
    return root / "samples" / "tower-clock.html"
