from __future__ import annotations

import pytest

from printworthy.data.article import Article
from printworthy.follow.samearticle import next_part, same_article, same_title

WORDS = "bridge river engineer morning ferry council stone arch winter repair budget vote crane rope town mill".split()


def text(seed: int, paragraphs: int = 6) -> str:
    """Paragraphs that differ from those of every other seed."""
    lines = (
        " ".join(f"{WORDS[(seed * 7 + number * 3 + place) % 16]}{seed}{number}{place % 5}" for place in range(30))
        for number in range(paragraphs)
    )
    return "\n\n".join(lines)


def article(title: str, words: str) -> Article:
    return Article(title=title, text=words)


ORIGINAL = article("The bridge reopens", text(1))


@pytest.mark.parametrize(
    ("title", "words", "same", "why"),
    [
        ("The bridge reopens", text(1), True, "100%"),
        ("The bridge reopens | The Paper", text(1) + "\n\n" + text(2), True, "100%"),
        ("THE BRIDGE REOPENS", text(1)[: int(len(text(1)) * 0.7)], True, "%"),
        ("", "The bridge reopens\n\n" + text(1), True, "100%"),
        ("The bridge reopens", text(2), False, "only 0%"),
        ("Another story altogether", text(1), False, "title"),
        ("The bridge reopens", "", False, "no text"),
        ("The bridge reopens", text(1) + "\n\n" + text(3, 200), False, "far more"),
    ],
)
def test_same_article(title: str, words: str, same: bool, why: str) -> None:
    verdict = same_article(ORIGINAL, article(title, words))
    assert bool(verdict) is same
    assert why in verdict.reason


def test_an_original_with_junk() -> None:
    """Extraction may take too much from the original; the print page is then the shorter one."""
    messy = article("The bridge reopens", text(1) + "\n\n" + text(5, 5))
    assert same_article(messy, ORIGINAL)


@pytest.mark.parametrize(
    ("title", "words", "same"),
    [
        ("The bridge reopens", text(2), True),
        ("The bridge reopens - Page 2 of 3", text(2), True),
        ("The bridge reopens", text(1), False),
        ("Ferries laid up for the winter", text(2), False),
        ("The bridge reopens", "", False),
    ],
)
def test_next_part(title: str, words: str, same: bool) -> None:
    assert bool(next_part(ORIGINAL, article(title, words), ORIGINAL.text)) is same


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("A short walk", "A short walk – Seite 2", True),
        ("A short walk", "The Paper: A short walk", True),
        ("A short walk", "A long winter", False),
        ("", "", True),
    ],
)
def test_titles(one: str, other: str, same: bool) -> None:
    assert same_title(article(one, "x"), article(other, "y")) is same
