"""Pages that are mostly content: the choice takes more there; in shops it takes less; elsewhere it stays."""

from __future__ import annotations

import numpy as np
import pytest

from printworthy.select.lean import leaned

OPEN = np.array([0.0, 0.3, 0.5, 1.0], np.float32)


@pytest.mark.parametrize(
    ("kinds", "more"),
    [
        ({"article": -3.0, "documentation": 2.0}, True),
        ({"article": -3.0, "service": 2.0}, True),
        ({"article": -3.0, "listing": 2.0}, True),
        ({"article": 2.0, "documentation": 1.0}, False),
        ({"article": -3.0, "forum": 2.0}, False),
        ({"article": -0.2, "service": 0.0, "product": -0.2}, False),  # the likeliest, but less likely than the others
    ],
)
def test_which_pages_are_leaned(kinds: dict[str, float], more: bool) -> None:
    found = leaned(OPEN, kinds)
    assert (found is not OPEN) is more
    if more:
        assert found[0] == 0
        assert found[3] == 1
        assert (found[1:3] > OPEN[1:3]).all()
        assert found.dtype == np.float32


def test_in_shops_less_is_taken() -> None:
    found = leaned(OPEN, {"article": -3.0, "product": 2.0})
    assert (found[[0, 3]] == OPEN[[0, 3]]).all()
    assert (found[1:3] < OPEN[1:3]).all()
