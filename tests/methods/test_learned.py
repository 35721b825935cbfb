"""How sure other methods' choices are, in the eyes of the learned one."""

from __future__ import annotations

from pathlib import Path

import pytest

from printworthy.methods.learned import agreement, kept_segments
from printworthy.options import Options
from printworthy.reading.reading import Reading


@pytest.fixture(scope="module")
def reading(sample: Path) -> Reading:
    return Reading(sample.read_bytes(), "https://upland.example/2026/04/tower-clock.html")


def sure(reading: Reading, kept: list[bool]) -> tuple[float, str]:
    return agreement(reading.tree, reading.columns, kept, Options())()


def test_the_same_choice_is_sure_and_its_opposite_is_not(reading: Reading) -> None:
    ours = [bool(one) for one in reading.selection.kept]
    confidence, kind = sure(reading, ours)
    assert (confidence > 0.9, kind) == (True, "article")
    assert sure(reading, [not one for one in ours])[0] < 0.3
    assert sure(reading, [True] * len(ours))[0] < confidence


def test_no_choice_is_no_article(reading: Reading) -> None:
    assert sure(reading, [False] * len(reading.columns.text)) == (0.0, "none")


def test_segments_of_which_most_is_chosen() -> None:
    reading = Reading(b"<body><p>A long beginning <b>end</b></p><p>Another</p>")
    long, short, other = (node.mem_id for node in reading.columns.text_nodes)
    for nodes, kept in [({long}, [True, False]), ({short}, [False, False]), ({short, other}, [False, True])]:
        assert kept_segments(reading.columns, nodes) == kept
    assert kept_segments(reading.columns, set()) == [False, False]
