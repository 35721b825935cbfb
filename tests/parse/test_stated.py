from __future__ import annotations

import json

import pytest

from printworthy.parse.lexbor import parse
from printworthy.parse.stated import stated_body

_TEXT = "The water came in the first hour of the night, and the bakers carried the flour upstairs. " * 3


def _page(value: str) -> bytes:
    return f'<script type="application/ld+json">{{"@type":"NewsArticle","articleBody"{value}}}</script>'.encode()


@pytest.mark.parametrize(
    "value",
    [
        f": {json.dumps(_TEXT)}",
        f' :\n  "{_TEXT}", "x": 1',
        f': "{_TEXT.replace("bakers", "b" + chr(92) + "u0061kers")}"',
        f': "{_TEXT.replace("flour", "<b>flour</b>")}"',
        f': "{_TEXT.replace("and", "&#97;nd")}"',
        f': "{_TEXT.replace(". ", "." + chr(10))}"',
    ],
)
def test_a_stated_text_is_read(value):
    assert stated_body(_page(value)).split() == _TEXT.split()
    assert parse(_page(value)).stated.split() == _TEXT.split()


@pytest.mark.parametrize(
    "value", ["", ": null", ': "Too short."', f': "{_TEXT}', f': ["{_TEXT}"]', ": " + "9" * 300, f'=> "{_TEXT}"']
)
def test_what_is_no_text_is_not_read(value):
    assert stated_body(_page(value)) == ""


def test_several_stated_texts_are_one_but_not_thousands():
    two = stated_body(_page(f': "{_TEXT}"') * 2)
    assert two.split() == _TEXT.split() * 2
    assert len(stated_body(_page(f': "{_TEXT}"') * 5_000)) < 20 * len(_TEXT)
