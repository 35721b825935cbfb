"""Names are known in any script, and compared as the paper does (section 4.4)."""

from __future__ import annotations

from collections import Counter
from math import sqrt

import pytest

from printworthy.images.entities import names, terms
from printworthy.images.signals import cosine, likeness, normalised, representative

NAMES = [
    ("English", "President Obama met the mayor. The mayor of Chicago thanked Obama.", {"obama": 2, "chicago": 1}, "the"),  # noqa: E501
    ("German", "Gestern sprach Merkel in Berlin, und gestern hörte man ihr zu.", {"merkel": 1, "berlin": 1}, "gestern"),
    ("Polish", "Prezydent Łodzi Hanna Zdanowska była w Łodzi.", {"łodzi": 2, "zdanowska": 1}, "była"),
    ("Russian", "Вчера Путин прилетел в Москву, сообщили вчера.", {"путин": 1, "москву": 1}, "вчера"),
    ("Chinese", "习近平在北京会见了默克尔。默克尔说", {"北京": 1, "默克": 2}, "见了"),
    ("Japanese", "東京タワーは東京にある。", {"東京": 2}, "ワーは"),
    ("Arabic", "التقى السيسي في القاهرة والسيسي", {"سيسي": 2, "قاهرة": 1}, "في"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "some", "none"), [case[1:] for case in NAMES], ids=[case[0] for case in NAMES])
def test_names(text, some, none):
    found = names(text)
    assert {name: found[name] for name in some} == some
    assert none not in found


def test_long_texts_are_bounded():
    assert names("Ada " * 1_000_000)["ada"] < 10_000


def test_terms():
    assert terms("A red Dog") == ["red", "dog"]
    assert "北京" in terms("北京会见")


TEXT = Counter({"obama": 9, "chicago": 4, "biden": 2, "ohio": 1})


def test_short_captions_are_matched_by_representative_names():
    assert representative(TEXT) == {"obama", "chicago", "biden"}
    found = likeness(Counter({"obama": 1, "tesla": 1}), TEXT)
    assert (found.value, found.cosine, found.known) == (0.5, False, 0.5)
    assert likeness(Counter({"ohio": 1}), TEXT).value == 0
    assert likeness(Counter({"ohio": 1}), TEXT).known == 1


def test_long_captions_are_matched_by_the_angle_between_frequencies():
    caption = Counter({"obama": 2, "chicago": 1, "a1": 1, "b1": 1, "c1": 1})
    found = likeness(caption, TEXT)
    assert found.cosine
    expected = (2 * 9 + 4) / (sqrt(4 + 1 + 1 + 1 + 1) * sqrt(81 + 16 + 4 + 1))
    assert found.value == pytest.approx(expected)


def test_cosine():
    one = normalised(Counter({"a": 1, "b": 3}))
    assert sum(one.values()) == 1
    assert cosine(one, normalised(Counter({"a": 2, "b": 6}))) == pytest.approx(1)
    assert cosine(one, {"c": 1.0}) == 0
    assert cosine({}, one) == 0


def test_nothing_is_like_nothing():
    assert likeness(Counter(), TEXT).value == 0
    assert likeness(TEXT, Counter()).value == 0
