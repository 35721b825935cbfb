"""Code beside parts of the article is kept, code elsewhere is not; an article does not end in a heading."""

from __future__ import annotations

import numpy as np
import pytest

from printworthy.base.tags import HEADING, PRE
from printworthy.refine.code_and_terms import code_between, loose_end

# One letter a segment: T kept text, x dropped text, c dropped code.
CASES = {
    "TcT": [1], "TccT": [1, 2], "cT": [], "Tc": [], "TxcxT": [2], "TcxxxT": [], "xcx": [], "": [], "TcTxxxxcxT": [1],
}  # fmt: skip
# T kept text, h a kept heading, l a kept link, x dropped text.
ENDS = {"hTThx": [3], "hTThl": [3, 4], "ThT": [], "hhh": [], "Thhhh": [], "": []}


@pytest.mark.parametrize(("page", "found"), CASES.items())
def test_code_between(page: str, found: list[int]) -> None:
    kept = np.array([letter == "T" for letter in page], bool)
    flags = np.array([PRE if letter == "c" else 0 for letter in page], np.int64)
    unlikely = np.zeros(len(page), np.float32)
    assert np.flatnonzero(code_between(kept, flags, unlikely)).tolist() == found


def test_code_right_after_the_text_may_be_less_likely() -> None:
    kept, flags = np.array([True, False, False]), np.array([0, PRE, PRE])
    assert code_between(kept, flags, np.array([1, 0.3, 0.3])).tolist() == [False, True, False]


@pytest.mark.parametrize(("page", "found"), ENDS.items())
def test_loose_end(page: str, found: list[int]) -> None:
    kept = np.array([letter in "Thl" for letter in page], bool)
    flags = np.array([HEADING if letter == "h" else 0 for letter in page], np.int64)
    density = np.array([1.0 if letter == "l" else 0.0 for letter in page])
    assert np.flatnonzero(loose_end(kept, flags, density)).tolist() == found
