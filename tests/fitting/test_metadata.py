"""Training the metadata's models, on samples that a rule made."""

from __future__ import annotations

import json
import random

import pytest

from fitting.choosers import Fitter, Recipe, Sample, threshold
from printworthy.metadata.ranker import chooser

pytest.importorskip("catboost")

TREES = {"iterations": 20, "depth": 3, "learning_rate": 0.3}
SMALL = Recipe(TREES, TREES, 0.1)


def made_samples(pages: int = 200) -> list[Sample]:
    """Pages with three candidates, of which the nearest is right; pages of shops have none."""
    dice = random.Random(7)
    made = []
    for number in range(pages):
        shop = number % 4 == 0
        near = [float(dice.randrange(100)) for _ in range(3)]
        rows = [{"nearness": one, "noise": dice.random()} for one in near]
        right = [not shop and one == min(near) for one in near]
        made.append(Sample(rows, right, not shop, {"shop": float(shop)}, number % 5))
    return made


@pytest.mark.parametrize("exact", [True, False])
def test_models_learn_the_rule_and_hold_back_where_there_is_none(exact: bool) -> None:
    made = chooser(Fitter(made_samples(), Recipe(TREES, TREES, 0.1, exact)).fit())
    article = made.choose([{"nearness": 90.0}, {"nearness": 2.0}, {"nearness": 60.0}], {})
    shop = made.choose([{"nearness": 2.0}, {"nearness": 50.0}], {"shop": 1.0})
    assert article is not None
    assert (article.index, article.accepted) == (1, True)
    assert shop is not None
    assert not shop.accepted


def test_training_is_reproducible_to_the_byte() -> None:
    one, other = (json.dumps(Fitter(made_samples(), SMALL).fit()) for _ in range(2))
    assert one == other


def test_every_page_with_candidates_is_judged() -> None:
    pages = [*made_samples(), Sample([], [], False, {}, 0)]
    chosen = Fitter(pages, SMALL).held_out()
    assert [one is None for one in chosen] == [not page.rows for page in pages]


def test_models_of_a_fold_do_not_know_it() -> None:
    """Nothing of a fold, neither its candidates nor its labels, changes the models that left it out."""
    pages = made_samples()
    changed = [
        Sample([{"nearness": 1.0}], [True], one.has is False, {"shop": 9.0}, one.fold) if one.fold == 2 else one
        for one in pages
    ]
    assert Fitter(pages, SMALL).fit([2]) == Fitter(changed, SMALL).fit([2])
    assert Fitter(pages, SMALL).fit([1]) != Fitter(changed, SMALL).fit([1])


@pytest.mark.parametrize(("silent", "share", "passing"), [(0, 0.2, 2), (10, 0.2, 4), (0, 0.0, 0), (0, 1.0, 10)])
def test_threshold_lets_the_allowed_share_pass(silent: int, share: float, passing: int) -> None:
    sure = [number / 10 for number in range(10)]
    limit = threshold(sure, silent, share)
    assert sum(one >= limit for one in sure) == passing
