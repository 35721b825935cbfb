"""Oblivious trees as arrays."""

from __future__ import annotations

import pytest

from printworthy.metadata.ranker import FIELDS, RankedChoice, chooser, ranker, shipped

STUMPS = {
    "names": ["a", "b"],
    "features": [[0], [1]],
    "borders": [[0.5], [2.0]],
    "leaves": [[-1.0, 1.0], [0.0, 3.0]],
    "bias": 0.25,
    "threshold": 0.5,
}


def test_scores_add_the_leaves_and_the_bias() -> None:
    found = ranker(STUMPS).scores([{}, {"a": 1.0}, {"b": 2.0}, {"a": 1.0, "b": 2.5, "unknown": 9.0}])
    assert found.tolist() == [-0.75, 1.25, -0.75, 4.25]


def test_leaves_are_numbered_by_the_answers() -> None:
    deep = {**STUMPS, "features": [[0, 1]], "borders": [[0.5, 0.5]], "leaves": [[0.0, 1.0, 2.0, 3.0]], "bias": 0.0}
    found = ranker(deep).scores([{}, {"a": 1.0}, {"b": 1.0}, {"a": 1.0, "b": 1.0}])
    assert found.tolist() == [0.0, 1.0, 2.0, 3.0]


def test_what_a_row_lacks_is_zero() -> None:
    below = {**STUMPS, "borders": [[-1.0], [0.0]]}
    found = ranker(below).scores([{}, {"a": 0.0, "b": 0.0}, {"a": -1.0}, {"a": -0.5, "b": 0.5}, {"a": -2.0, "b": -2.0}])
    assert found.tolist() == [1.25, 1.25, -0.75, 4.25, -0.75]


GATE = {**STUMPS, "names": ["open"], "features": [[0]], "borders": [[0.5]], "leaves": [[-5.0, 5.0]], "bias": 0.0}


def choose(rows: list[dict[str, float]], page: dict[str, float], exact: bool) -> RankedChoice:
    found = chooser({"order": STUMPS, "gate": GATE, "exact": exact}).choose(rows, page)
    assert found is not None
    return found


def test_choice_needs_the_gate() -> None:
    shut = choose([{}, {"a": 1.0}], {}, exact=True)
    opened = choose([{"a": 1.0, "open": 1.0}, {}], {}, exact=True)
    assert (shut.index, shut.accepted) == (1, False)
    assert (opened.index, opened.accepted) == (0, True)
    assert opened.confidence == pytest.approx(0.9933, abs=1e-3)


def test_the_gate_sees_what_the_candidates_have_in_common() -> None:
    assert choose([{"a": 1.0}, {}], {"open": 1.0}, exact=True).accepted
    assert not choose([{"a": 1.0, "open": 0.0}, {}], {"open": 1.0}, exact=True).accepted


def test_where_the_gate_judges_the_page_confidence_takes_the_share_too() -> None:
    assert choose([{"a": 1.0}, {}], {"open": 1.0}, exact=False).confidence == pytest.approx(0.8808 * 0.9933, abs=1e-3)


def test_no_candidate_no_choice() -> None:
    assert chooser({"order": STUMPS, "gate": GATE, "exact": True}).choose([], {}) is None


@pytest.mark.parametrize("field", FIELDS)
def test_shipped_models_load(field: str) -> None:
    chooser = getattr(shipped(), field)
    for model in (chooser.order, chooser.gate):
        assert len(model.leaves) % len(model.starts) == 0
        assert len(model.leaves) // len(model.starts) <= 256
        for question in model.questions.values():
            assert len(question.bits) == len(question.borders) + 1
            assert list(question.borders) == sorted(set(question.borders))
