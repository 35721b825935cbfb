"""Tests mirror the package: `printworthy/a/b.py` is tested by `tests/a/test_b.py`.

Where one test file is about several modules together, a line of its docstring names those that have no file of their
own: "Covers: printworthy.a.b, printworthy.a.c." The few that need no tests stand below with the reason.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

TESTS: Final = Path(__file__).resolve().parent
ROOT: Final = TESTS.parent
# How many modules have no test file yet. It only goes down: a new module comes with its tests.
CEILING: Final = 84
COVERS: Final = re.compile(r"^Covers: (printworthy[\w.]*(?:,\s+printworthy[\w.]*)*)\.?(?:\s|$)", re.M)
# Modules that need no tests of their own, by reason.
EXEMPT: Final[dict[str, set[str]]] = {
    "tables of words and characters, which the tests of their readers use": {
        "printworthy.base.tags",
        "printworthy.metadata.dates.date_words",
        "printworthy.writers.latex_symbols",
    },
    "one constant": {"printworthy.version"},
    "a stand-in for type checkers": {"printworthy.base.compiler"},
}


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


MODULES: Final = {module_name(path) for path in (ROOT / "printworthy").rglob("*.py") if not path.stem.startswith("__")}
NO_TESTS: Final = set().union(*EXEMPT.values())


def mirror(module: str) -> Path:
    """Where the tests of a module stand."""
    *folders, name = module.split(".")[1:]
    return TESTS.joinpath(*folders, f"test_{name}.py")


def claims() -> Iterator[tuple[Path, str]]:
    """The modules that test files say to cover."""
    for path in sorted(TESTS.rglob("test_*.py")):
        told = ast.get_docstring(ast.parse(path.read_text("utf-8"))) if path != Path(__file__).resolve() else ""
        for match in COVERS.finditer(told or ""):
            yield from ((path, name.rstrip(".")) for name in re.split(r",\s+", match[1]))


CLAIMS: Final = list(claims())


def missing() -> list[str]:
    """The modules without tests of their own."""
    covered = {name for _, name in CLAIMS} | NO_TESTS
    return sorted(name for name in MODULES if name not in covered and not mirror(name).exists())


def test_modules_without_tests_become_fewer() -> None:
    found = missing()
    names = "\n".join(found)
    assert len(found) <= CEILING, f"{len(found)} modules have no tests: write tests/…/test_<module>.py\n{names}"
    assert len(found) == CEILING, f"only {len(found)} modules have no tests: lower CEILING to {len(found)}"


@pytest.mark.parametrize(("path", "name"), CLAIMS, ids=lambda one: one.stem if isinstance(one, Path) else one)
def test_what_a_file_says_to_cover_is_there(path: Path, name: str) -> None:
    assert name in MODULES, f"{path.relative_to(ROOT)} covers {name}, which does not exist: correct its docstring"


@pytest.mark.parametrize("name", sorted(NO_TESTS))
def test_exemptions_are_needed(name: str) -> None:
    assert name in MODULES, f"{name} does not exist: take it out of EXEMPT"
    assert not mirror(name).exists(), f"{name} has tests: take it out of EXEMPT"
