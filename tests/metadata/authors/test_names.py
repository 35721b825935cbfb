"""Bylines become names."""

from __future__ import annotations

import pytest

from printworthy.metadata.authors.names import is_agency, looks_personal, split_names, starts_by

BYLINES = [
    ("Von Jule Brandt am 3. Oktober 2026", ("Jule Brandt",)),
    ("Par Jule Brandt, le 3 octobre 2026", ("Jule Brandt",)),
    ("Por Ana Ruiz, el 3 de octubre de 2026", ("Ana Ruiz",)),
    ("作者：李明\u30002026年11月12日", ("李明",)),
    ("By Ada Bell", ("Ada Bell",)),
    ("Written by Ada Bell | Updated March 5, 2024", ("Ada Bell",)),
    ("By Ada Bell and Carl Dorn", ("Ada Bell", "Carl Dorn")),
    ("Ada Bell, Carl Dorn & Eva Fink", ("Ada Bell", "Carl Dorn", "Eva Fink")),
    ("Von Ada Bell und Carl Dorn", ("Ada Bell", "Carl Dorn")),
    ("Por Ada Bello y Carlos Dorado", ("Ada Bello", "Carlos Dorado")),
    ("Par Ada Belle et Carl Dorn", ("Ada Belle", "Carl Dorn")),
    ("Автор: Ада Белова", ("Ада Белова",)),
    ("作者：王小明", ("王小明",)),
    ("Ada Bell, Senior Staff Writer", ("Ada Bell",)),
    ("Ada Bell, MD, PhD", ("Ada Bell",)),
    ("Ada Bell (ada@example.org)", ("Ada Bell",)),
    ("Ada Bell @adabell", ("Ada Bell",)),
    ("By Ada Bell on March 5, 2024", ("Ada Bell",)),
    ("Ada Bell, Ada Bell", ("Ada Bell",)),
    ("Ada O'Bell-Smith", ("Ada O'Bell-Smith",)),
    ("Staff Writer", ()),
    ("https://example.org/ada", ()),
    ("ada@example.org", ()),
    ("@adabell", ()),
    ("March 5, 2024", ()),
    ("2024-03-05", ()),
    ("Wednesday", ()),
    ("5 Mar 12", ()),
    ("Ada Bell for the Daily Planet", ("Ada Bell",)),
    ("Ada Bell Follow", ("Ada Bell",)),
    ("ADA BELL ON BEHALF OF THE TEAM", ("ADA BELL",)),
    ("Ada Bell 3", ("Ada Bell",)),
    ("Ada Bell said", ("Ada Bell",)),
    ("By Ada Bell and Omar Said", ("Ada Bell", "Omar Said")),
    ("OMAR SAID", ("OMAR SAID",)),
    ("Ada Bell writes", ("Ada Bell",)),
    ("“Ada Bell”,", ("Ada Bell",)),
    ("Ada Bell’s profile", ("Ada Bell",)),
    ("admin", ()),
    ("", ()),
]


@pytest.mark.parametrize(("text", "names"), BYLINES)
def test_split_names(text: str, names: tuple[str, ...]) -> None:
    assert split_names(text) == names


@pytest.mark.parametrize(
    ("name", "expected"), [("Reuters", True), ("dpa", True), ("新华社", True), ("Ada Reuter", False)]
)
def test_agencies(name: str, expected: bool) -> None:
    assert is_agency(name) is expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Ada Bell", True),
        ("Ada B. van Bell", True),
        ("Contact Us", False),
        ("Daily Planet", False),
        ("Ada", False),
        ("ada bell", False),
    ],
)
def test_shape_of_names(name: str, expected: bool) -> None:
    assert looks_personal(name) is expected


@pytest.mark.parametrize("line", ["By Ada", "Von Ada", "por Ada", "Автор: Ада", "作者：王", "Door Ada"])
def test_words_before_names(line: str) -> None:
    assert starts_by(line)
