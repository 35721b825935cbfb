"""The pinned requirements: every package with hashes, and no word about where packages come from."""

from __future__ import annotations

import re
import tomllib
from itertools import chain
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
LOCKS = [ROOT / "requirements" / name for name in ("base.txt", "print.txt", "all.txt")]
PIN = re.compile(r"^([a-z0-9][a-z0-9._-]*)==([^ ;\\]+)", re.M)


def pins(path: Path) -> set[tuple[str, str]]:
    return set(PIN.findall(path.read_text("utf-8")))


@pytest.mark.parametrize("path", LOCKS, ids=lambda path: path.name)
def test_every_pin_has_a_hash(path: Path) -> None:
    entries = re.split(r"\n(?=[a-z0-9])", path.read_text("utf-8"))
    assert len(entries) >= 4
    assert all(PIN.match(entry) and "--hash=sha256:" in entry for entry in entries)


@pytest.mark.parametrize("path", LOCKS, ids=lambda path: path.name)
def test_no_host_is_named(path: Path) -> None:
    assert not re.search(r"://|--(extra-)?index|--find-links|--trusted-host| @ ", path.read_text("utf-8"))


def test_base_takes_the_versions_of_all() -> None:
    assert pins(LOCKS[0]) <= pins(LOCKS[1]) <= pins(LOCKS[2])


def test_all_declared_dependencies_are_pinned() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    names = {name for name, _ in pins(LOCKS[-1])}
    declared = [*project["dependencies"], *chain(*project["optional-dependencies"].values())]
    assert {re.split(r"[<>=~!\[ ;]", one)[0] for one in declared} - {"printworthy"} <= names
