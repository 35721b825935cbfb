"""The template's files: the typesetter looks a name up only when it comes past, so that a lost import shows late."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import printworthy.writers.pdf as room

FOLDER = Path(room.__file__).parent
FILES = {path.stem: path for path in (FOLDER / "printworthy.typ", *sorted((FOLDER / "template").glob("*.typ")))}
TEXTS = {name: path.read_text("utf-8") for name, path in FILES.items()}
MADE = {name: set(re.findall(r"^#let ([a-z][\w-]*)", text, re.MULTILINE)) for name, text in TEXTS.items()}


def imported(name: str) -> set[str]:
    """The files whose names a file can use."""
    found = set(re.findall(r'^#import "(?:template/)?(\w+)\.typ"', TEXTS[name], re.MULTILINE))
    return found.union(*map(imported, found))


@pytest.mark.parametrize("name", FILES)
def test_every_name_is_imported(name: str) -> None:
    code = re.sub(r'"(?:[^"\\]|\\.)*"', '""', re.sub(r"//.*", "", TEXTS[name]))
    used = set(re.findall(r"(?<![\w.-])([a-z]\w*(?:-\w+)*)(?![\w-]*:)", code))
    others = set(FILES) - imported(name) - {name}
    assert not {other: used & MADE[other] for other in others if used & MADE[other]}


def test_no_name_is_made_twice() -> None:
    names = [one for made in MADE.values() for one in made]
    assert len(names) == len(set(names))
