"""The same page, written otherwise: hidden paragraphs and invisible characters change nothing on the tests' pages."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from benchmarks.quality.metamorphic import HIDDEN, difference, with_hidden, with_unseen_characters
from printworthy.base.encoding import to_utf8
from printworthy.reading.extract import extract

PAGES: Final = sorted((Path(__file__).parents[2] / "pages").glob("*/page.html"))


def check(path: Path, write: Callable[[bytes], bytes]) -> None:
    url = json.loads(path.with_name("expected.json").read_text("utf-8")).get("url", "")
    html = to_utf8(path.read_bytes())
    other = write(html)
    one, two = extract(html, url), extract(other, url)
    assert not difference(one.text, two.text)
    assert (two.title, two.authors, two.date) == (one.title, one.authors, one.date)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.parent.name)
def test_hidden_paragraphs_change_nothing(path: Path) -> None:
    check(path, with_hidden)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.parent.name)
def test_invisible_characters_change_nothing(path: Path) -> None:
    check(path, with_unseen_characters)


def test_they_are_there() -> None:
    assert all(one in with_hidden(b"<body>" + b"<p>Words.</p>" * 60) for one in HIDDEN)
    found = with_unseen_characters(b"<p>" + b"several of them together " * 60).decode()
    assert all(sign in found for sign in ("\u200b", "\u00ad", "&shy;", "\U000e0041"))
