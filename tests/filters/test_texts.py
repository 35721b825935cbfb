"""Text filters change the words of the page and nothing else."""

from __future__ import annotations

import pytest

from printworthy.errors import UsageError
from printworthy.filters.texts import TEXT_FILTERS, Texts, install
from printworthy.filters.walk.plan import WalkPlan
from tests.filters.conftest import Chain


def test_filters_are_applied_in_their_order() -> None:
    plan = WalkPlan()
    install(plan, Texts(filters=("unseen", "unseen")))
    assert plan.texts == [TEXT_FILTERS["unseen"]] * 2
    install(plan, Texts())
    assert len(plan.texts) == 2


def test_soft_hyphens(chain: Chain) -> None:
    html = '<p title="a\u00adb">a\u00adb</p>'
    assert chain(html, texts={"filters": ["unseen"]}) == '<p title="a\u00adb">ab</p>'
    assert chain(html) == html


def test_a_filter_that_does_not_exist_is_told() -> None:
    with pytest.raises(UsageError, match=r"texts\.filters is 'upper': choose one of unseen"):
        Texts(filters=("upper",))
