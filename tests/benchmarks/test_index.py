"""The index of the benchmarks names each of them once, and `make bench` finds each by its name."""

from __future__ import annotations

import re
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "benchmarks"
SCRIPTS = sorted(FOLDER.glob("*/*.py"))


def test_every_benchmark_has_its_line() -> None:
    listed = re.findall(r"^\| \[(\w+)\]\((\S+)\) \| \S", (FOLDER / "README.md").read_text("utf-8"), re.M)
    assert sorted(path for _, path in listed) == [path.relative_to(FOLDER).as_posix() for path in SCRIPTS]
    assert all(Path(path).stem == name for name, path in listed)


def test_names_are_unique() -> None:
    assert len({path.stem for path in SCRIPTS}) == len(SCRIPTS)


def test_docs_name_paths_that_exist() -> None:
    root = FOLDER.parent
    for page in [root / "README.md", root / "SECURITY.md", *(root / "docs").glob("*.md"), *SCRIPTS]:
        named = re.findall(r"benchmarks/[\w/]+\.py", page.read_text("utf-8"))
        assert [path for path in named if not (root / path).is_file()] == [], page.name
