"""Words and dates that writers add, in the language of the article."""

from __future__ import annotations

import pytest

from printworthy.writers.words import machine_date, print_words, spoken_date, words


@pytest.mark.parametrize(
    ("language", "notes"),
    [("de", "Anmerkungen"), ("DE-AT", "Anmerkungen"), ("pt-BR", "Notas"), ("xx", "Notes"), ("", "Notes")],
)
def test_words(language: str, notes: str) -> None:
    assert words(language).notes == notes


@pytest.mark.parametrize(
    ("date", "language", "spoken"),
    [
        ("2026-05-02", "en", "2 May 2026"),
        ("2026-05-02", "", "2 May 2026"),
        ("2026-05-02", "de-CH", "2. Mai 2026"),
        ("2026-05-02", "es", "2 de mayo de 2026"),
        ("2026-05-02", "ja", "2026年5月2日"),
        ("2026-05-02", "xx", "2026-05-02"),
        ("2026-05-02T07:30:00+02:00", "en", "2 May 2026"),
        ("2026-05-02T07:30:00+02:00", "xx", "2026-05-02"),
        ("2026-13-02", "en", "2026-13-02"),
        ("May 2026", "en", "May 2026"),
        ("", "en", ""),
    ],
)
def test_dates_for_people(date: str, language: str, spoken: str) -> None:
    assert spoken_date(date, language) == spoken


@pytest.mark.parametrize(
    ("date", "fits"),
    [
        ("2026", True),
        ("2026-05", True),
        ("2026-05-02", True),
        ("2026-05-02T07:30", True),
        ("2026-05-02 07:30:00.5Z", True),
        ("2026-05-02T07:30:00+02:00", True),
        ("2 May 2026", False),
        ('2026" onload="x', False),
        ("", False),
    ],
)
def test_dates_for_machines(date: str, fits: bool) -> None:
    assert machine_date(date) == (date if fits else "")


@pytest.mark.parametrize("language", "ar de en es fr he hi it ja ko nl pl pt ru sv th tr zh xx".split())
def test_words_of_a_printed_page_are_whole(language: str) -> None:
    found = print_words(language)
    assert all(mark in found.page for mark in ("{x}", "{y}"))
    assert "{day}" in found.published
    assert "{day}" in found.printed
    assert "{n}" in found.rows_left
    assert "{n}" in found.articles
    assert set(found.embeds) == {"video", "audio", "post", "map", "document", "other"}
    assert all(found.embeds.values())


def test_a_language_that_is_not_known_is_english() -> None:
    assert print_words("xx") == print_words("en") == print_words("EN-gb")
    assert print_words("de") != print_words("en")
