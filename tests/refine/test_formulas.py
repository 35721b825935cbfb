"""Formulas beside kept text are kept."""

from __future__ import annotations

import numpy as np

from printworthy.data.columns import Columns
from printworthy.refine.formulas import formulas_beside


def beside(formulas: list[int], kept: str) -> str:
    found = formulas_beside(Columns(formulas=formulas), np.array([one == "x" for one in kept]))
    return "".join("x" if one else "." for one in found)


def test_formulas_after_before_and_between_kept_text():
    assert beside([1, 2], "x...") == ".xx."
    assert beside([1, 2], "...x") == ".xx."
    assert beside([1], "x.x") == ".x."


def test_formulas_far_from_kept_text_stay_out():
    assert beside([2], "x...x") == "....."
    assert beside([], "x.") == ".."
