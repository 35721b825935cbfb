"""Short texts compared: their words, their keys, and how much they overlap."""

from __future__ import annotations

import pytest

from printworthy.metadata.wording import holds, key, overlap, plain, words


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", ()),
        ("The River's Edge!", ("the", "river", "s", "edge")),
        ("ÉCOLE Straße", ("école", "strasse")),
        ("2024-03-05", ("2024", "03", "05")),
        ("東京タワー news", ("東", "京", "タ", "ワ", "ー", "news")),
        ("Новости дня", ("новости", "дня")),
    ],
)
def test_words(text: str, found: tuple[str, ...]) -> None:
    assert words(text) == found
    assert key(text) == "".join(found)


@pytest.mark.parametrize(
    ("one", "other", "equal"),
    [("The Daily Planet", "the dailyplanet", True), ("A – B", "a|b", True), ("Daily Planet", "Daily Planets", False)],
)
def test_keys(one: str, other: str, equal: bool) -> None:
    assert (key(one) == key(other)) is equal


@pytest.mark.parametrize(
    ("one", "other", "score"),
    [("a b", "a b", 1.0), ("a b", "b c", 0.5), ("a", "b", 0.0), ("", "a", 0.0), ("", "", 0.0), ("a b c", "a", 0.5)],
)
def test_overlap(one: str, other: str, score: float) -> None:
    assert overlap(set(words(one)), set(words(other))) == score


def test_holds() -> None:
    assert holds("subscription", ("log", "subscri"))
    assert not holds("subscription", ("log",))
    assert not holds("", ("log",))


def test_plain() -> None:
    assert plain(" “It’s — a\u00ad\u200b ﬁne\u00a0day” ") == '"it\'s - a fine day"'
