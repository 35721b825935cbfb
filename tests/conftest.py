"""What all tests share: where the repository is, and its sample page."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest
from hypothesis import settings

# On a busy machine an example may take long: what is slow is found by the ceilings on CPU time, not by the clock.
settings.register_profile("printworthy", deadline=None)
settings.load_profile("printworthy")

ROOT = Path(__file__).resolve().parent.parent


def pytest_configure() -> None:
    """Refuse to test machine code that is older than its source; let programs be interrupted that tests start."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # a shell that starts the tests in the background does so
        signal.signal(signal.SIGINT, signal.default_int_handler)
    for made in (ROOT / "printworthy").rglob("*.so"):
        source = made.with_name(made.name.partition(".")[0] + ".py")
        if not source.exists() or source.stat().st_mtime > made.stat().st_mtime:
            raise pytest.UsageError(f"{made.relative_to(ROOT)} is older than its source: run `make install` first")


@pytest.fixture(scope="session")
def root() -> Path:
    return ROOT


@pytest.fixture(scope="session")
def sample(root: Path) -> Path:
    """The page that `make run` prints."""
    return root / "samples" / "tower-clock.html"
