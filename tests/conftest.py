"""What all tests share: where the repository is, and its sample page."""

from __future__ import annotations

import os
import signal
import sys
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, SourceFileLoader
from pathlib import Path

import pytest
from hypothesis import settings

# On a busy machine an example may take long: what is slow is found by the ceilings on CPU time, not by the clock.
settings.register_profile("printworthy", deadline=None)
settings.load_profile("printworthy")

ROOT = Path(__file__).resolve().parent.parent


# What a test without the marker `processes` may not do: `make quick` counts on it.
STARTS = frozenset("os.exec os.fork os.forkpty os.posix_spawn os.system socket.bind subprocess.Popen".split())


def pytest_configure(config: pytest.Config) -> None:
    """Refuse to test machine code that is older than its source; let programs be interrupted that tests start."""
    if config.option.markexpr == "not processes":
        sys.addaudithook(_stay_inside)
    if getattr(config.option, "cov_source", None):
        sys.path_hooks.insert(0, _sources_only)
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # a shell that starts the tests in the background does so
        signal.signal(signal.SIGINT, signal.default_int_handler)
    for made in (ROOT / "printworthy").rglob("*.so"):
        source = made.with_name(made.name.partition(".")[0] + ".py")
        if not source.exists() or source.stat().st_mtime > made.stat().st_mtime:
            raise pytest.UsageError(f"{made.relative_to(ROOT)} is older than its source: run `make install` first")


def _stay_inside(event: str, _: object) -> None:
    """Audit hook: stop an unmarked test that starts a process or opens a port."""
    if event in STARTS and "PYTEST_CURRENT_TEST" in os.environ:
        raise RuntimeError(f"an unmarked test caused {event}: mark it @pytest.mark.processes")


def _sources_only(path: str) -> FileFinder:
    """Path hook: load the package from its sources, because coverage does not see machine code."""
    if not Path(path).is_relative_to(ROOT / "printworthy"):
        raise ImportError(path)
    return FileFinder(path, (SourceFileLoader, SOURCE_SUFFIXES))


@pytest.fixture(scope="session")
def root() -> Path:
    return ROOT


@pytest.fixture(scope="session")
def sample(root: Path) -> Path:
    """The page that `make run` prints."""
    return root / "samples" / "tower-clock.html"
