"""All maximal runs, against their definition tried out on every run."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printworthy.select.maximal import Run, maximal_runs, maximum_run


def brute_force(scores: list[int]) -> list[tuple[int, int]]:
    """Runs in which every shorter run scores less, unless a longer one around them is like that too."""
    spans = [(a, b) for a in range(len(scores)) for b in range(a + 1, len(scores) + 1)]
    total = {span: sum(scores[slice(*span)]) for span in spans}

    def within(inner: tuple[int, int], outer: tuple[int, int]) -> bool:
        return outer[0] <= inner[0] and inner[1] <= outer[1] and inner != outer

    dense = [
        span for span in spans
        if total[span] > 0 and all(total[one] < total[span] for one in spans if within(one, span))
    ]  # fmt: skip
    return sorted(span for span in dense if not any(within(span, other) for other in dense))


@given(st.lists(st.integers(-5, 5), max_size=14))
def test_as_brute_force(scores: list[int]) -> None:
    found = maximal_runs(scores)
    assert [(run.start, run.stop) for run in found] == brute_force(scores)
    assert all(run.score == sum(scores[run.start : run.stop]) for run in found)


@given(st.lists(st.integers(-50, 50), max_size=40))
def test_the_highest_is_the_maximum_of_all_runs(scores: list[int]) -> None:
    sums = [sum(scores[a:b]) for a in range(len(scores)) for b in range(a + 1, len(scores) + 1)]
    assert maximum_run(scores).score == max([0, *sums])


@pytest.mark.parametrize(
    ("scores", "runs"),
    [
        ([], []),
        ([-1, -2], []),
        ([3], [Run(0, 1, 3)]),
        # The example of Ruzzo and Tompa's paper.
        ([4, -5, 3, -3, 1, 2, -2, 2, -2, 1, 5], [Run(0, 1, 4), Run(2, 3, 3), Run(4, 11, 7)]),
        ([5, -4, 5, -20, 3], [Run(0, 3, 6), Run(4, 5, 3)]),
    ],
)
def test_cases(scores: list[float], runs: list[Run]) -> None:
    assert maximal_runs(scores) == runs


def test_linear_time() -> None:
    """A shape on which a search that does not jump takes quadratic time: ever lower, and never joined."""
    from time import process_time

    def seconds(count: int) -> float:
        begin = process_time()
        maximal_runs([1, -2] * count)
        maximal_runs([2, -1.5] * count)
        return process_time() - begin

    seconds(1000)
    assert seconds(100_000) < 2
