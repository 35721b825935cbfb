"""The floors of coverage: counted by folder, held, and only lifted."""

from __future__ import annotations

from tests.coverage_floors import complaints, percentages, raised


def summary(statements: int, covered: int) -> dict[str, dict[str, int]]:
    return {"summary": {"num_statements": statements, "covered_lines": covered}}


def test_lines_are_counted_by_folder() -> None:
    files = {
        "printworthy/options.py": summary(10, 10),
        "printworthy/base/a.py": summary(30, 30),
        "printworthy/base/deep/b.py": summary(10, 0),
        "printworthy/base/__init__.py": summary(0, 0),
    }
    assert percentages({"files": files}) == {"printworthy": 100, "printworthy/base": 75}


def test_complaints_say_what_to_do() -> None:
    assert complaints({"a": 80.0}, {"a": 80}) == []
    found = complaints({"a": 79.9, "b": 50.0}, {"a": 80, "c": 10})
    assert [line.partition(":")[0] for line in found] == ["a", "b", "c"]


def test_floors_only_rise() -> None:
    assert raised({"a": 90.7, "b": 50.0, "c": 33.3}, {"a": 80, "b": 60}) == {"a": 89, "b": 60, "c": 32}
