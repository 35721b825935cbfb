"""The trace: one verdict a segment, also in another process."""

from __future__ import annotations

import pickle

import pytest

from printworthy.data.trace import Trace, Verdict

WHY = [("select", "likely"), ("refine", "is a menu")]


def trace() -> Trace:
    return Trace(["One", "Two"], [0.9, 0.2], [True, False], lambda: WHY, {"parse": 0.1}, ["a note"])


def test_segments() -> None:
    assert trace().segments == [
        Verdict("One", True, 0.9, "select", "likely"),
        Verdict("Two", False, 0.2, "refine", "is a menu"),
    ]
    assert Trace().segments == []


def test_columns_of_different_length_are_an_error() -> None:
    with pytest.raises(ValueError, match="zip"):
        Trace(["One"], [0.9, 0.2], [True], lambda: WHY[:1]).segments  # noqa: B018 - made, and refused


def test_it_travels_with_its_reasons() -> None:
    again = pickle.loads(pickle.dumps(trace()))
    assert again.segments == trace().segments
    assert (again.timings, again.notes) == ({"parse": 0.1}, ["a note"])
    assert pickle.loads(pickle.dumps(again)).segments == again.segments


def test_nothing_is_shared() -> None:
    Trace().notes.append("mine")
    assert Trace().notes == []
