from __future__ import annotations

import numpy as np
import pytest

from printworthy.base.tags import PRE
from printworthy.refine.furniture import leftovers

_SETTINGS = '{"layoutMobile":2,"layoutDesktop":4,"buttonAlign":"Center","buttonText":"Buy now","hue":213}'


@pytest.mark.parametrize(
    "text", [_SETTINGS, f"[{_SETTINGS},{_SETTINGS}]", "{{ price }}", '{{hire-us="/banners/hire-us"}}']
)
def test_data_and_unfilled_places_are_no_text(text):
    assert leftovers(["The water rose.", text], np.zeros(2, np.int64), np.array([True, True])).tolist() == [False, True]
    assert not leftovers([text], np.zeros(1, np.int64), np.array([False])).any()
    assert not leftovers([text], np.array([PRE]), np.array([True])).any()


@pytest.mark.parametrize(
    "text",
    [
        "[1]",
        "[The rest of this letter is lost; the following was added by another hand in the year after.]",
        '{"name": "Ada", "born": 1815, "city": "London", "works": ["Notes"], "died": 1852, "alive": false}',
        '{"ok":true}',
        "{{ name }} is what the template calls you.",
        "{" * 5_000,
        "[" * 100_000 + "]" * 100_000,
        "{}",
        "",
    ],
)
def test_what_somebody_wrote_stays(text):
    assert not leftovers([text], np.zeros(1, np.int64), np.array([True])).any()
