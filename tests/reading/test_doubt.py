"""Of two readings of one page the surer one is taken, and a note says why."""

from __future__ import annotations

import pytest

from printworthy.data.article import Article
from printworthy.reading.doubt import better


@pytest.mark.parametrize(
    ("plain", "shown", "taken", "note"),
    [
        (0.2, 0.8, "shown", "rendered: confidence 0.20 without a browser, 0.80 with"),
        (0.4, 0.3, "plain", "rendered, but not used: confidence 0.40 without a browser, 0.30 with"),
        (0.4, 0.4, "plain", "rendered, but not used: confidence 0.40 without a browser, 0.40 with"),
    ],
)
def test_better(plain: float, shown: float, taken: str, note: str) -> None:
    one, other = Article(title="plain", confidence=plain), Article(title="shown", confidence=shown)
    found = better(one, other)
    assert (found.title, found.trace.notes) == (taken, [note])
    left = other if found is one else one
    assert left.trace.notes == []
