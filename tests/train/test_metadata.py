"""Training the metadata's models, on samples that a rule made."""

from __future__ import annotations

import random

import pytest

from printworthy.metadata.ranker import Chooser, ranker
from printworthy.train.metadata import HeldOut, Recipe, Sample, cross_fit, fit_field, threshold

pytest.importorskip("catboost")

SMALL = Recipe(
    {"iterations": 20, "depth": 3, "learning_rate": 0.3}, {"iterations": 20, "depth": 3, "learning_rate": 0.3}, 0.1
)


def made_samples() -> list[Sample]:
    """Pages with three candidates, of which the nearest is right; pages of shops have none."""
    dice = random.Random(7)
    pages = []
    for number in range(200):
        shop = number % 4 == 0
        near = [float(dice.randrange(100)) for _ in range(3)]
        rows = [{"nearness": one, "shop": float(shop), "noise": dice.random()} for one in near]
        pages.append(Sample(rows, [not shop and one == min(near) for one in near], not shop, number % 5))
    return pages


def test_models_learn_the_rule_and_hold_back_where_there_is_none() -> None:
    data = fit_field(made_samples(), SMALL)
    chooser = Chooser(ranker(data["order"]), ranker(data["gate"]))
    article = chooser.choose([{"nearness": 90.0}, {"nearness": 2.0}, {"nearness": 60.0}])
    shop = chooser.choose([{"nearness": 2.0, "shop": 1.0}, {"nearness": 50.0, "shop": 1.0}])
    assert article is not None
    assert (article.index, article.accepted) == (1, True)
    assert shop is not None
    assert not shop.accepted


def test_training_is_reproducible() -> None:
    assert fit_field(made_samples(), SMALL) == fit_field(made_samples(), SMALL)


def test_every_page_with_candidates_is_judged_by_models_of_other_folds() -> None:
    pages = [*made_samples(), Sample([], [], False, 0)]
    chosen = cross_fit(pages, SMALL)
    assert [one is None for one in chosen] == [not page.rows for page in pages]


def test_threshold_lets_the_allowed_share_pass() -> None:
    pages = [Sample([{}], [False], False, 0)] * 10
    chosen = [HeldOut(0, 1.0, float(score)) for score in range(10)]
    limit = threshold(pages, chosen, 0.2)
    assert sum(one.probability >= limit for one in chosen) == 2
