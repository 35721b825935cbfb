"""How far stage two believes a page's labels."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from printworthy.parse.lexbor import parse
from printworthy.segment.walk import segment
from printworthy.train.crossfit import _credit
from printworthy.train.dataset import Page
from printworthy.train.samples import Sample

_HTML = b"".join(b"<p>The clockmaker of Upland winds the tower clock every morning before the bells." for _ in range(4))


def _page(label: list[float], truth: str | None = "known") -> Page:
    tree = parse(_HTML)
    sample = Sample("one", "wcxb", Path("one.html"), "", "article", truth)
    return Page(sample, segment(tree), "", "", np.array(label, np.float32), np.ones(4, np.float32), 1.0)


@pytest.mark.parametrize(
    ("label", "verdicts", "credit"),
    [
        ([1, 1, 1, 1], [0.9, 0.9, 0.9, 0.9], 1.0),
        ([1, 1, 1, 0], [0.9, 0.9, 0.9, 0.8], 1.0),
        ([1, 0, 0, 0], [0.9, 0.9, 0.9, 0.9], (0.4 / 0.8) ** 1.5),
        ([1, 0, 0, 0], [0.01, 0.9, 0.9, 0.9], 0.15**1.5),
    ],
)
def test_labels_are_believed_as_far_as_others_find_the_same(label, verdicts, credit):
    assert _credit(_page(label), np.array(verdicts, np.float32)) == pytest.approx(credit)


def test_votes_are_believed_as_they_are():
    assert _credit(_page([1, 0, 0, 0], truth=None), np.array([0.01, 0.9, 0.9, 0.9], np.float32)) == 1
